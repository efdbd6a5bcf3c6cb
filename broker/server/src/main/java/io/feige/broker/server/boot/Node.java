package io.feige.broker.server.boot;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.net.Front;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.NetLoops;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.net.ServedPair;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.OpsServer;
import io.feige.broker.server.pair.PairLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running node. Starts in the order directory, ports, pair, and stops in the order port, pair,
 * connections, directory; what a failed start has opened is closed again.
 */
public final class Node implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  private static final long SERVING_POLL_NANOS = 500_000;
  private static final long LONGEST_ACTIVATION_NANOS = 60_000_000_000L;

  private final NodeConfig config;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final AtomicBoolean isClosing = new AtomicBoolean();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable ServedPair pair;
  private @Nullable Front front;
  private @Nullable OpsServer ops;

  private Node(NodeConfig config) {
    this.config = config;
  }

  /**
   * Starts a node and returns when it serves.
   *
   * @throws StartException if it cannot; other runtime exceptions come from a journal that cannot
   *     be served, and say what to do
   */
  public static Node start(NodeConfig config) {
    return start(config, PairLoop::open);
  }

  static Node start(NodeConfig config, PairOpener pairs) {
    Node node = new Node(config);
    try {
      node.open(pairs);
      return node;
    } catch (RuntimeException e) {
      node.abandon();
      throw e;
    }
  }

  /** The name of this node. */
  public String nodeId() {
    return config.node().id();
  }

  /** The port for clients. */
  public int port() {
    return front == null ? -1 : front.port();
  }

  /** The port of health and metrics; -1: off. */
  public int httpPort() {
    return ops == null ? -1 : ops.port();
  }

  /** How it is. */
  public HealthReport health() {
    ServedPair served = pair;
    return served == null ? new HealthReport(true, false, false, "starting") : served.health();
  }

  /** Waits until the node has stopped. */
  public void awaitStopped() throws InterruptedException {
    stopped.await();
  }

  /**
   * Stops gracefully: no new connection, new requests are refused as SHUTTING_DOWN, what was taken
   * is made durable and answered. After {@code stopTimeout} it stops as if the power had gone,
   * which loses nothing that was confirmed.
   */
  @Override
  public void close() {
    if (!isClosing.compareAndSet(false, true)) {
      return;
    }
    LOG.info("{} node {} stops", LogId.NODE_STOPPING, nodeId());
    long end = System.nanoTime() + config.stopTimeout().toNanos();
    if (front != null) {
      front.refuseNew();
    }
    ServedPair served = pair;
    if (served != null) {
      stopPair(served, end);
    }
    if (front != null) {
      front.closeConnections(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
    }
    release();
    LOG.info("{} node {} has stopped", LogId.NODE_STOPPED, nodeId());
    stopped.countDown();
  }

  private void open(PairOpener pairs) {
    NodeDirectory dir = keep(NodeDirectory.open(config.node().dir(), nodeId()));
    NodeMetrics metrics = keep(new NodeMetrics());
    NetLoops loops = keep(NetLoops.start(config.net().threads()));
    // Ports first: a port that is taken should be known before a long replay, not after it.
    Front bound = bind(loops, metrics);
    opened.push(bound::closePort);
    front = bound;
    if (config.http().isOn()) {
      ops = keep(startOps(metrics));
    }
    ServedPair served = pairs.open(setup(dir, loops, metrics));
    pair = served;
    HostPort advertised = advertised(bound.port());
    served.start(advertised);
    awaitServing(served);
    bound.open(served);
    announce(advertised);
  }

  // The activation takes an fsync; a client that came before it would be sent away for nothing.
  private void awaitServing(ServedPair served) {
    long end = System.nanoTime() + LONGEST_ACTIVATION_NANOS;
    while (!served.health().serving()) {
      if (!served.health().alive() || System.nanoTime() - end > 0) {
        throw new StartException("the pair does not serve: " + served.health().reason(), null);
      }
      LockSupport.parkNanos(SERVING_POLL_NANOS);
    }
  }

  private PairSetup setup(NodeDirectory dir, NetLoops loops, NodeMetrics metrics) {
    String bootId = BootId.read();
    return new PairSetup(
        config, nodeId(), bootId, dir.journal(PairSetup.STANDALONE_PAIR), loops, metrics);
  }

  private Front bind(NetLoops loops, NodeMetrics metrics) {
    try {
      return Front.bind(config, nodeId(), loops, metrics);
    } catch (IOException e) {
      throw new StartException(cannotListen("listen", config.listen().host(), e), e);
    }
  }

  private OpsServer startOps(NodeMetrics metrics) {
    try {
      return OpsServer.start(config, this::health, metrics);
    } catch (IOException e) {
      throw new StartException(cannotListen("http", config.http().host(), e), e);
    }
  }

  private String cannotListen(String section, String host, IOException e) {
    int port = section.equals("http") ? config.http().port() : config.listen().port();
    String instead = section.equals("http") ? "off" : "0 (any free one)";
    return "cannot listen on "
        + new HostPort(host, port)
        + ": "
        + e.getMessage()
        + "; choose another "
        + section
        + ".port, or "
        + instead;
  }

  private HostPort advertised(int port) {
    String text = config.listen().advertise();
    return HostPort.parse(text.isEmpty() ? bracketed(config.listen().host()) : text, port);
  }

  private static String bracketed(String host) {
    return host.indexOf(':') < 0 ? host : "[" + host + "]";
  }

  private void announce(HostPort advertised) {
    LOG.info(
        "{} node {} serves clients at {}, health and metrics at {}, data in {}",
        LogId.NODE_STARTED,
        nodeId(),
        advertised,
        ops == null ? "no port" : "port " + ops.port(),
        config.node().dir().toAbsolutePath().normalize());
    if (config.security().token().isEmpty()) {
      LOG.info(
          "{} no security.token is set: whoever can reach the port of this machine may use it",
          LogId.NO_CREDENTIALS_NEEDED);
    }
  }

  private static void stopPair(ServedPair served, long end) {
    try {
      long left = Math.max(0, end - System.nanoTime());
      served.stop().toCompletableFuture().get(left, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      LOG.warn(
          "{} the pair was not done within stopTimeout; what was confirmed is safe, the next start"
              + " replays more",
          LogId.STOP_TOO_SLOW);
    } catch (ExecutionException e) {
      LOG.error("{} the pair did not stop in order", LogId.STOP_TOO_SLOW, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void abandon() {
    ServedPair served = pair;
    if (served != null) {
      stopPair(served, System.nanoTime() + config.stopTimeout().toNanos());
    }
    release();
  }

  private <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }

  private void release() {
    while (!opened.isEmpty()) {
      AutoCloseable resource = opened.pop();
      try {
        resource.close();
      } catch (Exception e) {
        LOG.error("{} could not be closed", resource, e);
      }
    }
  }
}
