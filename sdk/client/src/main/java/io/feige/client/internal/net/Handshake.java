package io.feige.client.internal.net;

import io.feige.client.internal.base.ClientSettings;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;

/** Greets a server: says who the client is and which pair the connection is for. On the loop. */
final class Handshake implements AnswerHandler {
  /** How it ends; at most one of them is called, none when the connection ends first. */
  interface End {
    /** The two sides have agreed. */
    void welcomed(Welcome welcome);

    /** The server says no. */
    void refused(Refusal refusal);
  }

  private static final String TOKEN_SCHEME = "token";

  private final Connection connection;
  private final End end;

  private Handshake(Connection connection, End end) {
    this.connection = connection;
    this.end = end;
  }

  static void begin(Connection connection, ClientSettings settings, String pair, End end) {
    boolean hasToken = !settings.token().isEmpty();
    Hello hello =
        new Hello(
            ProtocolVersion.MIN,
            ProtocolVersion.MAX,
            ClientKind.SDK,
            settings.software(),
            pair,
            hasToken ? TOKEN_SCHEME : "",
            hasToken ? Secret.of(settings.token()) : Secret.NONE);
    connection.send(hello, new Handshake(connection, end));
  }

  @Override
  public void answered(Result result) {
    Welcome welcome = (Welcome) result;
    if (welcome.version() < ProtocolVersion.MIN || welcome.version() > ProtocolVersion.MAX) {
      String detail = "the server chose version " + welcome.version();
      end.refused(Refusal.of(ErrorCode.UNSUPPORTED_VERSION, detail));
      return;
    }
    connection.agreed(welcome.version(), welcome.maxFrameBytes(), welcome.maxBatchBytes());
    end.welcomed(welcome);
  }

  @Override
  public void refused(Refusal refusal) {
    end.refused(refusal);
  }

  @Override
  public void lost() {}

  @Override
  public Matter matter() {
    return Matter.UPKEEP;
  }
}
