package io.feige.client.internal.net;

import io.feige.client.internal.base.ClientSettings;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.PairRoute;
import io.feige.protocol.model.Secret;
import java.net.InetSocketAddress;

/**
 * Greets a server and asks it for the route, until it is known whether this is the node to stay
 * with. On the loop.
 */
final class Handshake {
  /** How it ends; at most one of them is called. */
  interface End {
    /** This is the node. */
    void served(Connection connection, Welcome welcome);

    /** Another node serves. */
    void servedBy(InetSocketAddress node);

    /** The server says no. */
    void refused(Refusal refusal);
  }

  private static final String TOKEN_SCHEME = "token";

  private final Connection connection;
  private final ClientSettings settings;
  private final End end;

  Handshake(Connection connection, ClientSettings settings, End end) {
    this.connection = connection;
    this.settings = settings;
    this.end = end;
  }

  void begin() {
    boolean hasToken = !settings.token().isEmpty();
    Hello hello =
        new Hello(
            ProtocolVersion.MIN,
            ProtocolVersion.MAX,
            ClientKind.SDK,
            settings.software(),
            hasToken ? TOKEN_SCHEME : "",
            hasToken ? Secret.of(settings.token()) : Secret.NONE);
    ask(hello);
  }

  private void welcomed(Welcome welcome) {
    if (welcome.version() < ProtocolVersion.MIN || welcome.version() > ProtocolVersion.MAX) {
      String detail = "the server chose version " + welcome.version();
      end.refused(Refusal.of(ErrorCode.UNSUPPORTED_VERSION, detail));
      return;
    }
    connection.agreed(welcome.version(), welcome.maxFrameBytes(), welcome.maxBatchBytes());
    connection.send(
        new FindRoute(0, 0),
        new Asked() {
          @Override
          public void answered(Result result) {
            routed(welcome, (Routes) result);
          }
        });
  }

  private void routed(Welcome welcome, Routes routes) {
    for (PairRoute pair : routes.pairs()) {
      if (pair.nodeId().equals(welcome.nodeId())) {
        end.served(connection, welcome);
        return;
      }
    }
    if (routes.pairs().isEmpty()) {
      end.refused(Refusal.of(ErrorCode.NOT_ACTIVE, "no pair has an active node"));
    } else {
      PairRoute pair = routes.pairs().get(0);
      end.servedBy(InetSocketAddress.createUnresolved(pair.host(), pair.port()));
    }
  }

  private void ask(Request hello) {
    connection.send(
        hello,
        new Asked() {
          @Override
          public void answered(Result result) {
            welcomed((Welcome) result);
          }
        });
  }

  /**
   * A question of the handshake: a refusal ends it, and losing the connection is noticed elsewhere.
   */
  private abstract class Asked implements AnswerHandler {
    @Override
    public void refused(Refusal refusal) {
      end.refused(refusal);
    }

    @Override
    public void lost() {}
  }
}
