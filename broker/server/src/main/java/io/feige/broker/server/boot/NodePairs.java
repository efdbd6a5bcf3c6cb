package io.feige.broker.server.boot;

import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.control.AdminLink;
import io.feige.broker.server.control.AdminLinkSetup;
import io.feige.broker.server.control.LedNode;
import io.feige.broker.server.link.LinkAcceptor;
import io.feige.broker.server.link.LinkDialer;
import io.feige.broker.server.link.LinkListener;
import io.feige.broker.server.link.LinkServer;
import io.feige.broker.server.link.LinkSetup;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.NetLoops;
import io.feige.broker.server.net.RequestSink;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.Supervisor;
import io.feige.broker.server.pair.PairLoop;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.model.Secret;
import io.feige.tls.Encryption;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replicas of a node that belongs to a cluster. Which ones there are is what Admin says: a pair
 * that a beat names for the first time is opened, on a thread of its own, and reported from then
 * on. Each replica has its own loop, or shares it. What is here runs on the control loop, where
 * nothing else is said.
 */
final class NodePairs implements Replicas, LedNode, LinkAcceptor {
  private static final Logger LOG = LoggerFactory.getLogger(NodePairs.class);
  private static final long HAND_OVER_POLL_MILLIS = 5;

  private final NodeConfig config;
  private final Runnable crash;
  private final String deathMark;
  private final Supervisor supervisor;
  private final PairSetups setups;
  private final EventLoop loop;
  private final Member self;
  private final LinkDialer dialer;
  private final LinkServer server;
  private final HostPort clients;
  private final HostPort links;
  private final long process = ThreadLocalRandom.current().nextLong();
  private final Map<String, HostedPair> hosted = new ConcurrentSkipListMap<>();
  private final Set<String> opening = new HashSet<>();
  private final Map<String, String> failed = new ConcurrentSkipListMap<>();
  private volatile @Nullable AdminLink admin;
  private boolean isLeaving;
  private boolean isStopping;

  private NodePairs(Wiring wiring, LinkSetup links) throws IOException {
    this.config = wiring.config();
    this.crash = wiring.crash();
    this.deathMark = wiring.deathMark();
    this.supervisor = wiring.supervisor();
    this.setups = wiring.setups();
    this.loop = wiring.loops().controlLoop();
    this.self = wiring.self();
    this.clients = wiring.clients();
    this.dialer = new LinkDialer(links);
    NodeConfig.Listen listen = config.cluster().link();
    this.server = LinkServer.bind(links, new HostPort(listen.host(), listen.port()), this);
    this.links = advertised(listen);
  }

  /**
   * What it is made of.
   *
   * @param setups makes what a pair's replica needs in order to open
   * @param clients where clients find this node
   * @param crash ends the process as a crash would, and starts it again; returns if it cannot
   * @param deathMark of this process, see {@link io.feige.protocol.cluster.Death}
   */
  record Wiring(
      NodeConfig config,
      Member self,
      PairSetups setups,
      HostPort clients,
      NetLoops loops,
      Supervisor supervisor,
      NodeMetrics metrics,
      Encryption encryption,
      NodeAccess access,
      Runnable crash,
      String deathMark) {}

  /**
   * Binds the port for the other members of pairs, and begins to look for an Admin.
   *
   * @throws IOException if the port cannot be had
   */
  static NodePairs start(Wiring wiring) throws IOException {
    Secret secret = Secret.of(wiring.config().cluster().secret());
    EventLoop loop = wiring.loops().controlLoop();
    LinkSetup links =
        new LinkSetup(wiring.self().node(), secret, loop, wiring.metrics(), wiring.encryption());
    NodePairs pairs = new NodePairs(wiring, links);
    List<HostPort> admins =
        wiring.config().cluster().admins().stream().map(at -> HostPort.parse(at, 0)).toList();
    AdminLinkSetup control =
        new AdminLinkSetup(admins, secret, "feige", loop, wiring.encryption(), wiring.access());
    loop.execute(() -> pairs.admin = AdminLink.start(control, pairs));
    return pairs;
  }

  int linkPort() {
    return server.port();
  }

  /** Where the other members of pairs connect: as is said, or as it listens, if that is a place. */
  private HostPort advertised(NodeConfig.Listen listen) {
    if (!listen.advertise().isEmpty()) {
      return HostPort.parse(listen.advertise(), server.port());
    }
    boolean isAnywhere = listen.host().equals("0.0.0.0") || listen.host().equals("::");
    return new HostPort(isAnywhere ? clients.host() : listen.host(), server.port());
  }

  @Override
  public @Nullable RequestSink find(String pair) {
    if (!pair.isEmpty()) {
      HostedPair found = hosted.get(pair);
      return found == null ? null : found.replica();
    }
    RequestSink any = null;
    for (HostedPair each : hosted.values()) {
      if (each.replica().isServing()) {
        return each.replica();
      }
      any = each.replica();
    }
    return any;
  }

  @Override
  public SortedMap<String, CompletableFuture<DiskUse>> ask(String pair, int limit) {
    SortedMap<String, CompletableFuture<DiskUse>> asked = new TreeMap<>();
    hosted.forEach((name, each) -> {
      if (pair.isEmpty() || pair.equals(name)) {
        asked.put(name, each.replica().disk(limit));
      }
    });
    return asked;
  }

