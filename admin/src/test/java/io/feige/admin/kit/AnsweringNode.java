package io.feige.admin.kit;

import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Supplier;

/**
 * Where clients find a node that says what it is like, and refuses everything else, as one does
 * that serves nothing.
 */
public final class AnsweringNode implements AutoCloseable {
  private static final int MAX_BYTES = 1 << 20;
  private static final int IDLE_MILLIS = 60_000;

  private final ServerSocket server;
  private final Supplier<NodeVitals> vitals;

  private AnsweringNode(Supplier<NodeVitals> vitals) throws IOException {
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.vitals = vitals;
  }

  /** Listens on a free port. */
  public static AnsweringNode start(Supplier<NodeVitals> vitals) throws IOException {
    AnsweringNode node = new AnsweringNode(vitals);
    Thread.ofVirtual().start(node::accept);
    return node;
  }

  public int port() {
    return server.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void serve(Socket socket) {
    try (RawPeer client = RawPeer.accepted(socket)) {
      while (true) {
        answer(client, client.receive());
      }
    } catch (IOException e) {
      // It has hung up.
    }
  }

  private void answer(RawPeer client, RawPeer.Received asked) throws IOException {
    int number = asked.header().correlationId();
    switch (asked.command()) {
      case Hello _ ->
          client.tell(
              number, new Welcome(1, vitals.get().nodeId(), MAX_BYTES, MAX_BYTES, IDLE_MILLIS));
      case Ping _ -> client.tell(number, new Pong());
      case GetVitals _ -> client.tell(number, vitals.get());
      default ->
          client.refuse(asked.header(), Refusal.of(ErrorCode.NOT_ACTIVE, "it serves nothing"));
    }
  }
}
