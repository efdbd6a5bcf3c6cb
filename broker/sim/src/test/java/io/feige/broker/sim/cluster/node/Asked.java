package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;

/**
 * A request that has no answer yet.
 *
 * @param epoch that the caller believes in; 0: any
 */
record Asked(ClientSession from, Ticket ticket, Event event, long epoch) {}
