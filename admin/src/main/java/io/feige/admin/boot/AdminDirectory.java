package io.feige.admin.boot;

import io.feige.access.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The directory of an Admin, held by one process at a time. */
final class AdminDirectory implements AutoCloseable {
  private final Path dir;
  private final FileChannel lockFile;

  private AdminDirectory(Path dir, FileChannel lockFile) {
    this.dir = dir;
    this.lockFile = lockFile;
  }

  /**
   * Makes the directory if need be, and locks it.
   *
   * @throws StartException if that cannot be done
   */
  static AdminDirectory open(Path path) {
    Path dir = path.toAbsolutePath().normalize();
    try {
      var _ = PrivateFile.directories(dir);
      FileChannel file =
          PrivateFile.open(
              dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(file) == null) {
        file.close();
        throw new StartException(
            "the directory " + dir + " is in use by another Admin; stop that one first", null);
      }
      return new AdminDirectory(dir, file);
    } catch (IOException e) {
      throw new StartException("cannot use the directory " + dir + ": " + e, e);
    }
  }

  /** Where the embedded ZooKeeper has its data. */
  Path zookeeper() {
    return dir.resolve("zookeeper");
  }

  Path path() {
    return dir;
  }

  @Override
  public void close() {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }
}
