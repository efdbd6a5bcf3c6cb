package io.feige.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** Sizes and durations as people write them: {@code 256MiB}, {@code 400ms}. */
public final class Units {
  private static final long KIB = 1024;
  private static final Map<String, Long> BYTES =
      Map.of(
          "",
          1L,
          "b",
          1L,
          "kib",
          KIB,
          "mib",
          KIB * KIB,
          "gib",
          KIB * KIB * KIB,
          "tib",
          KIB * KIB * KIB * KIB,
          "kb",
          1_000L,
          "mb",
          1_000_000L,
          "gb",
          1_000_000_000L,
          "tb",
          1_000_000_000_000L);
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  private Units() {}

  /**
   * The bytes that a text stands for.
   *
   * @throws IllegalArgumentException with what would be right, if the text is no size
   */
  public static long bytes(String text) {
    Split parts = Split.of(text, "a size such as 64KiB, 256MiB or 2GiB");
    Long factor = BYTES.get(parts.unit);
    if (factor == null) {
      throw new IllegalArgumentException(
          "'" + text + "' has an unknown unit; use KiB, MiB, GiB, TiB, KB, MB, GB or TB");
    }
    return parts.times(factor, text);
  }

  /**
   * The duration that a text stands for.
   *
   * @throws IllegalArgumentException with what would be right, if the text is no duration
   */
  public static Duration duration(String text) {
    Split parts = Split.of(text, "a duration such as 400ms, 30s, 5m, 12h or 7d");
    Long factor =
        parts.number == 0 && parts.unit.isEmpty() ? Long.valueOf(1) : MILLIS.get(parts.unit);
    if (factor == null) {
      throw new IllegalArgumentException(
          "'" + text + "' needs a unit of time: ms, s, m, h or d, as in 30s");
    }
    return Duration.ofMillis(parts.times(factor, text));
  }

  public static String showBytes(long bytes) {
    String[] units = {"", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    long rest = bytes;
    while (rest != 0 && rest % KIB == 0 && unit < units.length - 1) {
      rest /= KIB;
      unit++;
    }
    return rest + units[unit];
  }

  public static String showDuration(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0) {
      return "0";
    }
    for (String unit : new String[] {"d", "h", "m", "s"}) {
      long factor = MILLIS.getOrDefault(unit, 1L);
      if (millis % factor == 0) {
        return millis / factor + unit;
      }
    }
    return millis + "ms";
  }

  private record Split(long number, String unit) {
    static Split of(String text, String wanted) {
      String trimmed = text.strip();
      int digits = 0;
      while (digits < trimmed.length() && Character.digit(trimmed.charAt(digits), 10) >= 0) {
        digits++;
      }
      if (digits == 0 || digits > 15) {
        throw new IllegalArgumentException("'" + text + "' is not " + wanted);
      }
      String unit = trimmed.substring(digits).strip().toLowerCase(Locale.ROOT);
      return new Split(Long.parseLong(trimmed.substring(0, digits)), unit);
    }

    long times(long factor, String text) {
      if (number > Long.MAX_VALUE / factor) {
        throw new IllegalArgumentException("'" + text + "' is too large");
      }
      return number * factor;
    }
  }
}
