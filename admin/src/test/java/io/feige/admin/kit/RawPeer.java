package io.feige.admin.kit;

import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Command;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
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
import java.net.SocketException;

/** A peer without manners: sends any bytes, and reads frames when the test wants to. */
public final class RawPeer implements AutoCloseable {
  /** A frame that came. */
  public record Received(FrameHeader header, Command command) {}

  private final Socket socket;
  private final DataInputStream in;

  private RawPeer(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
  }

  public static RawPeer connect(int port) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(Waits.patienceMillis());
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), Waits.patienceMillis());
    return new RawPeer(socket);
  }

  /** The other end of a connection that was accepted. */
  static RawPeer accepted(Socket socket) throws IOException {
    return new RawPeer(socket);
  }

  /** Connects as a client and completes the handshake. */
  public static RawPeer client(int port) throws IOException {
    RawPeer peer = connect(port);
    peer.send(1, hello(ClientKind.SDK, "", Secret.NONE));
    if (!(peer.receiveAnswer() instanceof Welcome)) {
      throw new IOException("no welcome");
    }
    return peer;
  }

  public static Hello hello(ClientKind kind, String scheme, Secret secret) {
    return new Hello(1, 1, kind, "raw peer", "", scheme, secret);
  }

  public static byte[] header(int length, int version, int command, int flags, int correlationId) {
    ByteBuf header = Unpooled.buffer();
    new FrameHeader(length, version, command, flags, correlationId).write(header);
    return bytes(header);
  }

  public void send(int correlationId, Request request) throws IOException {
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.request(1, correlationId, request, frame);
    send(bytes(frame));
  }

  public void tell(int correlationId, Result result) throws IOException {
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.result(1, correlationId, result, frame);
    send(bytes(frame));
  }

  public void refuse(FrameHeader request, Refusal refusal) throws IOException {
    ByteBuf frame = Unpooled.buffer();
    CommandEncoder.refusal(request, refusal, frame);
    send(bytes(frame));
  }

  public synchronized void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  public Received receive() throws IOException {
    ByteBuf header = Unpooled.wrappedBuffer(in.readNBytes(FrameHeader.BYTES));
    if (header.readableBytes() < FrameHeader.BYTES) {
      throw new EOFException("the Admin closed");
    }
    FrameHeader read = FrameHeader.read(header);
    ByteBuf body = Unpooled.wrappedBuffer(in.readNBytes(read.length()));
    return new Received(
        read,
        read.isAnswer() ? CommandDecoder.answer(read, body) : CommandDecoder.request(read, body));
  }

  public Answer receiveAnswer() throws IOException {
    if (receive().command() instanceof Answer answer) {
      return answer;
    }
    throw new IOException("expected an answer");
  }

  public Refusal receiveRefusal() throws IOException {
    Answer answer = receiveAnswer();
    if (answer instanceof Refusal refusal) {
      return refusal;
    }
    throw new IOException("expected a refusal, got " + answer);
  }

  /** Whether the Admin has ended the connection, in order and with nothing more to say. */
  public boolean isEnded() throws IOException {
    return in.read() < 0;
  }

  /** Ends with a reset, as when a process is killed; nothing, if it has ended already. */
  public void reset() throws IOException {
    try (socket) {
      socket.setSoLinger(true, 0);
    } catch (SocketException e) {
      if (!socket.isClosed()) {
        throw e;
      }
    }
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
