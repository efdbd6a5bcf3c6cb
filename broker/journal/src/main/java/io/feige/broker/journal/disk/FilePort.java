package io.feige.broker.journal.disk;

import io.feige.broker.journal.fault.JournalLockedException;
import io.feige.broker.journal.fault.NoSpaceException;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The directory of one journal, and the only way the journal reaches a disk.
 *
 * <p>Every durable effect goes through this port in a fixed order on the calling thread, so a
 * simulated disk sees exactly what a real one would: nothing counts as durable before {@link
 * StorageFile#force()} (contents and size) or {@link #forceDirectory()} (names). Names are plain
 * file names without a path. {@link NoSpaceException} says that the disk is full and that what was
 * asked for did not happen; any other {@link IOException} makes the journal give up for good.
 */
public interface FilePort {
  /** Suffix of files that {@link #replace} has not finished; left-overs may be deleted. */
  String TEMPORARY = ".tmp";

  /**
   * Makes a file of {@code bytes} zero bytes for reading and writing, without filling its blocks.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one of that name
   */
  StorageFile create(String name, long bytes) throws IOException;

  /**
   * Opens an existing file.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  StorageFile open(String name, boolean writable) throws IOException;

  /**
   * Opens a file to be read from the disk itself where the system allows that, and not from what
   * the system has cached of it. Quickest with whole pages into a direct buffer that begins at one.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  default DiskReader openUncached(String name) throws IOException {
    return open(name, false);
  }

  /** Removes a file if it is there. Its mappings stay readable. */
  void delete(String name) throws IOException;

  /** Gives a file another name in one step, replacing what has that name. Open files stay open. */
  void rename(String from, String to) throws IOException;

  /** The names of all files, in no particular order. */
  List<String> list() throws IOException;

  /** Makes creations, renames and deletions durable. */
  void forceDirectory() throws IOException;

  /** Bytes that can still be written to the disk, as far as the system tells. */
  long usableSpace() throws IOException;

  /** Size of the disk in bytes. */
  long totalSpace() throws IOException;

  /**
   * Takes the directory for this process until the answer is closed.
   *
   * @throws JournalLockedException if another process, or another journal here, holds it
   */
  Closeable lock(String name) throws IOException;

  /** Whether a mapped part of a file can be looked at without waiting for the disk. */
  default boolean isAtHand(MemorySegment part) {
    return !part.isMapped() || part.isLoaded();
  }

  /** Puts a small file in place in one step: either the old contents stay or all of the new. */
  default void replace(String name, ByteBuffer... contents) throws IOException {
    String temporary = name + TEMPORARY;
    delete(temporary);
    try {
      writeWhole(temporary, contents);
    } catch (NoSpaceException e) {
      delete(temporary);
      throw e;
    }
    rename(temporary, name);
    forceDirectory();
  }

  private void writeWhole(String name, ByteBuffer[] contents) throws IOException {
    try (StorageFile file = create(name, 0)) {
      long at = 0;
      for (ByteBuffer part : contents) {
        at = writeInSlices(file, at, part);
      }
      file.force();
    }
  }

  private static long writeInSlices(StorageFile file, long from, ByteBuffer part)
      throws IOException {
    // In slices, because the JDK copies a heap buffer as a whole and keeps the copy per thread.
    int slice = 1 << 20;
    long at = from;
    for (int i = part.position(); i < part.limit(); i += slice) {
      int length = Math.min(slice, part.limit() - i);
      file.write(at, new ByteBuffer[] {part.slice(i, length)}, 1);
      at += length;
    }
    return at;
  }
}
