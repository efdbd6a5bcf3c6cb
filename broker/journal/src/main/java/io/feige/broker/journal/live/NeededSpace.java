package io.feige.broker.journal.live;

/** Says how much is still needed, and by whom. Asked on the loop thread. */
public interface NeededSpace extends StillNeeded {
  /** Learns who needs messages of a range. */
  interface Claims {
    /** The topic's limits keep all of it. */
    void byTopic();

    /**
     * A group was looked at, which has not settled so many of it.
     *
     * @param messages may be 0
     * @param first the first of them
     */
    void byGroup(int group, long messages, long first);
  }

  /** Is shown batches that wait for their time. */
  interface Waiting {
    /** One of them, whose frame stands at a position. */
    void batch(int partition, long position, long bytes);
  }

  /**
   * How many messages of a range are needed; the rest as in {@link #next}.
   *
   * @param claims told who needs them
   */
  long count(int partition, long first, long last, long timeMillis, long bytesAfter, Claims claims);

  /** Bytes of the batches that wait for their time. */
  long delayedBytes();

  /**
   * Shows some of the batches that wait for their time, those behind a position, by position.
   *
   * @return position of the last that was shown; {@code Long.MAX_VALUE}: there are no more
   */
  long showDelayed(long after, int most, Waiting waiting);

  /** Whether what is needed of old segments is carried forward, so that it holds nothing else. */
  boolean isCarried();
}
