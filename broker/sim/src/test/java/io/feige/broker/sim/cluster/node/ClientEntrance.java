package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.sim.cluster.wire.ClientDoor;
import io.feige.broker.sim.pairnet.Side;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A client's way into one process of a node: first it says for which pair it came. */
final class ClientEntrance implements ClientDoor {
  private final Side side;
  private final ClientSession session;
  private final Function<String, @Nullable SimReplica> replicas;
  private @Nullable SimReplica replica;

  ClientEntrance(long id, Side side, Function<String, @Nullable SimReplica> replicas) {
    this.side = side;
    this.session = new ClientSession(id, side);
    this.replicas = replicas;
    side.bind(this);
    side.listen(this::closed);
  }

  private void closed() {
    if (replica != null) {
      replica.closed(session.id());
    }
  }

  @Override
  public void hello(String pair) {
    replica = replicas.apply(pair);
    if (replica == null) {
      side.close();
    }
  }

  @Override
  public void ask(int correlation, Request request) {
    Ticket ticket = new Ticket(session.id(), correlation, request.type());
    long epoch =
        request instanceof Pull pull
            ? pull.epoch()
            : request instanceof Settle settle ? settle.epoch() : 0;
    receive(new Asked(session, ticket, new Event.Ask(ticket, request), epoch));
  }

  @Override
  public void publish(int correlation, Batch batch) {
    Ticket ticket = new Ticket(session.id(), correlation, CommandType.PUBLISH);
    Event event =
        new Event.Publish(
            ticket,
            batch.topic(),
            batch.epoch(),
            batch.durability(),
            batch.resolvedBelow(),
            batch.bytes().duplicate());
    receive(new Asked(session, ticket, event, batch.epoch()));
  }

  private void receive(Asked asked) {
    if (replica != null) {
      replica.receive(asked);
    }
  }
}
