package io.feige.broker.server.pair;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.turn.PairLinks;
import io.feige.broker.core.turn.PairTurn;
import io.feige.broker.core.turn.TurnLoop;
import io.feige.broker.core.turn.TurnPorts;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.server.net.Connection;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.net.ServedPair;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.pair.clients.NodeClients;
import io.feige.broker.server.pair.clients.Sessions;
import io.feige.broker.server.pair.store.PairLimits;
import io.feige.broker.server.pair.store.Store;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.Request;
import io.feige.protocol.link.LinkMessage;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop that owns a replica: it calls the replica's {@link PairTurn}, which says what is done in
 * which order, and lends it the node's time, connections and threads.
 *
 * <p>Everything here runs on the pair's event loop, apart from the methods that say otherwise. With
 * {@code net.threads: 0} the connections live on that loop too, and a request takes no hand-over
 * between threads before its answer but the one to the flush thread and back.
 */
public final class PairLoop implements ServedPair {
  private static final Logger LOG = LoggerFactory.getLogger(PairLoop.class);
  private static final long HOUSEKEEPING_MILLIS = 100;

  private final PairSetup setup;
  private final EventLoop loop;
  private final ReplicaWorld world;
  private final NodeWatch watch;
  private final PairTurn turn;
  private final NodeAnswers nodeAnswers;
  private final PairRequests requests;
  private final PairTimer partitionTimer;
  private final PairTimer replicaTimer;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private Runnable reporter = () -> {};
  private volatile String failure = "";
  private volatile boolean stopping;
  private volatile boolean isPaired;
  private boolean isAlone;

  private PairLoop(PairSetup setup) {
    this.setup = setup;
    this.loop = setup.place().loop();
    Back back = new Back();
    Sessions sessions = new Sessions();
    NodeClients clients = new NodeClients(setup, sessions, back);
    this.world = new ReplicaWorld(setup, clients, back);
    this.watch = new NodeWatch(setup, world::machine, world.store().durable());
    this.turn =
        new PairTurn(
            PairLimits.turn(setup),
            new TurnPorts(new Lent(), watch, clients, world.duty(), world),
            world.store());
    world.serve(turn);
    this.nodeAnswers = new NodeAnswers(setup, turn.replica(), world, watch);
    this.requests = new PairRequests(setup, sessions, clients, turn, nodeAnswers, world);
    this.partitionTimer = new PairTimer(loop, turn::partitionsDue);
    this.replicaTimer = new PairTimer(loop, turn::replicaDue);
  }

  /**
   * Opens the journal and replays it; not on the loop. The replica does nothing before it is told
   * what is decided about its pair.
   *
   * @throws java.io.UncheckedIOException if the directory cannot be used
   * @throws JournalException if the journal is damaged, locked or cannot be read; it says what to
   *     do
   */
  public static PairLoop open(PairSetup setup) {
    PairLoop pair = new PairLoop(setup);
    PairMeters.register(setup, pair.world, pair.watch, pair.nodeAnswers.whoHolds());
    return pair;
  }

  /** The same for a node without an Admin: it is the only member of the pair and serves it. */
  public static ServedPair openAlone(PairSetup setup) {
    PairLoop pair = open(setup);
    pair.isAlone = true;
    return pair;
  }

  /** What those who work beside the loop want of it. */
  private final class Back implements ReplicaWorld.Back {
    @Override
    public void durable(Store store) {
      loop.execute(() -> turn.durable(store));
    }

    @Override
    public void onLoop(Runnable task) {
      loop.execute(task);
    }

    @Override
    public void fetched(int partition) {
      turn.fetched(partition);
    }

    @Override
    public void handle(Ticket ticket, Request request) {
      turn.take(ticket, new Event.Ask(ticket, request), null);
    }

    @Override
    public void decide(ReplicaEvent event) {
      turn.decide(event);
    }

    @Override
    public void failed(RuntimeException cause) {
      loop.execute(() -> turn.fail(cause));
    }
  }

  /** What the turn runs on. */
  private final class Lent implements TurnLoop {
    @Override
    public Now now() {
      return new Now(System.nanoTime(), System.currentTimeMillis());
    }

    @Override
    public long nanos() {
      return System.nanoTime();
    }

    /** Behind all requests that were readable, because tasks run after them. */
    @Override
    public void drainSoon() {
      loop.execute(turn::drain);
    }

