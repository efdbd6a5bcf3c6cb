package io.feige.dist;

import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.BlockingExchange;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;

/** Of a client that says what it likes to the node that serves a pair. */
final class RawConnection implements AutoCloseable {
  private final Socket socket;
  private final BlockingExchange exchange;
  private final int version;

  /**
   * It has said who it is, to a node without access control.
   *
   * @throws ConnectException if nobody listens there, or the node does not serve the pair
   */
  RawConnection(int port, String pair) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    exchange = new BlockingExchange(socket.getInputStream(), socket.getOutputStream(), 64 << 20);
    Hello hello =
        new Hello(
            ProtocolVersion.MIN,
            ProtocolVersion.MAX,
            ClientKind.SDK,
            "raw",
            pair,
            "",
            Secret.of(""));
    version = welcomed(exchange.ask(hello)).version();
    exchange.agreed(version);
  }

  private Welcome welcomed(Answer answer) throws IOException {
    if (answer instanceof Welcome welcome) {
      return welcome;
    }
    socket.close();
    throw new ConnectException("not let in: " + answer);
  }

  Answer ask(Request request) throws IOException {
    return exchange.ask(request);
  }

  /** Sends a request as often as that, and waits for no answer. */
  void send(int times, Request request) throws IOException {
    ByteBuf all = Unpooled.buffer();
    for (int i = 0; i < times; i++) {
      CommandEncoder.request(version, 1_000 + i, request, all);
    }
    all.readBytes(socket.getOutputStream(), all.readableBytes());
  }

  /** What it is sent, when it does not ask any more. */
  InputStream in() throws IOException {
    return socket.getInputStream();
  }

  /** Waits for as many answers, and looks at none. */
  void skipAnswers(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      byte[] head = in().readNBytes(FrameHeader.BYTES);
      if (head.length < FrameHeader.BYTES) {
        throw new EOFException("hung up");
      }
      in().skipNBytes(FrameHeader.read(Unpooled.wrappedBuffer(head)).length());
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
