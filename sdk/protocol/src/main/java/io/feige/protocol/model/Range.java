package io.feige.protocol.model;

/** Range checks of the values' constructors. */
final class Range {
  private Range() {}

  static void require(String field, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          field + " must be " + least + " to " + most + ", not " + value);
    }
  }

  static void requireNotNegative(String field, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(field + " must be 0 or more, not " + value);
    }
  }
}
