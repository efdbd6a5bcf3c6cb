package io.feige.dist.salvage;

import io.feige.dist.cli.Access;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.BlockingExchange;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Challenge;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.Scram;
import io.feige.protocol.scram.ScramClient;
import io.feige.tls.BlockingTls;
import io.feige.tls.TlsFiles;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * A plain connection that asks one thing after the other. The client library packs batches of its
 * own; what is published again must go out as the bytes that it was. For one thread.
 */
final class WireConnection implements Closeable {
  private static final int CONNECT_MILLIS = 3_000;
  private static final int ANSWER_MILLIS = 15_000;
  private static final int MAX_ANSWER_BYTES = 1 << 28;

  private final Socket socket;
  private final BlockingExchange exchange;

  private WireConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.exchange =
        new BlockingExchange(socket.getInputStream(), socket.getOutputStream(), MAX_ANSWER_BYTES);
  }

  /**
   * Connects and says hello.
   *
   * @param pair what the connection is for; empty: for no pair
   * @throws IOException if nobody answers
   * @throws CliException if the server refuses
   */
  static WireConnection open(InetSocketAddress to, String pair, Access access) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.connect(to, CONNECT_MILLIS);
      Optional<SSLContext> tls = access.platform();
      WireConnection connection =
          new WireConnection(tls.isEmpty() ? socket : BlockingTls.over(socket, to, tls.get()));
      connection.greet(pair, access);
      return connection;
    } catch (IOException | RuntimeException failed) {
      socket.close();
      throw failed;
    }
  }

  private void greet(String pair, Access access) throws IOException {
    String token = access.token();
    ScramClient scram = access.user().isEmpty() ? null : new ScramClient(access.user());
    Secret shown = Secret.of(token);
    if (scram != null) {
      Authenticate question = new Authenticate(Scram.SCHEME, scram.first());
      scram.challenged(require(question, Challenge.class).message());
      shown = scram.answer(scram.salted(access.password()));
    }
    Hello hello =
        new Hello(
            ProtocolVersion.MIN,
            ProtocolVersion.MAX,
            ClientKind.SDK,
            "feige-cli",
            pair,
            scheme(access),
            shown);
    Welcome welcome = require(hello, Welcome.class);
    if (scram != null) {
      scram.checkServer(welcome.proof());
    }
    exchange.agreed(welcome.version());
  }

  private static String scheme(Access access) {
    if (!access.user().isEmpty()) {
      return Scram.SCHEME;
    }
    if (!access.token().isEmpty()) {
      return "token";
    }
    return access.tls().flatMap(TlsFiles::identity).isPresent() ? "certificate" : "";
  }

  /**
   * The answer that a request has when it is done.
   *
   * @throws CliException if it is refused
   */
  <A extends Answer> A require(Request request, Class<A> type) throws IOException {
    Answer answer = ask(request);
    if (answer instanceof Refusal refusal) {
      throw refused(refusal);
    }
    return type.cast(answer);
  }

  static CliException refused(Refusal refusal) {
    return new CliException(
        ExitCode.REFUSED,
        refusal.code().name() + ": " + refusal.message() + ". " + refusal.code().whatToDo());
  }

  /** The answer to a request. Buffers in it are on the heap and need no release. */
  Answer ask(Request request) throws IOException {
    return exchange.ask(request);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
