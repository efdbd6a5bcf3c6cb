package io.feige.protocol.command;

import java.util.List;

/**
 * Answer to {@link Read}. A server writes it with {@code PulledEncoder} instead, frame by frame.
 *
 * @param partition to which the offsets belong
 * @param nextOffset where to go on reading
 * @param endOffset the end that consumers see now; equal to nextOffset when everything was read
 */
public record ReadBatches(
    long epoch, int partition, long nextOffset, long endOffset, List<DeliveredBatch> deliveries)
    implements Result, HoldsBuffers {
  /** Takes a copy of the list. */
  public ReadBatches {
    deliveries = List.copyOf(deliveries);
  }

  @Override
  public CommandType type() {
    return CommandType.READ;
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
