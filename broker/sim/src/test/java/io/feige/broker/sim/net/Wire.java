package io.feige.broker.sim.net;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.command.Answer;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All connections to the node. */
public final class Wire {
  private final Timeline timeline;
  private final Chance chance;
  private final TreeMap<Long, Line> lines = new TreeMap<>();
  private @Nullable Door door;
  private long lastSession;

  public Wire(Timeline timeline, Chance chance) {
    this.timeline = timeline;
    this.chance = chance;
  }

  public void leadsTo(Door node) {
    door = node;
  }

  /** Connects; null when nobody listens. */
  public @Nullable Line connect(Client client) {
    if (door == null || !door.isOpen()) {
      return null;
    }
    Line line = new Line(this, client, ++lastSession);
    lines.put(line.session(), line);
    return line;
  }

  /** When something arrives that is sent now, behind what was sent before. */
  long arrival(long previous) {
    return Math.max(previous, timeline.nanos() + chance.skewed(5_000, 400_000));
  }

  void at(long nanos, Runnable event) {
    timeline.after(nanos - timeline.nanos(), event);
  }

  void toNode(Ticket ticket, Event event) {
    if (door != null && door.isOpen() && lines.containsKey(ticket.session())) {
      door.receive(ticket, event);
    }
  }

  void closed(long session) {
    if (lines.remove(session) != null && door != null && door.isOpen()) {
      door.closed(session);
    }
  }

  /** Whether the node can send more there. */
  public boolean canTake(long session) {
    Line line = lines.get(session);
    return line != null && line.isOpen() && !line.isSlow();
  }

  public void answer(Ticket ticket, Answer answer) {
    Line line = lines.get(ticket.session());
    if (line != null) {
      line.answer(ticket, answer);
    }
  }

  public void deliver(Ticket ticket, Delivered delivered) {
    Line line = lines.get(ticket.session());
    if (line != null) {
      line.deliver(ticket, delivered);
    }
  }

  /** The node is gone, and every connection with it. */
  public void breakAll() {
    lines.values().forEach(Line::broken);
    lines.clear();
  }
}
