package io.feige.protocol.command;

import io.feige.protocol.model.Durability;

/**
 * Answer to {@link Publish}, the receipt.
 *
 * @param offset offset of the batch's first message, or {@link #OFFSET_UNKNOWN}
 * @param position where its frame begins in the journal
 * @param storedAtMillis the broker's time, milliseconds since 1970
 * @param durability how safe it is now
 * @param duplicate it had been taken before; the rest is the first receipt
 */
public record Published(
    long epoch,
    long offset,
    long position,
    long storedAtMillis,
    Durability durability,
    boolean duplicate)
    implements Result {

  /** A delayed batch has no offset before it is due; an old duplicate's receipt is forgotten. */
  public static final long OFFSET_UNKNOWN = Long.MAX_VALUE;

  @Override
  public CommandType type() {
    return CommandType.PUBLISH;
  }
}
