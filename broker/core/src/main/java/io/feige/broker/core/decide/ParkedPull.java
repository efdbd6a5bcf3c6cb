package io.feige.broker.core.decide;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Pull;

/** A pull that waits for messages. */
record ParkedPull(Ticket ticket, Pull pull) {}
