package io.feige.broker.core.decide;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.ReadMailbox;

/** A read of a mailbox that waits for messages. */
record ParkedMail(Ticket ticket, ReadMailbox read) {
  String identity() {
    return read.identity();
  }
}
