package io.feige.client;

import java.time.Instant;

/**
 * A place in a topic to read from.
 *
 * @param kind how the place is named
 * @param value an offset, or milliseconds since 1970; 0 for the other kinds
 * @param partition whose messages an offset counts ({@link TopicInPair#partition}): a topic that
 *     was deleted and made again has another one, and refuses with TOPIC_REPLACED; 0: any
 */
public record StartFrom(Kind kind, long value, int partition) {
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

  /** Checks that the numbers are not negative. */
  public StartFrom {
    Ranges.check("value", value, 0, Long.MAX_VALUE);
    Ranges.check("partition", partition, 0, Integer.MAX_VALUE);
  }

  /** The oldest message that the topic still holds. */
  public static StartFrom earliest() {
    return new StartFrom(Kind.EARLIEST, 0, 0);
  }

  /** What is published from now on. */
  public static StartFrom latest() {
    return new StartFrom(Kind.LATEST, 0, 0);
  }

  /**
   * The message with this offset, or the next one that is still held. Beyond the topic's end is
   * refused; the end itself, the offset that the next message will get, is not.
   */
  public static StartFrom offset(long offset) {
    return offset(offset, 0);
  }

  /** The same of that partition alone. */
  public static StartFrom offset(long offset, int partition) {
    return new StartFrom(Kind.OFFSET, offset, partition);
  }

  /** The first message that the broker stored at this time or later. */
  public static StartFrom time(Instant time) {
    return new StartFrom(Kind.TIME, time.toEpochMilli(), 0);
  }
}
