package io.feige.broker.core.port;

import io.feige.protocol.command.Mail;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.model.OrderMode;
import java.util.List;

/** Stored messages that answer a request; the fields are those of {@code docs/wire-format.md}. */
public sealed interface Handed {
  List<Handout> handouts();

  /** Answers a pull. */
  record ToConsumer(
      long epoch, int generation, int leaseMillis, OrderMode order, List<Handout> handouts)
      implements Handed {
    /** The answer without its deliveries. */
    public Pulled head() {
      return new Pulled(epoch, generation, leaseMillis, order, List.of());
    }
  }

  /**
   * Answers a read of a mailbox.
   *
   * @param head without deliveries
   */
  record ToOwner(Mail head, List<Handout> handouts) implements Handed {}

  /** Answers a read. */
  record ToReader(
      long epoch, int partition, long nextOffset, long endOffset, List<Handout> handouts)
      implements Handed {
    /** The answer without its deliveries. */
    public ReadBatches head() {
      return new ReadBatches(epoch, partition, nextOffset, endOffset, List.of());
    }
  }
}
