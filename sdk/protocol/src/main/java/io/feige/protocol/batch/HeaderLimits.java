package io.feige.protocol.batch;

import io.feige.protocol.Utf8;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How many headers a message may have. Each becomes several objects where it is read, so a few
 * bytes must not be many of them.
 */
public final class HeaderLimits {
  /** The most headers of a message. */
  public static final int MAX_COUNT = 1_000;

  /** The most bytes of a message's headers, names and values together. */
  public static final int MAX_BYTES = 256 << 10;

  private static final int MAX_BYTES_OF_CHAR = 3;

  private HeaderLimits() {}

  /** What exceeds a limit, in words; null if nothing does. */
  public static @Nullable String problem(List<RecordHeader> headers) {
    if (headers.size() > MAX_COUNT) {
      return tooMany(headers.size());
    }
    long bytes = 0;
    for (int i = 0; i < headers.size(); i++) {
      RecordHeader header = headers.get(i);
      bytes += (long) MAX_BYTES_OF_CHAR * header.name().length() + header.value().length;
    }
    return bytes <= MAX_BYTES ? null : exactProblem(headers);
  }

  static String tooMany(long count) {
    return String.format(Locale.ROOT, "%,d headers; at most %,d are allowed", count, MAX_COUNT);
  }

  static String tooLarge(long bytes) {
    return String.format(
        Locale.ROOT, "headers of %,d bytes or more; at most %,d are allowed", bytes, MAX_BYTES);
  }

  private static @Nullable String exactProblem(List<RecordHeader> headers) {
    long bytes = 0;
    for (RecordHeader header : headers) {
      bytes += Utf8.encode(header.name()).length + header.value().length;
    }
    return bytes <= MAX_BYTES ? null : tooLarge(bytes);
  }
}
