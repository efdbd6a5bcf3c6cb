package io.feige.dist.salvage;

import io.feige.dist.cli.Access;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
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
import io.feige.tls.TlsFault;
import io.feige.tls.TlsFiles;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A plain connection that asks one thing after the other. The client library packs batches of its
 * own; what is published again must go out as the bytes that it was. For one thread.
 */
final class WireConnection implements Closeable {
  private static final int CONNECT_MILLIS = 3_000;
  private static final int ANSWER_MILLIS = 15_000;
  private static final int MAX_ANSWER_BYTES = 1 << 28;

  private final Socket socket;
  private final DataInputStream in;
  private int version = ProtocolVersion.MIN;
  private int lastId;

  private WireConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
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
          new WireConnection(tls.isEmpty() ? socket : encrypted(socket, to, tls.get()));
      connection.greet(pair, access);
      return connection;
    } catch (IOException | RuntimeException failed) {
      socket.close();
      throw failed;
    }
  }

  private static Socket encrypted(Socket socket, InetSocketAddress to, SSLContext tls)
      throws IOException {
    SSLSocket wrapped =
        (SSLSocket)
            tls.getSocketFactory().createSocket(socket, to.getHostString(), to.getPort(), true);
    SSLParameters parameters = tls.getDefaultSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    wrapped.setSSLParameters(parameters);
    try {
      wrapped.startHandshake();
      return wrapped;
    } catch (SSLException untrusted) {
      throw new IOException(TlsFault.sentence(untrusted), untrusted);
    }
  }

  private void greet(String pair, Access access) throws IOException {
    String token = access.token();
    ScramClient exchange = access.user().isEmpty() ? null : new ScramClient(access.user());
    Secret shown = Secret.of(token);
    if (exchange != null) {
      Authenticate question = new Authenticate(Scram.SCHEME, exchange.first());
      exchange.challenged(require(question, Challenge.class).message());
      shown = exchange.answer(exchange.salted(access.password()));
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
    if (exchange != null) {
      exchange.checkServer(welcome.proof());
    }
    version = welcome.version();
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
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.request(version, ++lastId, request, frame);
    socket.getOutputStream().write(frame.array(), 0, frame.readableBytes());
    socket.getOutputStream().flush();
    FrameHeader header = FrameHeader.read(Unpooled.wrappedBuffer(read(FrameHeader.BYTES)));
    if (header.correlationId() != lastId || header.length() > MAX_ANSWER_BYTES) {
      throw new IOException("the server answers something that was not asked");
    }
    return CommandDecoder.answer(header, Unpooled.wrappedBuffer(read(header.length())));
  }

  private byte[] read(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the server has ended the connection");
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
