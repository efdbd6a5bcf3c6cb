package io.feige.broker.journal.disk;

import io.feige.broker.journal.fault.JournalLockedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The files of a journal in a real directory. */
public final class DiskFiles implements FilePort {
  private final Path directory;
  private final FileStore store;

  private DiskFiles(Path directory, FileStore store) {
    this.directory = directory;
    this.store = store;
  }

  /** Takes a directory, making it (and those above it) durably if it is missing. */
  public static DiskFiles open(Path directory) throws IOException {
    make(directory.toAbsolutePath());
    return existing(directory);
  }

  private static void make(Path directory) throws IOException {
    Path above = directory.getParent();
    if (above == null || Files.isDirectory(directory)) {
      return;
    }
    make(above);
    var _ = OwnerOnly.directories(directory);
    force(above);
  }

  /** Takes a directory that must be there; nothing is created. */
  public static DiskFiles existing(Path directory) throws IOException {
    Path real = directory.toRealPath();
    return new DiskFiles(real, Files.getFileStore(real));
  }

  @Override
  public StorageFile create(String name, long bytes) throws IOException {
    Path path = directory.resolve(name);
    FileChannel channel =
        OwnerOnly.open(
            path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    DiskFile file = new DiskFile(path, channel);
    if (bytes > 0) {
      sizeOrDelete(name, file, bytes);
    }
    return file;
  }

  private void sizeOrDelete(String name, DiskFile file, long bytes) throws IOException {
    try {
      file.write(bytes - 1, new ByteBuffer[] {ByteBuffer.allocate(1)}, 1);
    } catch (IOException e) {
      file.close();
      delete(name);
      throw e;
    }
  }

  @Override
  public StorageFile open(String name, boolean writable) throws IOException {
    Path path = directory.resolve(name);
    FileChannel channel =
        writable
            ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
            : FileChannel.open(path, StandardOpenOption.READ);
    return new DiskFile(path, channel);
  }

  @Override
  public DiskReader openUncached(String name) throws IOException {
    return UncachedFile.open(directory.resolve(name));
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(directory.resolve(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(
        directory.resolve(from),
        directory.resolve(to),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public List<String> list() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
      }
    }
    return names;
  }

  @Override
  public void forceDirectory() throws IOException {
    force(directory);
  }

  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public long usableSpace() throws IOException {
    return store.getUsableSpace();
  }

  @Override
  public long totalSpace() throws IOException {
    return store.getTotalSpace();
  }

  @Override
  public Closeable lock(String name) throws IOException {
    FileChannel channel =
        OwnerOnly.open(
            directory.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!tryLock(channel)) {
      channel.close();
      throw new JournalLockedException(directory.toString());
    }
    return channel;
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      // Held until the channel is closed, and let go by the system if the process dies.
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
