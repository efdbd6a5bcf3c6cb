package io.feige.broker.sim.node;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Answer;

/** An answer that waits until the journal is safe up to a position. */
record Held(long position, Ticket ticket, Answer answer) {}
