package io.feige.broker.core.decide;

import io.feige.broker.core.group.Holder;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Pull;

/**
 * A pull that waits for messages.
 *
 * @param holder who pulls
 */
record ParkedPull(Ticket ticket, Pull pull, Holder holder) {}
