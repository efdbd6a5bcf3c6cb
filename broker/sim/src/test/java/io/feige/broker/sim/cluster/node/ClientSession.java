package io.feige.broker.sim.cluster.node;

import io.feige.broker.sim.net.Client;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.pairnet.Side;
import io.feige.protocol.command.Answer;

/** A client's connection, at the node. */
final class ClientSession {
  private static final int ANSWER_BYTES = 100;

  private final long id;
  private final Side side;

  ClientSession(long id, Side side) {
    this.id = id;
    this.side = side;
  }

  long id() {
    return id;
  }

  boolean canTake() {
    return side.canSend();
  }

  void answer(int correlation, Answer answer) {
    Side client = side.other();
    side.send(ANSWER_BYTES, () -> client.bound(Client.class).answered(correlation, answer));
  }

  void deliver(int correlation, Delivered delivered) {
    Side client = side.other();
    side.send(
        ANSWER_BYTES * (1 + delivered.runs().size()),
        () -> client.bound(Client.class).delivered(correlation, delivered));
  }
}
