package io.feige.broker.server.control;

import io.feige.broker.server.net.HostPort;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Command;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.testkit.Waits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/** An Admin that does what the test says, one step after the other. */
public final class ScriptedAdmin implements AutoCloseable {
  /** What came, with the id it came with. */
  public record Came(int correlationId, Command command) {}

  private final ServerSocket port;

  private ScriptedAdmin(ServerSocket port) {
    this.port = port;
  }

  public static ScriptedAdmin listen() throws IOException {
    return listenAt(new HostPort("127.0.0.1", 0));
  }

  static ScriptedAdmin listenAt(HostPort at) throws IOException {
    ServerSocket port = new ServerSocket();
    port.setReceiveBufferSize(64 << 10);
    port.setSoTimeout(Waits.patienceMillis());
    port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), at.port()), 50);
    return new ScriptedAdmin(port);
  }

  /** Whether anybody dials within so many milliseconds. */
  boolean isDialledWithin(int millis) throws IOException {
    port.setSoTimeout(millis);
    try (Socket dialled = port.accept()) {
      return dialled.isConnected();
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  public HostPort at() {
    return new HostPort("127.0.0.1", port.getLocalPort());
  }

  /** The next node that dials. */
  public Node accept() throws IOException {
    return new Node(port.accept());
  }

  /** The next node that dials: it is led, and the report it begins with has been read. */
  Node lead() throws IOException {
    Node node = accept();
    int correlationId = node.receive(Hello.class).correlationId();
    node.send(correlationId, new Welcome(1, "admin-1", 1 << 20, 1 << 20, 60_000));
    var _ = node.receive(NodeReport.class);
    return node;
  }

  /** The next node that dials is sent away. */
  public void refuse(ErrorCode code, String hint) throws IOException {
    try (Node node = accept()) {
      Came hello = node.receive(Hello.class);
      node.refuse(hello.correlationId(), new Refusal(code, "go away", hint, 0));
      node.awaitEnd();
    }
  }

  @Override
  public void close() throws IOException {
    port.close();
  }

  /** A connection with a node. */
  public static final class Node implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;

    Node(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new DataInputStream(socket.getInputStream());
      socket.setSoTimeout(Waits.patienceMillis());
      socket.setTcpNoDelay(true);
    }

    void send(int correlationId, Request request) throws IOException {
      ByteBuf out = Unpooled.buffer();
      CommandEncoder.request(1, correlationId, request, out);
      send(ByteBufUtil.getBytes(out));
    }

    public void send(int correlationId, Result result) throws IOException {
      ByteBuf out = Unpooled.buffer();
      CommandEncoder.result(1, correlationId, result, out);
      send(ByteBufUtil.getBytes(out));
    }

    void refuse(int correlationId, Refusal refusal) throws IOException {
      ByteBuf out = Unpooled.buffer();
      CommandEncoder.refusal(1, correlationId, CommandType.HELLO, refusal, out);
      send(ByteBufUtil.getBytes(out));
    }

    public void send(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    }

    /** What comes next, which has to be of this kind. */
    public Came receive(Class<? extends Command> kind) throws IOException {
      Came came = receive();
      if (!kind.isInstance(came.command())) {
        throw new IOException("expected " + kind.getSimpleName() + ", got " + came);
      }
      return came;
    }

    public Came receive() throws IOException {
      byte[] bytes = in.readNBytes(FrameHeader.BYTES);
      if (bytes.length < FrameHeader.BYTES) {
        throw new EOFException("the node hung up");
      }
      FrameHeader header = FrameHeader.read(Unpooled.wrappedBuffer(bytes));
      ByteBuf body = Unpooled.wrappedBuffer(in.readNBytes(header.length()));
      return new Came(header.correlationId(), decoded(header, body));
    }

    /** Returns when the node has hung up; what still comes is dropped. */
    void awaitEnd() throws IOException {
      try {
        while (in.read() >= 0) {
          // Dropped.
        }
      } catch (SocketException e) {
        // A reset is an end too.
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }

    private static Command decoded(FrameHeader header, ByteBuf body) {
      if (header.isAnswer()) {
        return CommandDecoder.answer(header, body);
      }
      return CommandDecoder.request(header, body);
    }
  }
}
