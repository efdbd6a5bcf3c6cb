package io.feige.broker.sim.net;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;

/** Where requests reach the node. */
public interface Door {
  boolean isOpen();

  void receive(Ticket ticket, Event event);

  void closed(long session);
}
