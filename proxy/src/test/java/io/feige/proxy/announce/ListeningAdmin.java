package io.feige.proxy.announce;

import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.ProxyHeard;
import io.feige.protocol.command.ProxyTask;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Welcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** An Admin that notes what proxies tell it, or refuses it. */
final class ListeningAdmin implements AutoCloseable {
  private final ServerSocket port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> connections = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Hello> hellos = new LinkedBlockingQueue<>();
  private final BlockingQueue<ReportProxy> reports = new LinkedBlockingQueue<>();
  private final Queue<ProxyTask> wanted = new ConcurrentLinkedQueue<>();
  private volatile Optional<Refusal> refusal = Optional.empty();
  private volatile int nextMillis = 1;

  ListeningAdmin() throws IOException {
    Thread.ofVirtual().start(this::accept);
  }

  String at() {
    return "127.0.0.1:" + port.getLocalPort();
  }

  BlockingQueue<Hello> hellos() {
    return hellos;
  }

  /** What came, also what was refused. */
  BlockingQueue<ReportProxy> reports() {
    return reports;
  }

  /** Reports are answered so from now on. */
  void refuse(Refusal with) {
    refusal = Optional.of(with);
  }

  /** When a report is due after one that is taken. */
  void askAgainAfter(int millis) {
    nextMillis = millis;
  }

  void hangUp() throws IOException {
    for (Socket connection : connections) {
      connection.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = port.accept();
        connections.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      DataInputStream in = new DataInputStream(connection.getInputStream());
      while (true) {
        byte[] head = new byte[FrameHeader.BYTES];
        in.readFully(head);
        FrameHeader header = FrameHeader.read(Unpooled.wrappedBuffer(head));
        byte[] body = new byte[header.length()];
        in.readFully(body);
        ByteBuf answer = Unpooled.buffer();
        answer(header, CommandDecoder.request(header, Unpooled.wrappedBuffer(body)), answer);
        connection.getOutputStream().write(answer.array(), 0, answer.readableBytes());
      }
    } catch (IOException ended) {
      // It comes again if it wants something.
    }
  }

  private void answer(FrameHeader header, Request request, ByteBuf out) {
    if (request instanceof Hello hello) {
      hellos.add(hello);
      Welcome welcome = new Welcome(1, "admin-1", 1 << 20, 1 << 20, 60_000);
      CommandEncoder.result(1, header.correlationId(), welcome, out);
      return;
    }
    Optional<Refusal> with = refusal;
    if (with.isPresent()) {
      CommandEncoder.refusal(header, with.get(), out);
    } else {
      CommandEncoder.result(1, header.correlationId(), heard(), out);
    }
    reports.add((ReportProxy) request);
  }

  /** Has it do something, once. */
  void want(ProxyTask task) {
    wanted.add(task);
  }

  private ProxyHeard heard() {
    return new ProxyHeard(nextMillis, Optional.ofNullable(wanted.poll()));
  }

  @Override
  public void close() throws IOException {
    port.close();
    hangUp();
  }
}
