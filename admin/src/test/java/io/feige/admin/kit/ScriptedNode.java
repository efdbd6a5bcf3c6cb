package io.feige.admin.kit;

import static org.awaitility.Awaitility.await;

import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.Publishing;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.cluster.ReplicaStory;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.Secret;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A node as Admin sees one, without a journal: it obeys beats and reports. As active it asks to
 * grow as long as the test says that its peer copies; as the other it says that its promise lapsed
 * when the test says that it does not hear the active.
 */
public final class ScriptedNode implements AutoCloseable {
  public static final String SECRET = "a cluster's secret";

  private final List<Integer> admins;
  private final Member member;
  private final int port;
  private final Map<String, PairOrder> orders = new ConcurrentHashMap<>();
  private final AtomicInteger beats = new AtomicInteger();
  private final Thread thread;
  private volatile @Nullable RawPeer connection;
  private volatile @Nullable Member copier;
  private volatile boolean hearsActive = true;
  private volatile boolean isSilent;
  private volatile boolean isDead;
  private volatile long leaderEpoch;
  private volatile long end = 1_000;

  private ScriptedNode(List<Integer> admins, Member member, int port) {
    this.admins = admins;
    this.member = member;
    this.port = port;
    this.thread = new Thread(this::run, "node " + member.node());
  }

  /** Starts a node whose clients would find it at a port. */
  public static ScriptedNode start(List<Integer> admins, String name, int port) {
    ScriptedNode node = new ScriptedNode(admins, new Member(name, "boot of " + name), port);
    node.thread.start();
    return node;
  }

  public Member member() {
    return member;
  }

  /** The peer copies from this node while it is active; null: nobody does. */
  public void isCopiedBy(@Nullable Member peer) {
    copier = peer;
  }

  /** While it does not hear the active, it owes no promise. */
  public void hearsActive(boolean hears) {
    hearsActive = hears;
  }

  /** Takes beats and answers none of them. */
  public void isSilent(boolean silent) {
    isSilent = silent;
  }

  public void endsAt(long position) {
    end = position;
  }

  /** What Admin has told about a pair. */
  public PairState state(String pair) {
    PairOrder order = orders.get(pair);
    if (order == null) {
      throw new AssertionError(member.node() + " was told nothing about " + pair);
    }
    return order.state();
  }

  /** Whether Admin has told it anything about a pair. */
  public boolean knows(String pair) {
    return orders.containsKey(pair);
  }

  /** Waits until Admin has told something about a pair. */
  public void until(String pair, Predicate<PairState> is) {
    await()
        .pollInterval(5, TimeUnit.MILLISECONDS)
        .until(() -> orders.containsKey(pair) && is.test(state(pair)));
  }

  public int beats() {
    return beats.get();
  }

  public long leaderEpoch() {
    return leaderEpoch;
  }

  /** Dies as a process does that is killed. */
  public void kill() throws IOException, InterruptedException {
    isDead = true;
    RawPeer peer = connection;
    if (peer != null) {
      peer.reset();
    }
    thread.join();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    kill();
  }

  private void run() {
    int turn = 0;
    while (!isDead) {
      try (RawPeer peer = RawPeer.connect(admins.get(turn % admins.size()))) {
        connection = peer;
        serve(peer);
      } catch (IOException e) {
        // As a node does: to the next Admin, soon.
        connection = null;
      }
      turn++;
      sleep();
    }
  }

  private void serve(RawPeer peer) throws IOException {
    peer.send(1, RawPeer.hello(ClientKind.NODE, "cluster", Secret.of(SECRET)));
    switch (peer.receiveAnswer()) {
      case Welcome _ -> peer.tell(0, report());
      case Refusal refusal -> throw new IOException(refusal.code().name());
      default -> throw new IOException("neither welcome nor refusal");
    }
    while (!isDead) {
      RawPeer.Received received = peer.receive();
      if (received.command() instanceof Beat beat && beat.leaderEpoch() >= leaderEpoch) {
        leaderEpoch = beat.leaderEpoch();
        beats.incrementAndGet();
        beat.pairs().forEach(this::learn);
        if (!isSilent) {
          peer.tell(received.header().correlationId(), report());
        }
      }
    }
  }

  private void learn(PairOrder order) {
    orders.merge(
        order.state().pair(),
        order,
        (known, newer) -> newer.state().version() >= known.state().version() ? newer : known);
  }

  private NodeReport report() {
    List<ReplicaReport> replicas = new ArrayList<>();
    orders.values().forEach(order -> replicas.add(replica(order)));
    return new NodeReport(
        member, 7, "127.0.0.1", port, "127.0.0.1", port + 1, 400, false, replicas);
  }

  private ReplicaReport replica(PairOrder order) {
    PairState state = order.state();
    boolean isActive = state.active().equals(member.node());
    NodeRole role =
        isActive ? NodeRole.ACTIVE : state.isInSync(member) ? NodeRole.STANDBY : NodeRole.JOINING;
    boolean isServing = isActive && !order.handOver();
    return new ReplicaReport(
        state.pair(),
        role,
        state.epoch(),
        state.version(),
        isActive,
        isServing,
        isActive || state.epoch() == 0 || !hearsActive,
        state.epoch(),
        end,
        end,
        end,
        0,
        0,
        Publishing.TAKEN,
        isActive ? new StoreLag(96, 25) : StoreLag.NONE,
        isActive ? ask(order) : Ask.NOTHING,
        isActive ? new ReplicaStory(state.epoch(), end, end, 1, 0, 0, 0, 0) : ReplicaStory.EMPTY);
  }

  private Ask ask(PairOrder order) {
    PairState state = order.state();
    Member peer = copier;
    if (order.handOver() && state.inSync().size() == 2) {
      Member other =
          state.inSync().stream().filter(m -> !m.equals(member)).findFirst().orElseThrow();
      return new Ask(AskKind.HAND_OVER, state.version(), other);
    }
    if (peer != null && state.isAlone(member.node())) {
      return new Ask(AskKind.GROW, state.version(), peer);
    }
    if (peer == null && state.inSync().size() == 2) {
      return new Ask(AskKind.SHRINK, state.version(), Member.NONE);
    }
    return Ask.NOTHING;
  }

  private static void sleep() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
