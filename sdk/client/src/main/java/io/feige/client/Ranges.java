package io.feige.client;

/** Range checks of the policies: nothing is silently corrected. */
final class Ranges {
  private Ranges() {}

  static void check(String name, long value, long low, long high) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          name + " must be from " + low + " to " + high + ", not " + value);
    }
  }
}
