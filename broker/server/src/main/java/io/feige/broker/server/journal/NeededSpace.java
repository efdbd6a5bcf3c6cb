package io.feige.broker.server.journal;

/** Says how much is still needed. Asked on the loop thread. */
public interface NeededSpace extends StillNeeded {
  /** How many messages of a range are needed; the rest as in {@link #next}. */
  long count(int partition, long first, long last, long timeMillis, long bytesAfter);

  /** Bytes of the batches that wait for their time. */
  long delayedBytes();
}
