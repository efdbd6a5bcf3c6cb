package io.feige.broker.server.link;

import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.NetLoops;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.Supervisor;
import io.feige.protocol.model.Secret;
import io.feige.tls.Encryption;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** A node of which nothing exists but its links; it has a replica of pair-1. */
final class LinkedNode implements AutoCloseable {
  static final String PAIR = "pair-1";

  final NetLoops loops = NetLoops.start(2, 0, new Supervisor());

  /** Another one than that on which sockets are accepted. */
  final EventLoop pairLoop = List.of(loops.place(false), loops.place(false)).get(1).loop();

  final NodeMetrics metrics = new NodeMetrics();
  final Recorder accepted = new Recorder(pairLoop);
  final LinkServer server;
  final LinkDialer dialer;

  private LinkedNode(String name, String secret) throws IOException {
    LinkSetup setup =
        new LinkSetup(name, Secret.of(secret), loops.controlLoop(), metrics, Encryption.NONE);
    this.dialer = new LinkDialer(setup);
    this.server =
        LinkServer.bind(
            setup,
            new HostPort("127.0.0.1", 0),
            (pair, peer) -> pair.equals(PAIR) ? accepted : null);
  }

  static LinkedNode of(String name, String secret) throws IOException {
    return new LinkedNode(name, secret);
  }

  /** Dials and returns who is told about it. */
  Recorder dial(int port, String pair) {
    return dial(new HostPort("127.0.0.1", port), pair);
  }

  Recorder dial(HostPort to, String pair) {
    Recorder recorder = new Recorder(pairLoop);
    pairLoop.execute(() -> dialer.dial(to, "node-there", pair, recorder));
    return recorder;
  }

  int port() {
    return server.port();
  }

  /** How many have connected and proved nothing yet. */
  int entrants() {
    return loops.controlLoop().submit(server::entrants).syncUninterruptibly().getNow();
  }

  /** Runs it on the pair's loop and waits for it. */
  <T> T onLoop(Callable<T> task) {
    return pairLoop.submit(task).syncUninterruptibly().getNow();
  }

  double metric(String name) {
    return metrics
        .scrape()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  @Override
  public void close() {
    server.close();
    dialer.close();
    loops.close();
    metrics.close();
  }
}
