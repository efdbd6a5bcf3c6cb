package io.feige.broker.sim.net;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Request;
import io.feige.protocol.model.Durability;
import java.nio.ByteBuffer;

/** A connection: keeps the order of what it carries, until it is cut. */
public final class Line {
  private final Wire wire;
  private final Client client;
  private final long session;
  private boolean isOpen = true;
  private boolean isSlow;
  private int lastCorrelation;
  private long lastAtNode;
  private long lastAtClient;

  Line(Wire wire, Client client, long session) {
    this.wire = wire;
    this.client = client;
    this.session = session;
  }

  public long session() {
    return session;
  }

  public boolean isOpen() {
    return isOpen;
  }

  /** Whether the client has stopped to read what the node sends. */
  public boolean isSlow() {
    return isSlow;
  }

  public void slow(boolean slow) {
    isSlow = slow;
  }

  /** Sends a request; returns its number. */
  public int send(Request request) {
    Ticket ticket = new Ticket(session, ++lastCorrelation, request.type());
    send(ticket, new Event.Ask(ticket, request));
    return ticket.correlation();
  }

  /** Publishes a batch; returns the request's number. */
  public int publish(String topic, Durability durability, long resolvedBelow, ByteBuffer batch) {
    Ticket ticket = new Ticket(session, ++lastCorrelation, CommandType.PUBLISH);
    send(ticket, new Event.Publish(ticket, topic, 0, durability, resolvedBelow, batch.duplicate()));
    return ticket.correlation();
  }

  private void send(Ticket ticket, Event event) {
    if (isOpen) {
      lastAtNode = wire.arrival(lastAtNode);
      wire.at(lastAtNode, () -> wire.toNode(ticket, event));
    }
  }

  void answer(Ticket ticket, Answer answer) {
    toClient(() -> client.answered(ticket.correlation(), answer));
  }

  void deliver(Ticket ticket, Delivered delivered) {
    toClient(() -> client.delivered(ticket.correlation(), delivered));
  }

  private void toClient(Runnable arrival) {
    lastAtClient = wire.arrival(lastAtClient);
    wire.at(
        lastAtClient,
        () -> {
          if (isOpen) {
            arrival.run();
          }
        });
  }

  /** The client goes away. What it has sent may still reach the node. */
  public void cut() {
    if (isOpen) {
      isOpen = false;
      wire.at(wire.arrival(lastAtNode), () -> wire.closed(session));
    }
  }

  /** The node is gone. */
  void broken() {
    if (isOpen) {
      isOpen = false;
      wire.at(wire.arrival(lastAtClient), client::disconnected);
    }
  }
}
