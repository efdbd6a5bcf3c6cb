package io.feige.broker.server.net;

import io.feige.protocol.codec.Asked;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.testkit.Waits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A client without manners: sends any bytes, and reads frames when the test wants to. */
public final class RawClient implements AutoCloseable {
  public record Received(FrameHeader header, Answer answer) {}

  private final Socket socket;
  private final DataInputStream in;

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
  }

  public static RawClient connect(int port) throws IOException {
    return connect(port, 64 << 10);
  }

  public static RawClient connect(int port, int receiveBufferBytes) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(receiveBufferBytes);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(Waits.patienceMillis());
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Waits.patienceMillis());
    return new RawClient(socket);
  }

  /** Connects and completes the handshake. */
  public static RawClient shaken(int port) throws IOException {
    return shaken(port, hello(1, 1, "", Secret.NONE));
  }

  static RawClient shaken(int port, Hello hello) throws IOException {
    RawClient client = connect(port);
    client.send(1, hello);
    if (!(client.receive().answer() instanceof Welcome)) {
      throw new IOException("no welcome");
    }
    return client;
  }

  public static Hello hello(String pair) {
    return new Hello(1, 1, ClientKind.SDK, "raw client", pair, "", Secret.NONE);
  }

  public static Hello hello(int min, int max, String scheme, Secret secret) {
    return new Hello(min, max, ClientKind.SDK, "raw client", "", scheme, secret);
  }

  public static byte[] bytes(int correlationId, Request request) {
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.request(1, correlationId, request, frame);
    return bytes(frame);
  }

  /** A request for a user. */
  public void sendFor(String user, int correlationId, Request request) throws IOException {
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.request(1, correlationId, new Asked(user, request), frame);
    send(bytes(frame));
  }

  public static byte[] header(int length, int version, int command, int flags, int correlationId) {
    ByteBuf header = Unpooled.buffer();
    new FrameHeader(length, version, command, flags, correlationId).write(header);
    return bytes(header);
  }

  public void send(int correlationId, Request request) throws IOException {
    send(bytes(correlationId, request));
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  public Received receive() throws IOException {
    ByteBuf header = Unpooled.wrappedBuffer(in.readNBytes(FrameHeader.BYTES));
    if (header.readableBytes() < FrameHeader.BYTES) {
      throw new EOFException("the node closed");
    }
    FrameHeader read = FrameHeader.read(header);
    ByteBuf body = Unpooled.wrappedBuffer(in.readNBytes(read.length()));
    return new Received(read, CommandDecoder.answer(read, body));
  }

  public Refusal receiveRefusal() throws IOException {
    Answer answer = receive().answer();
    if (answer instanceof Refusal refusal) {
      return refusal;
    }
    throw new IOException("expected a refusal, got " + answer);
  }

  /** Whether the node has ended the connection, in order and with nothing more to say. */
  public boolean isEnded() throws IOException {
    return in.read() < 0;
  }

  public int receivedBytes() throws IOException {
    return in.available();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private static byte[] bytes(ByteBuf buffer) {
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    return bytes;
  }
}