    @Override
    public void wakePartitionsBy(long nanos) {
      partitionTimer.wakeBy(nanos);
    }

    @Override
    public void wakeReplicaBy(long nanos) {
      replicaTimer.wakeBy(nanos);
    }

    @Override
    public void report() {
      reporter.run();
    }

    @Override
    public void failed(Throwable cause, String words) {
      failure = words;
      if (cause instanceof JournalException && !(cause instanceof JournalFullException)) {
        setup.diskFailed().run();
      }
      LOG.error(
          "{} {} stops serving: {}. Nothing that was confirmed is lost; restart the node once the cause is removed",
          LogId.PAIR_FAILED,
          setup.pair(),
          words,
          cause);
    }

    @Override
    public void close(boolean isWell) {
      world.close(isWell, stopped);
    }
  }

  @Override
  public void start(HostPort advertised) {
    nodeAnswers.serveAt(advertised);
    loop.execute(world::begin);
    if (isAlone) {
      long epoch = world.machine().state().epoch() + 1;
      Member self = new Member(setup.nodeId(), setup.bootId());
      loop.execute(() -> learn(PairStates.alone(setup.pair(), self, epoch), false));
    }
    var _ =
        loop.scheduleWithFixedDelay(
            this::keepHouse, HOUSEKEEPING_MILLIS, HOUSEKEEPING_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void keepHouse() {
    turn.keepHouse();
    nodeAnswers.whoHolds().look(System.currentTimeMillis());
  }

  /**
   * How it reaches the other member and Admin; before {@link #start}.
   *
   * @param reporter sees to it that Admin hears of this replica now
   */
  public void reachBy(PairLinks links, Runnable reporter) {
    world.linkBy(links);
    this.reporter = reporter;
  }

  /** What Admin, or the node itself where there is no Admin, says of the pair. */
  public void learn(PairState state, boolean handOver) {
    isPaired = state.inSync().size() > 1;
    world.otherIs(state.other(setup.nodeId()));
    nodeAnswers.whoHolds().otherIs(state.other(setup.nodeId()));
    turn.decide(new ReplicaEvent.Learned(state, handOver));
  }

  /**
   * What Admin has been shown of the death of the other member's process.
   *
   * @param proof {@link Death#NONE}: nothing
   */
  public void otherDied(String proof) {
    if (!proof.isEmpty()) {
      turn.decide(new ReplicaEvent.PeerDied(proof));
    }
  }

  /** Where the other member takes clients, host:port; empty: not known. */
  public void otherServesAt(String clients) {
    turn.otherServesAt(clients);
  }

  /** Something of the connections to the other member. */
  public void link(ReplicaEvent event) {
    turn.decide(event);
  }

  /** A message of the other member; its buffers are valid during the call. */
  public void received(long session, LinkMessage message) {
    turn.decide(new ReplicaEvent.Received(session, message));
  }

  /** How the replica is. */
  public ReplicaReport report() {
    return turn.report();
  }

  @Override
  public void submit(Connection from, int correlationId, Request request) {
    requests.submit(from, correlationId, request);
  }

  @Override
  public @Nullable EventLoop home() {
    return setup.place().takesConnections() ? loop : null;
  }

  /** The loop that it lives on. */
  public EventLoop loop() {
    return loop;
  }

  @Override
  public void closed(Connection connection) {
    requests.closed(connection);
  }

  @Override
  public CompletableFuture<DiskUse> disk(int limit) {
    try {
      return CompletableFuture.supplyAsync(() -> nodeAnswers.whoHolds().answer(limit), loop);
    } catch (RejectedExecutionException ended) {
      return CompletableFuture.failedFuture(ended);
    }
  }

  @Override
  public HealthReport health() {
    String takesNone = watch.takesNoneBecause();
    return new HealthReport(
        failure.isEmpty(),
        isServing(),
        isServing() && takesNone.isEmpty(),
        stopping ? "the node is stopping" : failure.isEmpty() ? takesNone : failure);
  }

  /** Whether it serves clients as the active; any thread. */
  public boolean isServing() {
    return watch.isServing();
  }

  /** Whether it serves and the other member could take over; any thread. */
  public boolean couldHandOver() {
    return isServing() && isPaired;
  }

  @Override
  public CompletionStage<Void> stop() {
    loop.execute(() -> {
      stopping = true;
      turn.stop();
    });
    return stopped;
  }
}
