package io.feige.dist.cli;

import java.time.Duration;
import java.util.Locale;

/** Numbers as a person reads them, always with their unit. */
public final class Human {
  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

  private Human() {}

  /** {@code 1,234,567}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 1.5 MiB}. */
  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0
        ? bytes + " B"
        : String.format(Locale.ROOT, "%.1f %s", value, BYTE_UNITS[unit]);
  }

  /** {@code 250 us}, {@code 12.3 ms}, {@code 4.2 s}, {@code 3 min 20 s} or {@code 7 d 0 h}. */
  public static String nanos(long nanos) {
    if (nanos < 1_000_000L) {
      return String.format(Locale.ROOT, "%.0f us", nanos / 1e3);
    }
    if (nanos < 1_000_000_000L) {
      return String.format(Locale.ROOT, nanos < 10_000_000L ? "%.2f ms" : "%.1f ms", nanos / 1e6);
    }
    if (nanos < 120_000_000_000L) {
      return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
    return unhurried(Duration.ofNanos(nanos));
  }

  private static String unhurried(Duration duration) {
    if (duration.toHours() < 2) {
      return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
    if (duration.toDays() < 2) {
      return duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }
    return duration.toDays() + " d " + duration.toHoursPart() + " h";
  }

  /** The same for durations; {@code none} for zero. */
  public static String duration(Duration duration) {
    return duration.isZero() ? "none" : nanos(duration.toNanos());
  }

  /** How many a second. */
  public static long perSecond(long number, long nanos) {
    return Math.round(number * 1e9 / Math.max(1, nanos));
  }
}
