package io.feige.protocol.model;

/**
 * What a consumer says about a range of messages that it was given in one attempt.
 *
 * @param first the lowest offset
 * @param last the highest offset, included
 * @param attempt the attempt that the delivery said, 1 to 65,535
 * @param delayMillis NACK: come again after it, or {@link #TOPIC_BACK_OFF}; EXTEND: the lease ends
 *     so far from now; else 0
 * @param reason REJECT: why, for the dead letter; NACK: the same if it was the last try; else empty
 */
public record Verdict(
    VerdictKind kind, long first, long last, int attempt, long delayMillis, String reason) {

  /** The delay of a NACK that leaves it to the topic's back-off. */
  public static final long TOPIC_BACK_OFF = 0xFFFF_FFFFL;

  /** The highest attempt that can be said. */
  public static final int MAX_ATTEMPT = 65_535;

  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Verdict {
    if (first < 0 || last < first || last == Long.MAX_VALUE) {
      throw new IllegalArgumentException("offsets " + first + " to " + last + " are no range");
    }
    Range.require("attempt", attempt, 1, MAX_ATTEMPT);
    if (delayMillis != TOPIC_BACK_OFF || kind != VerdictKind.NACK) {
      Range.require("delayMillis", delayMillis, 0, Integer.MAX_VALUE);
    }
  }

  /** Done. */
  public static Verdict ack(long first, long last, int attempt) {
    return new Verdict(VerdictKind.ACK, first, last, attempt, 0, "");
  }

  /** Come again after a delay, or after {@link #TOPIC_BACK_OFF}. */
  public static Verdict nack(long first, long last, int attempt, long delayMillis) {
    return new Verdict(VerdictKind.NACK, first, last, attempt, delayMillis, "");
  }

  /** The same with what the dead letter says if it was the last try. */
  public static Verdict nack(long first, long last, int attempt, long delayMillis, String reason) {
    return new Verdict(VerdictKind.NACK, first, last, attempt, delayMillis, reason);
  }

  /** To the dead-letter topic. */
  public static Verdict reject(long first, long last, int attempt, String reason) {
    return new Verdict(VerdictKind.REJECT, first, last, attempt, 0, reason);
  }

  /** Keep the lease until so far from now. */
  public static Verdict extend(long first, long last, int attempt, long leaseMillis) {
    return new Verdict(VerdictKind.EXTEND, first, last, attempt, leaseMillis, "");
  }

  /** Come again at once, not counted as a try. */
  public static Verdict release(long first, long last, int attempt) {
    return new Verdict(VerdictKind.RELEASE, first, last, attempt, 0, "");
  }

  /** A handler may have it any moment: nobody else gets it before the lease ends. */
  public static Verdict claim(long first, long last, int attempt) {
    return new Verdict(VerdictKind.CLAIM, first, last, attempt, 0, "");
  }

  /** A handler has it now: a try, should the lease end without a verdict. */
  public static Verdict start(long first, long last, int attempt) {
    return new Verdict(VerdictKind.START, first, last, attempt, 0, "");
  }

  /**
   * The same of some of its messages.
   *
   * @throws IllegalArgumentException where they are no range of offsets
   */
  public Verdict within(long from, long to) {
    return from == first && to == last
        ? this
        : new Verdict(kind, from, to, attempt, delayMillis, reason);
  }

  /** Number of messages. */
  public long count() {
    return last - first + 1;
  }
}
