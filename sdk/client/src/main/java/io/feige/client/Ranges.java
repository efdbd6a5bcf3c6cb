package io.feige.client;

import java.time.Duration;

/** Range checks of the policies: nothing is silently corrected. */
final class Ranges {
  private Ranges() {}

  static void check(String name, long value, long low, long high) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          name + " must be from " + low + " to " + high + ", not " + value);
    }
  }

  static void check(String name, Duration value, Duration low, Duration high) {
    if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
      throw new IllegalArgumentException(
          name + " must be from " + low + " to " + high + ", not " + value);
    }
  }
}
