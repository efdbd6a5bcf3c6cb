package io.feige.broker.server.boot;

import io.feige.broker.journal.disk.OwnerOnly;
import io.feige.broker.server.ops.LogId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a node, held by one process at a time. {@code lock} is the lock; {@code node-id}
 * says whose data it is, so that a directory is not served under another name by mistake. {@code
 * disk-failed} says how often a journal failed since the machine was started.
 */
final class NodeDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeDirectory.class);
  private static final String DISK_FAILED = "disk-failed";

  private final Path dir;
  private final FileChannel lockFile;

  private NodeDirectory(Path dir, FileChannel lockFile) {
    this.dir = dir;
    this.lockFile = lockFile;
  }

  /**
   * Makes the directory if need be, and locks it.
   *
   * @throws StartException if that cannot be done, or it belongs to another node
   */
  static NodeDirectory open(Path path, String nodeId) {
    Path dir = path.toAbsolutePath().normalize();
    try {
      var _ = OwnerOnly.directories(dir);
      NodeDirectory opened = new NodeDirectory(dir, lock(dir));
      try {
        opened.claim(nodeId);
      } catch (IOException | RuntimeException e) {
        opened.close();
        throw e;
      }
      return opened;
    } catch (IOException e) {
      throw new StartException("cannot use the directory " + dir + " (node.dir): " + e, e);
    }
  }

  /**
   * The start of the machine, as far as the disk is concerned. After a failed fsync the system may
   * have dropped what was written and acknowledged before, as a start of the machine does; from
   * then on this is another start.
   *
   * @param machineBoot the machine's own
   */
  String bootId(String machineBoot) {
    int failures = failures(machineBoot);
    return failures == 0 ? machineBoot : machineBoot + "+" + failures;
  }

  /**
   * A journal in this directory has failed. What is noted here has to survive this process, but not
   * the machine.
   *
   * @param bootId as {@link #bootId} said
   */
  void diskFailed(String bootId) {
    int plus = bootId.indexOf('+');
    String machineBoot = plus < 0 ? bootId : bootId.substring(0, plus);
    String text = machineBoot + " " + (failures(machineBoot) + 1) + "\n";
    try (FileChannel file =
        OwnerOnly.open(
            dir.resolve(DISK_FAILED),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      write(file, text);
    } catch (IOException e) {
      LOG.error(
          "{} it cannot be noted in {} that the disk has failed; start this node again only after the"
              + " machine was started again: {}",
          LogId.PAIR_FAILED,
          dir,
          e.getMessage());
    }
  }

  private int failures(String machineBoot) {
    try {
      String[] words = Files.readString(dir.resolve(DISK_FAILED)).strip().split(" ", 2);
      return words.length == 2 && words[0].equals(machineBoot) ? Integer.parseInt(words[1]) : 0;
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException | NumberFormatException e) {
      throw new StartException(
          "cannot read "
              + dir.resolve(DISK_FAILED)
              + ", which says whether the disk has failed: "
              + e,
          e);
    }
  }

  /** Has a directory for each pair; need not exist. */
  Path pairs() {
    return dir.resolve("pairs");
  }

  /** Where what a pair's replica has to cut is kept; not made here. */
  Path salvage(String pair) {
    return pairs().resolve(pair).resolve("salvage");
  }

  /** The journal's directory of a pair; made if need be. */
  Path journal(String pair) {
    Path journal = pairs().resolve(pair).resolve("journal");
    try {
      return OwnerOnly.directories(journal);
    } catch (IOException e) {
      throw new StartException("cannot make the directory " + journal + ": " + e, e);
    }
  }

  /** What is left of the disk that a pair's journal is on, in bytes; waits for the disk. */
  long freeBytes(String pair) {
    return pairs().resolve(pair).resolve("journal").toFile().getUsableSpace();
  }

  @Override
  public void close() {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static FileChannel lock(Path dir) throws IOException {
    FileChannel file =
        OwnerOnly.open(dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(file) == null) {
      file.close();
      throw new StartException(
          "the directory " + dir + " (node.dir) is in use by another node; stop that one first",
          null);
    }
    return file;
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private void claim(String nodeId) throws IOException {
    Path file = dir.resolve("node-id");
    String owner = readOwner(file);
    if (owner.isEmpty()) {
      writeOwner(file, nodeId);
    } else if (!owner.equals(nodeId)) {
      throw new StartException(
          "the directory "
              + dir
              + " (node.dir) holds the data of node '"
              + owner
              + "', but node.id is '"
              + nodeId
              + "'; use that name, or another directory",
          null);
    }
  }

  private static String readOwner(Path file) throws IOException {
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private static void writeOwner(Path file, String nodeId) throws IOException {
    try (FileChannel out =
        OwnerOnly.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      write(out, nodeId + "\n");
      out.force(true);
    }
  }

  private static void write(FileChannel out, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      var _ = out.write(bytes);
    }
  }
}
