package io.feige.dist.chaos;

import java.time.Duration;
import java.util.Locale;

/** Durations in a report. */
final class Seconds {
  private Seconds() {}

  static String of(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
  }
}
