package io.feige.certificates;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Files that only their owner may read. */
public final class PrivateFile {
  private static final int SECRET_BYTES = 32;

  private PrivateFile() {}

  /** Writes a file so that nobody else ever reads it, and nobody ever sees half of it. */
  public static void write(Path file, String text) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(fresh, ownerOnly());
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Writes a new secret of 256 random bits, unless the file is there. */
  public static void createSecret(Path file) throws IOException {
    if (!Files.exists(file)) {
      byte[] random = new byte[SECRET_BYTES];
      new SecureRandom().nextBytes(random);
      write(file, HexFormat.of().formatHex(random) + "\n");
    }
  }

  private static FileAttribute<?>[] ownerOnly() {
    boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    return isPosix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
