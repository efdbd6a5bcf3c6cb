package io.feige.protocol.batch;

/**
 * What a producer stamps on a batch when it is complete.
 *
 * @param producerId random, 0: not idempotent
 * @param sequence number of the batch in this producer and partition, from 0
 * @param deliverAtMillis when its messages become visible, milliseconds since 1970; 0: at once
 */
public record BatchStamp(long producerId, long sequence, long deliverAtMillis) {
  /**
   * Refuses negative fields.
   *
   * @throws IllegalArgumentException if one is
   */
  public BatchStamp {
    if ((producerId | sequence | deliverAtMillis) < 0) {
      throw new IllegalArgumentException(
          "producerId, sequence and deliverAtMillis must be 0 or more, not "
              + producerId
              + ", "
              + sequence
              + ", "
              + deliverAtMillis);
    }
  }
}
