package io.feige.broker.core.port;

import io.feige.protocol.command.Mail;
import java.util.List;

/** Stored messages that answer a request; the fields are those of {@code docs/wire-format.md}. */
public sealed interface Handed {
  List<Handout> handouts();

  /** Answers a pull. */
  record ToConsumer(long epoch, int generation, int leaseMillis, List<Handout> handouts)
      implements Handed {}

  /**
   * Answers a read of a mailbox.
   *
   * @param head without deliveries
   */
  record ToOwner(Mail head, List<Handout> handouts) implements Handed {}

  /** Answers a read. */
  record ToReader(long epoch, long nextOffset, long endOffset, List<Handout> handouts)
      implements Handed {}
}
