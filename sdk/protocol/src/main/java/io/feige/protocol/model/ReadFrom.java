package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/**
 * Where reading begins, or a group is moved to.
 *
 * @param type how the place is named
 * @param value the offset, or milliseconds since 1970; 0 for EARLIEST and LATEST
 */
public record ReadFrom(Type type, long value) {

  /** How a place is named. */
  public enum Type {
    /** The oldest message held. */
    EARLIEST(1),
    /** The end: the next message published. */
    LATEST(2),
    /** A message's offset. */
    OFFSET(3),
    /** The first message at or after a time of the broker's clock. */
    TIME_MILLIS(4);

    private static final Type[] BY_NUMBER = values();

    private final int number;

    Type(int number) {
      this.number = number;
    }

    /** The number on the wire. */
    public int number() {
      return number;
    }

    /** The type of a number, or null if there is none; any number may be asked for. */
    public static @Nullable Type ofNumber(int number) {
      return number < 1 || number > BY_NUMBER.length ? null : BY_NUMBER[number - 1];
    }
  }

  /**
   * Refuses a negative value, and any value for a place that has none.
   *
   * @throws IllegalArgumentException if it is so
   */
  public ReadFrom {
    Range.requireNotNegative("value", value);
    boolean named = type == Type.EARLIEST || type == Type.LATEST;
    if (named && value != 0) {
      throw new IllegalArgumentException(type + " has no value, not " + value);
    }
  }

  /** The oldest message held. */
  public static ReadFrom earliest() {
    return new ReadFrom(Type.EARLIEST, 0);
  }

  /** The end: the next message published. */
  public static ReadFrom latest() {
    return new ReadFrom(Type.LATEST, 0);
  }

  /** The message with this offset. */
  public static ReadFrom offset(long offset) {
    return new ReadFrom(Type.OFFSET, offset);
  }

  /** The first message at or after this time of the broker's clock. */
  public static ReadFrom timeMillis(long timeMillis) {
    return new ReadFrom(Type.TIME_MILLIS, timeMillis);
  }
}
