package io.feige.protocol.model;

/** Range checks of the values' constructors; each throws IllegalArgumentException. */
public final class Range {
  private static final int MAX_HOST_LENGTH = 255;

  private Range() {}

  /** Requires a value between two others, both permitted. */
  public static void require(String field, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          field + " must be " + least + " to " + most + ", not " + value);
    }
  }

  /** Requires a value of 0 or more. */
  public static void requireNotNegative(String field, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(field + " must be 0 or more, not " + value);
    }
  }

  /** Requires a text of so many characters. */
  public static void requireLength(String field, String text, int least, int most) {
    if (text.length() < least || text.length() > most) {
      throw new IllegalArgumentException(
          field + " must have " + least + " to " + most + " characters, not " + text.length());
    }
  }

  /** Requires a name that follows {@link NameRule}. */
  public static void requireName(String field, String name) {
    String problem = NameRule.problem(name);
    if (problem != null) {
      throw new IllegalArgumentException(field + ": " + problem);
    }
  }

  /** Requires an address: both a host and a port of 1 to 65,535. */
  public static void requireAddress(String host, int port) {
    requireLength("host", host, 1, MAX_HOST_LENGTH);
    require("port", port, 1, 65_535);
  }
}
