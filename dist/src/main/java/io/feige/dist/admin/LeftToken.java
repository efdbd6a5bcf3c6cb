package io.feige.dist.admin;

import io.feige.config.Loopback;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The token that an Admin of this machine leaves in a file where its settings want none. Whoever
 * listens on the port names the file, and nobody knows yet who that is. So only what looks like
 * such a token is taken, of a file with the right name that is no link to another one.
 */
final class LeftToken {
  /** 24 random bytes, as Admin writes them. */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{32}");

  private static final int MOST_BYTES = 64;

  private LeftToken() {}

  /**
   * What stands in the file.
   *
   * @param asked who has named it, and is shown it
   * @return empty if there is no such token, or this user may not read it
   */
  static Optional<String> read(@Nullable String file, URI asked) {
    if (file == null || !Loopback.contains(asked.getHost())) {
      return Optional.empty();
    }
    try {
      Path path = Path.of(file);
      return path.endsWith("http-" + asked.getPort() + ".token")
              && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
          ? Optional.of(begin(path)).filter(text -> TOKEN.matcher(text).matches())
          : Optional.empty();
    } catch (InvalidPathException | IOException unreadable) {
      return Optional.empty();
    }
  }

  private static String begin(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Until there is no more, or too much.
      }
    }
    return StandardCharsets.ISO_8859_1.decode(bytes.flip()).toString().strip();
  }
}
