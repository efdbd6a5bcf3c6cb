package io.feige.client;

import java.time.Instant;

/**
 * A place in a topic to read from.
 *
 * @param kind how the place is named
 * @param value an offset, or milliseconds since 1970; 0 for the other kinds
 */
public record StartFrom(Kind kind, long value) {
  /** How a place is named. */
  public enum Kind {
    /** The oldest message held. */
    EARLIEST,
    /** What comes after now. */
    LATEST,
    /** The message with this offset, or the next one held. */
    OFFSET,
    /** The first message stored at this time or later. */
    TIME
  }

  /** Checks that the value is not negative. */
  public StartFrom {
    Ranges.check("value", value, 0, Long.MAX_VALUE);
  }

  /** The oldest message that the topic still holds. */
  public static StartFrom earliest() {
    return new StartFrom(Kind.EARLIEST, 0);
  }

  /** What is published from now on. */
  public static StartFrom latest() {
    return new StartFrom(Kind.LATEST, 0);
  }

  /** The message with this offset, or the next one that is still held. */
  public static StartFrom offset(long offset) {
    return new StartFrom(Kind.OFFSET, offset);
  }

  /** The first message that the broker stored at this time or later. */
  public static StartFrom time(Instant time) {
    return new StartFrom(Kind.TIME, time.toEpochMilli());
  }
}
