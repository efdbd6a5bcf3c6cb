package io.feige.admin.access;

import io.feige.access.PrivateFile;
import io.feige.access.RandomText;
import io.feige.admin.log.AdminLogId;
import io.feige.protocol.model.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The secret with which the first administrator is made. It lies in a file that only the owner of
 * the process can read, from the first start until there is an administrator.
 */
final class SetupSecret {
  private static final Logger LOG = LoggerFactory.getLogger(SetupSecret.class);
  private static final int BYTES = 24;

  private final Path file;
  private final boolean isWanted;

  /**
   * That of a directory.
   *
   * @param isWanted whether the first administrator is made with nothing else
   */
  SetupSecret(Path dir, boolean isWanted) {
    this.isWanted = isWanted;
    this.file = dir.resolve("setup.secret");
  }

  boolean isWanted() {
    return isWanted;
  }

  /** Makes it, or reads that of an earlier start. */
  Secret make() throws IOException {
    if (!Files.exists(file)) {
      PrivateFile.write(file, RandomText.of(BYTES) + "\n");
    }
    LOG.warn(
        "{} there is no administrator yet; make one with the secret in {}:"
            + " feige user create NAME --grant administrator --new-password --token file:{};"
            + " or in the console, at /setup# followed by that secret",
        AdminLogId.SET_UP_WANTED,
        file,
        file);
    return Secret.of(Files.readString(file, StandardCharsets.UTF_8).strip());
  }

  /** Nobody needs it any more. */
  void remove() {
    try {
      if (Files.deleteIfExists(file)) {
        LOG.info("{} there is an administrator; {} is removed", AdminLogId.SET_UP, file);
      }
    } catch (IOException e) {
      LOG.warn("{} cannot be removed; it is of no use any more", file, e);
    }
  }
}
