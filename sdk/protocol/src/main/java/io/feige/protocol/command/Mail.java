package io.feige.protocol.command;

import java.util.List;

/**
 * Answer to {@link ReadMailbox}. A server writes it with {@code PulledEncoder} instead, frame by
 * frame.
 *
 * @param first sequence of the first message delivered; the others follow it without a gap
 * @param next sequence to go on with
 * @param acked the owner has dealt with everything up to this sequence
 * @param end sequence of the mailbox's last message
 * @param dropped messages that were not acked when they made room for others, since it began
 */
public record Mail(
    long epoch,
    long first,
    long next,
    long acked,
    long end,
    long dropped,
    List<DeliveredBatch> deliveries)
    implements Result, HoldsBuffers {
  /** Takes a copy of the list. */
  public Mail {
    deliveries = List.copyOf(deliveries);
  }

  @Override
  public CommandType type() {
    return CommandType.MAIL_READ;
  }

  @Override
  public void retainBuffers() {
    deliveries.forEach(delivery -> delivery.frame().retain());
  }

  @Override
  public void releaseBuffers() {
    deliveries.forEach(delivery -> delivery.frame().release());
  }
}
