package io.feige.protocol.batch;

/**
 * When a producer began to count, as its sequences tell: the upper 32 of their 62 bits are seconds
 * since 1970, the lower 30 count. Whenever a producer has nothing under way it may begin anew at
 * the present second, and should. So a node that has forgotten a producer knows of each sequence
 * whether it may have been among what it has forgotten, and remembers nothing for that but one
 * second.
 */
public final class SequenceTime {
  private static final int COUNT_BITS = 30;

  private SequenceTime() {}

  /** The first sequence of a producer that begins in this second, from 0 to 2^32 - 1. */
  public static long first(long seconds) {
    return seconds << COUNT_BITS;
  }

  /** The second in which the producer of this sequence began, or one a little later. */
  public static long seconds(long sequence) {
    return sequence >>> COUNT_BITS;
  }

  /** Which one since then it is. */
  public static long count(long sequence) {
    return sequence & ((1L << COUNT_BITS) - 1);
  }
}
