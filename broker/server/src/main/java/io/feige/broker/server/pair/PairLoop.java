package io.feige.broker.server.pair;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.server.journal.JournalException;
import io.feige.broker.server.net.Connection;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.net.ServedPair;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.LogId;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Request;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.link.LinkMessage;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop that owns a replica. A burst of requests, or of what the active sent, is decided one by
 * one as it is read; then everything that was appended goes to the file in one write, the flush
 * thread is woken, and the other member gets its copy. When it is confirmed, the answers that
 * waited for it leave.
 *
 * <p>{@link ReplicaMachine} says whether this replica serves. What is asked while it is active and
 * must not serve at this moment waits in {@link WaitingRequests}; what is asked of another role is
 * refused, with the node to go to.
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
  private final ReplicaMachine replica;
  private final ReplicaWorld world;
  private final Sessions sessions = new Sessions();
  private final WaitingRequests waiting = new WaitingRequests(sessions);
  private final NodeAnswers nodeAnswers;
  private final PairTimer partitionTimer;
  private final PairTimer replicaTimer;
  private final Inbox inbox = new Inbox();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private volatile String failure = "";
  private volatile boolean stopping;
  private volatile boolean isServing;
  private volatile boolean isPaired;
  private boolean drainIsScheduled;
  private boolean isAlone;

  private PairLoop(PairSetup setup) {
    this.setup = setup;
    this.loop = setup.loops().pairLoop();
    this.world = new ReplicaWorld(setup, sessions, new Back());
    this.replica =
        new ReplicaMachine(
            setup.pair(),
            new Member(setup.nodeId(), setup.bootId()),
            setup.replica(),
            System.nanoTime());
    world.serve(replica);
    this.nodeAnswers = new NodeAnswers(setup, replica, world);
    this.partitionTimer = new PairTimer(loop, () -> decideIfServing(new Event.TimePassed()));
    this.replicaTimer = new PairTimer(loop, () -> decide(new ReplicaEvent.TimePassed()));
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
    PairMeters.register(setup, pair.world);
    return pair;
  }

  /** The same for a node without an Admin: it is the only member of the pair and serves it. */
  public static ServedPair openAlone(PairSetup setup) {
    PairLoop pair = open(setup);
    pair.isAlone = true;
    return pair;
  }

  /** What the replica's world wants of the loop. */
  private final class Back implements ReplicaWorld.Back {
    @Override
    public void drainSoon() {
      scheduleDrain();
    }

    @Override
    public void durable(Store store) {
      loop.execute(() -> PairLoop.this.durable(store));
    }

    @Override
    public void onLoop(Runnable task) {
      loop.execute(task);
    }

    @Override
    public void fetched(int partition) {
      decideIfServing(new Event.Fetched(partition));
    }

    @Override
    public void handle(Connection from, int correlation, Request request) {
      PairLoop.this.handle(from, correlation, request);
    }

    @Override
    public void decide(ReplicaEvent event) {
      PairLoop.this.decide(event);
    }

    @Override
    public void failed(RuntimeException cause) {
      loop.execute(() -> fail(cause));
    }
  }

  @Override
  public void start(HostPort advertised) {
    nodeAnswers.serveAt(advertised);
    loop.execute(world::begin);
    if (isAlone) {
      long epoch = world.machine().state().epoch() + 1;
      loop.execute(() -> learn(PairStates.alone(setup, epoch), false));
    }
    var _ =
        loop.scheduleWithFixedDelay(
            this::keepHouse, HOUSEKEEPING_MILLIS, HOUSEKEEPING_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * How it reaches the other member and Admin; before {@link #start}.
   *
   * @param reporter sees to it that Admin hears of this replica now
   */
  public void reachBy(PairLinks links, Runnable reporter) {
    world.linkBy(links);
    world.reportBy(reporter);
  }

  /** What Admin, or the node itself where there is no Admin, says of the pair. */
  public void learn(PairState state, boolean handOver) {
    isPaired = state.inSync().size() > 1;
    world.otherIs(state.other(setup.nodeId()));
    decide(new ReplicaEvent.Learned(state, handOver));
  }

  /** Something of the connections to the other member. */
  public void link(ReplicaEvent event) {
    decide(event);
  }

  /** A message of the other member; its buffers are valid during the call. */
  public void received(long session, LinkMessage message) {
    decide(new ReplicaEvent.Received(session, message));
  }

  /** How the replica is. */
  public ReplicaReport report() {
    return replica.report(System.nanoTime(), world);
  }

  private static Now now() {
    return new Now(System.nanoTime(), System.currentTimeMillis());
  }

  @Override
  public void submit(Connection from, int correlationId, Request request) {
    if (loop.inEventLoop()) {
      handle(from, correlationId, request);
    } else if (inbox.offer(new Inbox.Item(from, correlationId, request))) {
      scheduleInbox();
    } else {
      refuseBusy(from, correlationId, request);
      from.stopReading();
      loop.execute(() -> sessions.stopReading(from));
    }
  }

  private static void refuseBusy(Connection from, int correlationId, Request request) {
    release(request);
    from.sendError(
        correlationId,
        request.type(),
        ErrorCode.BUSY,
        "the pair's inbox is full; nothing was stored",
        Backpressure.RETRY_MILLIS);
  }

  private void scheduleInbox() {
    if (inbox.mustSchedule()) {
      loop.execute(this::drainInbox);
    }
  }

  private void drainInbox() {
    if (inbox.drain(item -> handle(item.from(), item.correlation(), item.request()))) {
      loop.execute(this::drainInbox);
    }
    relax();
  }

  private void relax() {
    if (waiting.isEmpty()) {
      world.serving().relax();
    }
  }

  @Override
  public void closed(Connection connection) {
    if (loop.inEventLoop()) {
      forget(connection);
    } else {
      loop.execute(() -> forget(connection));
    }
  }

  private void forget(Connection connection) {
    waiting.forget(connection);
    if (sessions.closed(connection) && failure.isEmpty() && world.machine().isActive()) {
      decide(new Event.SessionClosed(connection.id()), now());
    }
  }

  private void handle(Connection from, int correlation, Request request) {
    sessions.seen(from);
    Now now = now();
    Ticket ticket = new Ticket(from.id(), correlation, request.type());
    if (!failure.isEmpty() || stopping) {
      release(request);
      world.serving().send(ticket, nodeAnswers.notServing(failure));
    } else if (request instanceof FindRoute) {
      world.serving().send(ticket, nodeAnswers.route());
    } else if (request instanceof GetStatus) {
      world.serving().send(ticket, nodeAnswers.status(setup.metrics().connections()));
    } else if (replica.mayServe(now.nanos())) {
      serve(from, ticket, request, now);
    } else if (!replica.isWaiting(now.nanos())) {
      release(request);
      world.serving().send(ticket, nodeAnswers.notActive());
    } else if (!waiting.add(from, correlation, request)) {
      refuseBusy(from, correlation, request);
    }
  }

  private void serve(Connection from, Ticket ticket, Request request, Now now) {
    if (request instanceof Publish && !replica.mayPublish()) {
      release(request);
      world.serving().send(ticket, nodeAnswers.publishElsewhere());
      return;
    }
    try {
      world.serving().handle(from, ticket, request, now);
      partitionTimer.wakeBy(world.machine().nextWakeNanos(now));
    } catch (RuntimeException e) {
      fail(e);
    }
    scheduleDrain();
  }

  private static void release(Request request) {
    if (request instanceof HoldsBuffers holder) {
      holder.releaseBuffers();
    }
  }

  /**
   * A bug in deciding code, or a journal that failed, ends the replica's service: it could no
   * longer promise anything.
   */
  private void decide(Event event, Now now) {
    if (world.isClosing()) {
      return;
    }
    try {
      world.serving().decide(event, now);
      partitionTimer.wakeBy(world.machine().nextWakeNanos(now));
    } catch (RuntimeException e) {
      fail(e);
    }
    scheduleDrain();
  }

  private void decide(ReplicaEvent event) {
    // What still arrives must not move a journal and a state that another thread is closing.
    if (!failure.isEmpty() || world.isClosing()) {
      return;
    }
    try {
      replica.decide(event, System.nanoTime(), world);
    } catch (RuntimeException e) {
      fail(e);
    }
    followRole();
  }

  /** Does for clients what the replica's last decision means for them. */
  private void followRole() {
    Now now = now();
    boolean serves = failure.isEmpty() && !stopping && replica.mayServe(now.nanos());
    if (serves != isServing) {
      isServing = serves;
      world.report();
    }
    if (serves) {
      show(now);
      if (!waiting.isEmpty()) {
        decide(new Event.TimePassed(), now);
        waiting.takeAll(item -> handle(item.from(), item.correlation(), item.request()));
      }
    } else if (!waiting.isEmpty() && (stopping || !replica.isWaiting(now.nanos()))) {
      waiting.takeAll(item -> handle(item.from(), item.correlation(), item.request()));
    }
    relax();
    replicaTimer.wakeBy(failure.isEmpty() ? replica.nextWakeNanos(now.nanos()) : Long.MAX_VALUE);
    if (stopping && isSettled()) {
      finishStop();
    }
  }

  private void show(Now now) {
    try {
      world.serving().show(now);
      partitionTimer.wakeBy(world.machine().nextWakeNanos(now));
    } catch (RuntimeException e) {
      fail(e);
    }
    // A delivery writes ahead that it may happen; there may be no request that would see to it.
    if (world.hasUnwritten()) {
      scheduleDrain();
    }
  }

  /** Once per burst: behind all requests that were readable, because tasks run after them. */
  private void scheduleDrain() {
    if (!drainIsScheduled) {
      drainIsScheduled = true;
      loop.execute(this::drain);
    }
  }

  private void drain() {
    drainIsScheduled = false;
    try {
      if (failure.isEmpty()) {
        world.write();
      }
    } catch (RuntimeException e) {
      fail(e);
    } finally {
      world.serving().giveBack();
    }
    world.wakeThreads();
    journalMoved();
  }

  private void journalMoved() {
    if (!world.isMoving()) {
      decide(new ReplicaEvent.JournalMoved());
    }
  }

  private void durable(Store store) {
    if (failure.isEmpty() && !world.isClosing() && world.isOpen(store)) {
      world.durableMoved();
      journalMoved();
    }
  }

  private void decideIfServing(Event event) {
    Now now = now();
    if (failure.isEmpty() && !stopping && replica.mayServe(now.nanos())) {
      decide(event, now);
    }
  }

  private void keepHouse() {
    if (!failure.isEmpty() || stopping) {
      return;
    }
    try {
      Now now = now();
      Event.DiskRoom room = world.keepHouse(now);
      if (room != null && world.machine().isActive()) {
        decide(room, now);
      }
      Event.Carry carry = replica.mayServe(now.nanos()) ? world.carry(now) : null;
      if (carry != null) {
        decide(carry, now);
      }
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void fail(RuntimeException e) {
    if (failure.isEmpty()) {
      failure = e.getMessage() == null ? e.toString() : e.getMessage();
      if (e instanceof JournalException) {
        setup.diskFailed().run();
      }
      isServing = false;
      replica.fence(System.nanoTime(), world);
      LOG.error(
          "{} {} stops serving: {}. Nothing that was confirmed is lost; restart the node once the cause is removed",
          LogId.PAIR_FAILED,
          setup.pair(),
          failure,
          e);
      world.serving().giveUpHeld(nodeAnswers.unknown(failure));
      waiting.takeAll(item -> handle(item.from(), item.correlation(), item.request()));
      world.report();
    }
  }

  @Override
  public HealthReport health() {
    String noRoom = world.room().noRoomBecause();
    return new HealthReport(
        failure.isEmpty(),
        isServing,
        isServing && noRoom.isEmpty(),
        stopping ? "the node is stopping" : failure.isEmpty() ? noRoom : failure);
  }

  /** Whether it serves clients as the active; any thread. */
  public boolean isServing() {
    return isServing;
  }

  /** Whether it serves and the other member could take over; any thread. */
  public boolean couldHandOver() {
    return isServing && isPaired;
  }

  @Override
  public CompletionStage<Void> stop() {
    loop.execute(this::beginStop);
    return stopped;
  }

  private void beginStop() {
    if (!stopping) {
      stopping = true;
      world.stopWaiting();
      drain();
      if (isSettled()) {
        finishStop();
      }
    }
  }

  /** Whether nobody waits for anything that was appended. */
  private boolean isSettled() {
    return !failure.isEmpty() || world.isSettled();
  }

  private void finishStop() {
    if (!world.isMoving()) {
      world.close(failure.isEmpty(), stopped);
    }
  }
}
