package io.feige.client.internal.net;

import io.feige.client.internal.base.ClientSettings;
import io.feige.client.internal.base.Login;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Challenge;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.SaltedPassword;
import io.feige.protocol.scram.Scram;
import io.feige.protocol.scram.ScramClient;
import io.feige.protocol.scram.ScramException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Greets a server: says who the client is and which pair the connection is for. A password is
 * preceded by a challenge. On the loop.
 *
 * <pre>
 * password: AUTHENTICATE -> challenge -> HELLO with the answer to it -> welcome with a proof
 * other:    HELLO -> welcome
 * </pre>
 */
final class Handshake implements AnswerHandler {
  /** How it ends; at most one of them is called, none when the connection ends first. */
  interface End {
    /** The two sides have agreed. */
    void welcomed(Welcome welcome);

    /** The server says no, or is not who it should be. */
    void refused(Refusal refusal);
  }

  private final Connection connection;
  private final ClientSettings settings;
  private final String pair;
  private final ClientLoop loop;
  private final Executor worker;
  private final End end;
  private @Nullable ScramClient scram;

  private Handshake(
      Connection connection,
      ClientSettings settings,
      String pair,
      ClientLoop loop,
      Executor worker,
      End end) {
    this.connection = connection;
    this.settings = settings;
    this.pair = pair;
    this.loop = loop;
    this.worker = worker;
    this.end = end;
  }

  /**
   * Begins.
   *
   * @param worker salts a password, which takes milliseconds
   */
  static void begin(
      Connection connection,
      ClientSettings settings,
      String pair,
      ClientLoop loop,
      Executor worker,
      End end) {
    new Handshake(connection, settings, pair, loop, worker, end).begin();
  }

  private void begin() {
    Login login = settings.login();
    switch (login.scheme()) {
      case NONE -> hello("", Secret.NONE);
      case TOKEN -> hello("token", Secret.of(login.secret()));
      case CERTIFICATE -> hello("certificate", Secret.NONE);
      case CLUSTER -> hello("cluster", Secret.of(login.secret()));
      case PASSWORD -> {
        ScramClient exchange = new ScramClient(login.user());
        scram = exchange;
        connection.send(new Authenticate(Scram.SCHEME, exchange.first()), this);
      }
    }
  }

  @Override
  public void answered(Result result) {
    try {
      if (result instanceof Challenge challenge) {
        challenged(challenge);
      } else {
        welcomed((Welcome) result);
      }
    } catch (ScramException e) {
      end.refused(Refusal.of(ErrorCode.NOT_AUTHENTICATED, String.valueOf(e.getMessage())));
    }
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

  private void challenged(Challenge challenge) {
    ScramClient exchange = scram;
    if (exchange == null) {
      throw new ScramException("a challenge came that was not asked for");
    }
    exchange.challenged(challenge.message());
    Login login = settings.login();
    SaltedPassword known = login.salted().filter(exchange::fits).orElse(null);
    if (known != null) {
      hello(Scram.SCHEME, exchange.answer(known));
      return;
    }
    worker.execute(() -> {
      SaltedPassword made = exchange.salted(login.secret());
      login.salted(made);
      loop.execute(() -> hello(Scram.SCHEME, exchange.answer(made)));
    });
  }

  private void hello(String scheme, Secret secret) {
    connection.send(
        new Hello(
            ProtocolVersion.MIN,
            ProtocolVersion.MAX,
            settings.login().scheme() == Login.Scheme.CLUSTER ? ClientKind.ADMIN : ClientKind.SDK,
            settings.software(),
            pair,
            scheme,
            secret),
        this);
  }

  private void welcomed(Welcome welcome) {
    if (scram != null) {
      scram.checkServer(welcome.proof());
    }
    if (welcome.version() < ProtocolVersion.MIN || welcome.version() > ProtocolVersion.MAX) {
      String detail = "the server chose version " + welcome.version();
      end.refused(Refusal.of(ErrorCode.UNSUPPORTED_VERSION, detail));
      return;
    }
    connection.agreed(welcome.version(), welcome.maxFrameBytes(), welcome.maxBatchBytes());
    connection.actingFor(settings.actingFor());
    end.welcomed(welcome);
  }
}
