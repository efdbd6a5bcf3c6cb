package io.feige.broker.journal.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and directories that hold messages: nobody but their owner reads them. What is there
 * already keeps the permissions that it has.
 */
public final class OwnerOnly {
  private static final FileAttribute<?>[] FILE = attributes("rw-------");
  private static final FileAttribute<?>[] DIRECTORY = attributes("rwx------");

  private OwnerOnly() {}

  /** Opens a file, which is made for its owner only where it is made. */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    return FileChannel.open(file, Set.of(options), FILE);
  }

  /** Makes a directory, and those above it, where they are missing. */
  public static Path directories(Path directory) throws IOException {
    return Files.createDirectories(directory, DIRECTORY);
  }

  private static FileAttribute<?>[] attributes(String permissions) {
    boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    return isPosix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
