package io.feige.protocol.command;

import io.feige.protocol.model.OrderMode;
import java.util.List;

/**
 * Answer to {@link Pull}. A server writes it with {@code PulledEncoder} instead, frame by frame.
 *
 * @param generation the group's generation, to be named when settling
 * @param leaseMillis how long the messages are kept from others, counted from the answer
 * @param order in which the topic keeps its messages
 * @param deliveries none: the wait is over, or the pull was cancelled
 */
public record Pulled(
    long epoch, int generation, int leaseMillis, OrderMode order, List<DeliveredBatch> deliveries)
    implements Result, HoldsBuffers {
  /** Takes a copy of the list. */
  public Pulled {
    deliveries = List.copyOf(deliveries);
  }

  @Override
  public CommandType type() {
    return CommandType.PULL;
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