  @Override
  public @Nullable LinkListener listenerOf(String pair, String peerNode) {
    HostedPair found = hosted.get(pair);
    // Who shares a store copies to nobody, least of all to a node that is set up otherwise.
    return found == null || self.sharesStore() ? null : found.links();
  }

  @Override
  public CompletableFuture<NodeReport> obey(Beat beat) {
    if (beat.drill() != 0 && beat.drill() == process) {
      LOG.warn("{} Admin orders a drill: this process ends as a crash would end it", LogId.DRILL);
      crash.run();
    }
    Map<String, PairOrder> orders = new HashMap<>();
    for (PairOrder order : beat.pairs()) {
      String pair = order.state().pair();
      orders.put(pair, order);
      if (!hosted.containsKey(pair)
          && !isStopping
          && !failed.containsKey(pair)
          && opening.add(pair)) {
        open(pair, order.state().master().equals(self.node()));
      }
    }
    return report(orders);
  }

  private void open(String pair, boolean isMaster) {
    supervisor
        .thread(
            "feige-open-" + pair,
            () -> {
              try {
                PairLoop opened = PairLoop.open(setups.of(pair, isMaster));
                loop.execute(() -> host(pair, opened));
              } catch (RuntimeException e) {
                loop.execute(() -> notOpened(pair, e));
              }
            },
            death -> loop.execute(() -> notOpened(pair, new IllegalStateException(death))))
        .start();
  }

  private void host(String pair, PairLoop opened) {
    PeerLinks links = new PeerLinks(dialer, opened.loop(), pair);
    links.serve(opened);
    opened.reachBy(links, this::reportNow);
    opened.start(clients);
    hosted.put(pair, new HostedPair(self.node(), opened, links));
    opening.remove(pair);
    if (isStopping) {
      var _ = opened.stop();
    }
    reportNow();
  }

  private void notOpened(String pair, RuntimeException cause) {
    opening.remove(pair);
    failed.put(pair, String.valueOf(cause.getMessage()));
    if (cause instanceof JournalException) {
      LOG.error(
          "{} the replica of {} cannot be opened and takes no part: {}",
          LogId.PAIR_FAILED,
          pair,
          cause.getMessage());
    } else {
      LOG.error(
          "{} the replica of {} cannot be opened and takes no part: {}. Nothing of it was changed. If"
              + " another node serves the pair, move the pair's directory away and start this node"
              + " again: it copies everything",
          LogId.PAIR_FAILED,
          pair,
          cause.getMessage(),
          cause);
    }
  }

  /** Any thread. */
  private void reportNow() {
    AdminLink link = admin;
    if (link != null) {
      link.reportNow();
    }
  }

  @Override
  public CompletableFuture<NodeReport> report() {
    return report(Map.of());
  }

  /**
   * Asks each replica on its loop. A loop that does not answer keeps the node from reporting, so
   * that Admin takes it for dead: a replica that hangs must not pass for one that serves.
   *
   * @param orders to be carried out first, by pair
   */
  private CompletableFuture<NodeReport> report(Map<String, PairOrder> orders) {
    List<CompletableFuture<ReplicaReport>> asked = new ArrayList<>();
    hosted.forEach((pair, each) -> asked.add(each.obey(orders.get(pair))));
    boolean leaves = isLeaving;
    return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .thenApply(_ -> report(asked.stream().map(CompletableFuture::join).toList(), leaves));
  }

  private NodeReport report(List<ReplicaReport> replicas, boolean leaves) {
    return new NodeReport(
            self,
            process,
            clients.host(),
            clients.port(),
            links.host(),
            links.port(),
            config.cluster().leaseMillis(),
            leaves,
            replicas)
        .watchedAs(deathMark);
  }

  @Override
  public HealthReport health() {
    SortedMap<String, HealthReport> pairs = new TreeMap<>();
    failed.forEach((pair, why) -> pairs.put(pair, new HealthReport(false, false, false, why)));
    hosted.forEach((pair, each) -> pairs.put(pair, each.replica().health()));
    return HealthReport.ofPairs(pairs);
  }

  @Override
  public SortedMap<String, String> broken() {
    SortedMap<String, String> broken = new TreeMap<>(failed);
    hosted.forEach((pair, each) -> {
      HealthReport health = each.replica().health();
      if (!health.alive()) {
        broken.put(pair, health.reason());
      }
    });
    return broken;
  }

  /**
   * Asks Admin for switches, and waits until nothing is served here. Without an Admin, or without a
   * standby in sync, that does not come; the other members take over as after a crash.
   */
  @Override
  public void handOver(long endNanos) throws InterruptedException {
    loop.execute(() -> {
      isLeaving = true;
      reportNow();
    });
    while (couldHandOver() && isLed() && System.nanoTime() - endNanos < 0) {
      Thread.sleep(HAND_OVER_POLL_MILLIS);
    }
  }

  private boolean isLed() {
    AdminLink link = admin;
    return link != null && !link.leader().isEmpty();
  }

  private boolean couldHandOver() {
    return hosted.values().stream().anyMatch(each -> each.replica().couldHandOver());
  }

  @Override
  public void stop(long endNanos) throws InterruptedException {
    loop.submit(() -> isStopping = true).awaitUninterruptibly();
    Stopping.stopAll(hosted.values().stream().map(HostedPair::replica).toList(), endNanos);
  }

  /** Hangs up everywhere, after the replicas have stopped. */
  @Override
  public void close() {
    AdminLink link = admin;
    if (link != null) {
      link.close();
    }
    server.close();
    dialer.close();
  }
}
