package io.feige.access;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that only the owner of the process may read, where the file system knows of owners. */
public final class PrivateFile {
  private PrivateFile() {}

  /** Makes an empty one. */
  public static void create(Path file) throws IOException {
    boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] owners = {};
    if (isPosix) {
      owners =
          new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
          };
    }
    var _ = Files.createFile(file, owners);
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
