package io.feige.broker.server.watch;

import io.feige.broker.server.control.ScriptedAdmin;
import io.feige.broker.server.control.ScriptedAdmin.Came;
import io.feige.broker.server.net.HostPort;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.DeathTaken;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An Admin that answers whoever watches a process, as often as it comes: that one waits a second
 * for an answer, and dials again after it.
 */
final class PatientAdmin implements AutoCloseable {
  private final ScriptedAdmin port = ScriptedAdmin.listen();
  private final List<ScriptedAdmin.Node> connections = new CopyOnWriteArrayList<>();
  private final AtomicInteger pings = new AtomicInteger();
  private final List<Hello> hellos = new CopyOnWriteArrayList<>();
  private final BlockingQueue<ProveDeath> proofs = new LinkedBlockingQueue<>();

  /** Who leads instead; empty: this one. */
  private volatile String leader = "";

  PatientAdmin() throws IOException {
    Thread.ofVirtual().start(this::accept);
  }

  HostPort at() {
    return port.at();
  }

  /** Pings that were answered. */
  int pings() {
    return pings.get();
  }

  /** How those have introduced themselves who were welcome. */
  List<Hello> hellos() {
    return hellos;
  }

  /** What has been shown. */
  BlockingQueue<ProveDeath> proofs() {
    return proofs;
  }

  /** From now on another one leads; who is connected has to come again. */
  void follow(HostPort newLeader) throws IOException {
    leader = newLeader.toString();
    hangUp();
  }

  void hangUp() throws IOException {
    for (ScriptedAdmin.Node connection : connections) {
      connection.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        ScriptedAdmin.Node connection = port.accept();
        connections.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      }
    } catch (IOException closed) {
      // Nobody comes any more, or the test is over.
    }
  }

  private void serve(ScriptedAdmin.Node connection) {
    try (connection) {
      Came hello = connection.receive(Hello.class);
      if (!leader.isEmpty()) {
        connection.send(refusal(hello.correlationId()));
        return;
      }
      hellos.add((Hello) hello.command());
      connection.send(hello.correlationId(), new Welcome(1, "admin-1", 1 << 20, 1 << 20, 60_000));
      while (true) {
        answer(connection, connection.receive());
      }
    } catch (IOException ended) {
      // It comes again if it wants something.
    }
  }

  private void answer(ScriptedAdmin.Node connection, Came came) throws IOException {
    if (came.command() instanceof Ping) {
      connection.send(came.correlationId(), new Pong());
      pings.incrementAndGet();
    } else if (came.command() instanceof ProveDeath proof) {
      proofs.add(proof);
      connection.send(came.correlationId(), new DeathTaken());
    }
  }

  private byte[] refusal(int correlationId) {
    ByteBuf out = Unpooled.buffer();
    Refusal refusal = new Refusal(ErrorCode.NOT_LEADER, "go away", leader, 0);
    CommandEncoder.refusal(1, correlationId, CommandType.HELLO, refusal, out);
    return ByteBufUtil.getBytes(out);
  }

  @Override
  public void close() throws IOException {
    port.close();
    hangUp();
  }
}
