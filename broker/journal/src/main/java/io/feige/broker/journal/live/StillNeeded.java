package io.feige.broker.journal.live;

/** Says which messages are still needed. Asked on the loop thread. */
public interface StillNeeded {
  /**
   * The first offset of a partition, from one on, that is needed; {@code Long.MAX_VALUE} if none
   * is.
   *
   * @param timeMillis of the youngest of the messages that are asked about
   * @param bytesAfter of the partition, behind those messages
   */
  long next(int partition, long from, long timeMillis, long bytesAfter);
}
