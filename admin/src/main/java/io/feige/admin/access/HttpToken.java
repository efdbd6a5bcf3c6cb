package io.feige.admin.access;

import io.feige.access.PrivateFile;
import io.feige.access.RandomText;
import io.feige.admin.log.AdminLogId;
import io.feige.protocol.model.Secret;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What callers of the REST interface show where the settings want nothing of anybody: a token made
 * anew at each start, in a file that only the owner of the process can read. The file's name has
 * the port, so that nobody takes it for that of another Admin.
 */
final class HttpToken {
  private static final Logger LOG = LoggerFactory.getLogger(HttpToken.class);
  private static final int BYTES = 24;

  /** Also what a start that failed half-way has left. */
  private static final Pattern NAME = Pattern.compile("http-\\d{1,5}\\.token(\\.new)?");

  private final Path dir;
  private final String text = RandomText.of(BYTES);
  private volatile @Nullable Path file;

  HttpToken(Path dir) {
    this.dir = dir;
  }

  Secret secret() {
    return Secret.of(text);
  }

  /** Where it lies; empty: nowhere yet. */
  Optional<Path> file() {
    return Optional.ofNullable(file);
  }

  /**
   * Leaves it for whoever may read it, in place of those of earlier starts.
   *
   * @throws IOException if it cannot be written
   */
  void leave(int port) throws IOException {
    removeAll();
    Path fresh = dir.resolve("http-" + port + ".token").toAbsolutePath().normalize();
    PrivateFile.write(fresh, text + "\n");
    file = fresh;
    LOG.info(
        "{} the console and the REST interface want the token in {}, which is made anew at each"
            + " start; a browser comes in at /login# followed by it",
        AdminLogId.HTTP_TOKEN,
        fresh);
  }

  /** It is of no use any more. */
  void remove() {
    try {
      removeAll();
    } catch (IOException e) {
      LOG.warn("the token in {} cannot be removed; it is of no use any more", dir, e);
    }
  }

  private static boolean isOne(Path file) {
    return NAME.matcher(file.getFileName().toString()).matches() && Files.isRegularFile(file);
  }

  private void removeAll() throws IOException {
    try (DirectoryStream<Path> former = Files.newDirectoryStream(dir, HttpToken::isOne)) {
      for (Path one : former) {
        Files.delete(one);
      }
    }
  }
}
