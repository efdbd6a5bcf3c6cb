package io.feige.broker.server.watch;

import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.LeaderTalk;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.tls.Dialler;
import java.io.IOException;

/**
 * A connection to the Admin that leads, kept open so that what is to be told goes out at once. For
 * one thread, which waits for each answer.
 */
final class AdminTalk {
  private static final int CONNECT_MILLIS = 1_000;
  private static final int ANSWER_MILLIS = 1_000;

  private final String node;
  private final LeaderTalk talk;

  AdminTalk(WatchOrder order) {
    node = order.node();
    Hello hello =
        new Hello(
            ProtocolVersion.MIN,
            ProtocolVersion.MAX,
            ClientKind.NODE,
            "feige-watch",
            "",
            "cluster",
            Secret.of(order.secret()));
    Dialler dialler = new Dialler(order.tls(), CONNECT_MILLIS, ANSWER_MILLIS);
    talk = new LeaderTalk(order.admins(), hello, dialler::dial);
  }

  /** Sees to it that there is a connection that answers; false: none for now. */
  boolean keep() {
    return asks(new Ping());
  }

  /** Says that the node's process has ended; false: nobody has heard it. */
  boolean prove(String proof) {
    return asks(new ProveDeath(node, proof));
  }

  private boolean asks(Request request) {
    try {
      return !(talk.ask(request) instanceof Refusal);
    } catch (IOException nobody) {
      return false;
    }
  }
}
