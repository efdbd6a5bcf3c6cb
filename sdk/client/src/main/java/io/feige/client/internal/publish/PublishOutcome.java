package io.feige.client.internal.publish;

import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.Receipt;

/** How the publishing of a batch ended. */
sealed interface PublishOutcome permits PublishOutcome.Confirmed, PublishOutcome.Failed {
  /**
   * The broker has it.
   *
   * @param pair the pair that took it
   * @param epoch activation of the pair that took it
   * @param firstOffset offset of the first record, or {@link Receipt#OFFSET_UNKNOWN}
   * @param position where the batch stands in the journal
   * @param storedAtMillis the broker's time
   * @param durability how safe it is
   * @param duplicate whether the broker had it already
   */
  record Confirmed(
      String pair,
      long epoch,
      long firstOffset,
      long position,
      long storedAtMillis,
      Durability durability,
      boolean duplicate)
      implements PublishOutcome {
    Receipt receipt(String topic, int index) {
      long offset =
          firstOffset == Receipt.OFFSET_UNKNOWN ? Receipt.OFFSET_UNKNOWN : firstOffset + index;
      return new Receipt(
          topic, epoch, offset, position, storedAtMillis, durability, duplicate, pair, index);
    }
  }

  /**
   * It has not, or nobody knows.
   *
   * @param failure what the callers are told
   */
  record Failed(FeigeException failure) implements PublishOutcome {}
}
