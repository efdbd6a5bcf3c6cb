package io.feige.broker.core.decide;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Read;

/**
 * A read that waits for messages.
 *
 * @param from the offset the reader has arrived at
 */
record ParkedRead(Ticket ticket, Read read, long from) {}
