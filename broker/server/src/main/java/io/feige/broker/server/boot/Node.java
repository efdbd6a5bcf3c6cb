package io.feige.broker.server.boot;

import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.access.Quotas;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.net.Front;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.NetLoops;
import io.feige.broker.server.net.PairPlace;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.net.ServedPair;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.OpsServer;
import io.feige.broker.server.ops.ProcessUsage;
import io.feige.broker.server.ops.Supervisor;
import io.feige.broker.server.pair.PairLoop;
import io.feige.broker.server.salvage.SalvageShelf;
import io.feige.broker.server.watch.DeathWatch;
import io.feige.config.ConfigEntry;
import io.feige.config.LoadedConfig;
import io.feige.config.ProcessTls;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.command.DiskUse;
import io.feige.tls.Encryption;
import io.feige.tls.TlsException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running node. Starts in the order directory, ports, pair, and stops in the order port, pair,
 * connections, directory; what a failed start has opened is closed again.
 */
public final class Node implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  /** What of the stop's time may go into handing over. */
  private static final int HAND_OVER_SHARE = 2;

  private final NodeConfig config;
  private final List<ConfigEntry> settings;
  private final Runnable crash;
  private final DeathWatch watch;
  private final Supervisor supervisor;
  private String bootId = "";
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final AtomicBoolean isClosing = new AtomicBoolean();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable Replicas replicas;
  private @Nullable Front front;
  private @Nullable OpsServer ops;

  private Node(
      LoadedConfig<NodeConfig> loaded, Runnable crash, DeathWatch watch, Supervisor supervisor) {
    this.config = loaded.config();
    this.settings = loaded.entries();
    this.crash = crash;
    this.watch = watch;
    this.supervisor = supervisor;
  }

  /**
   * Starts a node and returns when it serves.
   *
   * @throws StartException if it cannot; other runtime exceptions come from a journal that cannot
   *     be served, and say what to do
   */
  public static Node start(NodeConfig config) {
    return start(config, PairLoop::openAlone);
  }

  /**
   * Starts a node that is the whole of a process.
   *
   * @param loaded its settings, and where each comes from
   * @param crash ends the process as a crash would, and starts it again; returns if it cannot
   * @param watch proves the death of the process
   */
  static Node start(LoadedConfig<NodeConfig> loaded, Runnable crash, DeathWatch watch) {
    return start(loaded, PairLoop::openAlone, crash, watch, new Supervisor());
  }

  static Node start(NodeConfig config, PairOpener pairs) {
    return start(config, pairs, new Supervisor());
  }

  static Node start(NodeConfig config, PairOpener pairs, Supervisor supervisor) {
    return start(
        new LoadedConfig<>(config, List.of()),
        pairs,
        () -> SelfRestart.refuse("the node shares its process"),
        DeathWatch.NONE,
        supervisor);
  }

  private static Node start(
      LoadedConfig<NodeConfig> loaded,
      PairOpener pairs,
      Runnable crash,
      DeathWatch watch,
      Supervisor supervisor) {
    Node node = new Node(loaded, crash, watch, supervisor);
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

  /** The port for the other members of its pairs; -1: it belongs to no cluster. */
  int linkPort() {
    return replicas instanceof NodePairs pairs ? pairs.linkPort() : -1;
  }

  /** The port of health and metrics; -1: off. */
  public int httpPort() {
    return ops == null ? -1 : ops.port();
  }

  /** How it is. */
  public HealthReport health() {
    Replicas hosted = replicas;
    return supervisor.over(
        hosted == null ? new HealthReport(true, false, false, "starting") : hosted.health());
  }

  private SortedMap<String, CompletableFuture<DiskUse>> disks(String pair, int limit) {
    Replicas hosted = replicas;
    return hosted == null ? Collections.emptySortedMap() : hosted.ask(pair, limit);
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
    supervisor.stopping();
    long begin = System.nanoTime();
    long end = begin + config.stopTimeout().toNanos();
    try {
      stopReplicas(begin + (end - begin) / HAND_OVER_SHARE, end);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      notStopped(e);
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
    bootId =
        config.cluster().replication() == NodeConfig.Replication.SHARED_SQL
            ? Member.SHARED_STORE
            : dir.bootId(BootId.read());
    NodeMetrics metrics = keep(new NodeMetrics());
    metrics.threads(supervisor);
    Encryption encryption = encryption();
    if (encryption.isOn()) {
      metrics.certificateExpires(() -> expiresSeconds(encryption));
    }
    NodeAccess access = keep(access(metrics));
    NetLoops loops = keep(NetLoops.start(config.net().loops(), config.net().threads(), supervisor));
    // Ports first: a port that is taken should be known before a long replay, not after it.
    Front bound = bind(loops, metrics, encryption, access);
    opened.push(bound::closePort);
    front = bound;
    if (config.http().isOn()) {
      ops = keep(startOps(metrics, encryption, access));
    }
    HostPort advertised = advertised(bound.port());
    PairSetups setups =
        (pair, isMaster) -> setup(pair, dir, loops.place(isMaster), metrics, access.quotas());
    Replicas hosted =
        config.cluster().isMember()
            ? member(
                new NodePairs.Wiring(
                    config,
                    self(),
                    setups,
                    advertised,
                    loops,
                    supervisor,
                    metrics,
                    encryption,
                    access,
                    crash,
                    watch.mark()))
            : standalone(pairs, setups, advertised);
    SalvageShelf salvage = new SalvageShelf(nodeId(), dir.pairs(), supervisor);
    OwnVitals.Sources sources =
        new OwnVitals.Sources(
            () -> ProcessUsage.now(metrics, config.limits().maxConnections()),
            bound::connectionsByThread,
            supervisor,
            this::health,
            hosted,
            dir::freeBytes);
    OwnVitals vitals = new OwnVitals(nodeId(), sources);
    bound.open(hosted, new OwnFacts(nodeId(), settings, salvage, vitals));
    announce(advertised);
  }

  private Replicas standalone(PairOpener pairs, PairSetups setups, HostPort advertised) {
    ServedPair pair = pairs.open(setups.of(PairSetup.STANDALONE_PAIR, true));
    StandaloneReplica alone = new StandaloneReplica(pair);
    replicas = alone;
    pair.start(advertised);
    alone.awaitServing();
    return alone;
  }

  private Replicas member(NodePairs.Wiring wiring) {
    Rehearsal.run(config.node().dir().resolve("rehearsal"));
    try {
      NodePairs pairs = keep(NodePairs.start(wiring));
      replicas = pairs;
      return pairs;
    } catch (IOException e) {
      throw new StartException(
          "cannot listen at cluster.link for the other members of pairs: " + e.getMessage(), e);
    }
  }

  private Member self() {
    return new Member(nodeId(), bootId);
  }

  private PairSetup setup(
      String pair, NodeDirectory dir, PairPlace place, NodeMetrics metrics, Quotas quotas) {
    return new PairSetup(
        config,
        pair,
        nodeId(),
        bootId,
        watch.mark(),
        dir.journal(pair),
        dir.salvage(pair),
        Timings.of(config),
        () -> dir.diskFailed(bootId),
        place,
        supervisor,
        metrics,
        quotas);
  }

  private Encryption encryption() {
    ProcessTls.LogIds ids =
        new ProcessTls.LogIds(
            LogId.CERTIFICATE_RENEWED, LogId.CERTIFICATE_UNUSABLE, LogId.CERTIFICATE_EXPIRES);
    try {
      return keep(ProcessTls.start(config.security(), ids, () -> {})).encryption();
    } catch (TlsException e) {
      throw new StartException("TLS cannot be had: " + e.getMessage(), e);
    }
  }

  private static long expiresSeconds(Encryption encryption) {
    return encryption.certificate().orElseThrow().getNotAfter().toInstant().getEpochSecond();
  }

  private NodeAccess access(NodeMetrics metrics) {
    try {
      return NodeAccess.open(config, config.node().dir(), metrics);
    } catch (IOException e) {
      throw new StartException(
          "the audit log in " + config.node().dir() + " cannot be written: " + e.getMessage(), e);
    }
  }

  private Front bind(
      NetLoops loops, NodeMetrics metrics, Encryption encryption, NodeAccess access) {
    try {
      return Front.bind(config, nodeId(), loops, metrics, encryption, access);
    } catch (IOException e) {
      throw new StartException(cannotListen("listen", config.listen().host(), e), e);
    }
  }

  private OpsServer startOps(NodeMetrics metrics, Encryption encryption, NodeAccess access) {
    try {
      return OpsServer.start(config, this::health, metrics, this::disks, encryption, access);
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
    if (config.security().token().isEmpty() && !config.security().users()) {
      LOG.info(
          "{} no security.token is set: whoever can reach the port of this machine may use it",
          LogId.NO_CREDENTIALS_NEEDED);
    }
    List<String> missing = config.missingSecurity();
    if (!missing.isEmpty()) {
      LOG.warn(
          "{} INSECURE: other machines reach this node, and there is no {}; security.allowInsecure"
              + " lets that be",
          LogId.INSECURE,
          String.join(" and no ", missing));
    }
    config
        .sql()
        .insecure()
        .ifPresent(url ->
            LOG.warn(
                "{} INSECURE: the connection to {} is not verified TLS; security.allowInsecure lets"
                    + " that be",
                LogId.INSECURE,
                url));
  }

  private void stopReplicas(long handOverEnd, long end) throws InterruptedException {
    Replicas hosted = replicas;
    if (hosted != null) {
      hosted.handOver(handOverEnd);
    }
    if (front != null) {
      front.refuseNew();
    }
    if (hosted != null) {
      hosted.stop(end);
    }
  }

  private void abandon() {
    Replicas hosted = replicas;
    try {
      if (hosted != null) {
        hosted.stop(System.nanoTime() + config.stopTimeout().toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      notStopped(e);
    }
    release();
  }

  // The ports, the directory and the threads are given back all the same.
  private static void notStopped(RuntimeException cause) {
    LOG.error("{} the replicas did not stop in order", LogId.INTERNAL_FAULT, cause);
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
