package io.feige.broker.core.decide;

import io.feige.broker.core.port.Ticket;

/** A worker's question for something to do that waits for it. */
record ParkedTake(Ticket ticket, WorkPlace.Seat seat) {}
