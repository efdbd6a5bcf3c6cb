package io.feige.access;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and directories that only the owner of the process may read, where the file system knows of
 * owners.
 */
public final class PrivateFile {
  private static final boolean IS_POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?>[] FILE =
      IS_POSIX ? only(PosixFilePermissions.fromString("rw-------")) : new FileAttribute<?>[0];

  private PrivateFile() {}

  /** Makes an empty one. */
  public static void create(Path file) throws IOException {
    var _ = Files.createFile(file, FILE);
  }

  /** Opens one, which is made for its owner only where it is made. */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    return FileChannel.open(file, Set.of(options), FILE);
  }

  /** Makes a directory, and those above it, where they are missing. */
  public static Path directories(Path directory) throws IOException {
    return IS_POSIX
        ? Files.createDirectories(directory, only(DIRECTORY))
        : Files.createDirectories(directory);
  }

  /**
   * The same, and closes it to others if it is there. Then it does not matter with which
   * permissions a library makes files in it.
   */
  public static Path closedDirectory(Path directory) throws IOException {
    Path made = directories(directory);
    if (IS_POSIX && !Files.getPosixFilePermissions(made).equals(DIRECTORY)) {
      Files.setPosixFilePermissions(made, DIRECTORY);
    }
    return made;
  }

  private static FileAttribute<?>[] only(Set<PosixFilePermission> permissions) {
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
  }

  /** Writes one so that nobody else ever reads it, and nobody ever sees half of it. */
  public static void write(Path file, String text) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    var _ = Files.deleteIfExists(fresh);
    create(fresh);
    var _ = Files.writeString(fresh, text);
    var _ =
        Files.move(
            fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
