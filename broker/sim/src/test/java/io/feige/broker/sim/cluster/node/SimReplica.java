package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.core.turn.PairTurn;
import io.feige.broker.core.turn.TurnPorts;
import io.feige.broker.core.turn.TurnSettings;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.scrub.JournalScrub;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.check.ReplicaView;
import io.feige.broker.sim.cluster.wire.Place;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.disk.SimFiles;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.pairnet.Side;
import io.feige.broker.sim.turn.Gate;
import io.feige.broker.sim.turn.NoRows;
import io.feige.broker.sim.turn.Pace;
import io.feige.broker.sim.turn.SimLoop;
import io.feige.broker.sim.turn.SimStore;
import io.feige.broker.sim.turn.ThreadDied;
import io.feige.broker.sim.turn.WallClock;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.ReplicaReport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A replica in one process of its node: the production turn over a production journal, in a
 * simulated world.
 */
final class SimReplica implements ReplicaView {
  /** What a replica wants of its process. */
  interface Back {
    /** Admin should hear of the node now. */
    void report();

    /** The journal has failed: only another process can go on. */
    void failed();
  }

  private final String name;
  private final World world;
  private final Proc proc;
  private final Pace pace;
  private final Gate gate;
  private final PairChecker checker;
  private final Back back;
  private final SimFiles files;
  private final PairDisk disk;
  private final PairLinks links;
  private final PairClients clients;
  private final PairTurn turn;
  private final Deceit deceit;
  private SimStore store;
  private boolean isFailed;
  private boolean isOfDisk;
  private @Nullable ReplicaReport last;

  /**
   * A replica with its journal open and replayed.
   *
   * @throws JournalException if the journal cannot be used
   */
  SimReplica(
      String pair,
      WatchedMember watched,
      ClusterSetup setup,
      Place place,
      PairKept kept,
      Back back) {
    Member self = watched.member();
    this.name = self.node() + "/" + pair;
    this.world = place.world();
    this.proc = place.proc();
    this.pace = new OfProcess(new WallClock(world.chance(), proc.nanos()));
    this.gate = new Gate(pace);
    this.checker = kept.checker();
    this.back = back;
    SimLoop loop = new SimLoop(pace, world.chance(), new Owner());
    SimStore.Beside beside =
        new SimStore.Beside(
            pace,
            world.chance(),
            () -> forceNanos(setup, kept.disk()),
            this::durable,
            this::atHand,
            this::fetched,
            this::diskFailed,
            loop::hasEffect);
    this.deceit = new Deceit(setup.breakage(), self);
    ClusterSetup own = setup.at(self.node());
    StoreKeeper keeper =
        new StoreKeeper(pair, own, world, kept.disk(), beside, () -> requireNoOldEpoch("copies"));
    this.files = keeper.files();
    this.disk = kept.disk();
    this.store = keeper.open();
    this.clients = new PairClients(checker, this, setup.room(self.node()), gate, loop::hasEffect);
    this.turn =
        new PairTurn(
            settings(pair, watched, setup),
            new TurnPorts(
                loop,
                new PairWatch(this, checker, clients, loop::hasEffect),
                clients,
                new NoRows(),
                new PairMoves(this, keeper, world)),
            store);
    long most = setup.replica().windowBytes() + 4L * setup.journal().maxFrameBytes();
    this.links = new PairLinks(pair, proc, world.net(), most, this::decide);
    turn.linkBy(new WatchedLinks(links, this, loop::hasEffect));
    tell("has recovered %d to %d", store.start(), store.end());
    turn.begin();
    loop.serve(turn, setup.turnNanos());
  }

  private static TurnSettings settings(String pair, WatchedMember self, ClusterSetup setup) {
    return new TurnSettings(
        pair,
        self.member(),
        self.deathMark(),
        setup.replica(),
        self.member().node(),
        setup.maxPendingBytes(),
        setup.limits().maxBatchBytes(),
        setup.journal().maxFrameBytes(),
        setup.snapshotEveryBytes(),
        setup.snapshotSliceBytes(),
        setup.turnsPerSweep());
  }

  private long forceNanos(ClusterSetup setup, PairDisk disk) {
    long slow = disk.slowBy(world.timeline().nanos());
    return slow + world.chance().skewed(50_000, setup.slowestForceNanos());
  }

  private void atHand(SimStore of) {
    turn.atHand(of);
  }

  private void fetched(int partition) {
    turn.fetched(partition);
  }

  private void durable(SimStore of) {
    if (!isDeaf()) {
      turn.durable(of);
    }
  }

  private void diskFailed(RuntimeException cause) {
    turn.fail(cause);
  }

  private final class OfProcess implements Pace {
    private final WallClock clock;

    OfProcess(WallClock clock) {
      this.clock = clock;
    }

    @Override
    public long nanos() {
      return proc.nanos();
    }

    @Override
    public long millis() {
      return clock.millis(world.wallMillis(), nanos());
    }

    @Override
    public void after(long nanos, Runnable duty) {
      proc.after(nanos, () -> run(duty));
    }

    private void run(Runnable duty) {
      if (!isDeaf()) {
        duty.run();
      }
    }

    @Override
    public void afterTrue(long nanos, Runnable duty) {
      proc.afterTrue(nanos, () -> run(duty));
    }
  }

  /** A failed journal, or a full disk, ends the replica; nothing else may. */
  private final class Owner implements SimLoop.Owner {
    @Override
    public void report() {
      back.report();
    }

    @Override
    public void failed(Throwable cause, String words) {
      if (cause instanceof Poison) {
        tell("serves no more, because of one request", 0, 0);
        return;
      }
      isOfDisk = cause instanceof JournalException && files.hasFailed();
      if (!isOfDisk && !(cause instanceof JournalFullException) && !(cause instanceof ThreadDied)) {
        throw new Violation(name + " stops: " + cause, cause);
      }
      tell("fails: " + words.replace("%", "%%"), 0, 0);
      isFailed = true;
      pace.afterTrue(0, back::failed);
    }

    @Override
    public void closed(boolean isWell) {
      throw new Violation(name + " closes its journal, and was not told to stop");
    }
  }

  Pace pace() {
    return pace;
  }

  SimFiles files() {
    return files;
  }

  SimStore store() {
    return store;
  }

  ReplicaMachine machine() {
    return turn.replica();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean mayServe() {
    return proc.isAlive() && turn.mayServe();
  }

  @Override
  public long epoch() {
    return machine().epoch();
  }

  @Override
  public long commit() {
    return machine().commit();
  }

  @Override
  public Journal journal() {
    return store.journal();
  }

  /** Whether everything that it holds is durable, and nobody is at work on its journal. */
  boolean isAtRest() {
    return turn.isOpen() && !isFailed && journal().durable() == journal().end();
  }

  boolean hasFailed() {
    return isFailed;
  }

  /** Whether it failed, and what it has written may be lost. */
  boolean hasDiskFailed() {
    return isFailed && isOfDisk;
  }

  /** A request met a fault of the deciding code. */
  void met(Throwable fault) {
    tell("refuses one request: " + fault.getMessage(), 0, 0);
    if (deceit.endsAtFaults()) {
      turn.fail(fault);
    }
  }

  /** The thread that makes its journal durable dies. */
  void loseFlushThread() {
    if (!isDeaf()) {
      tell("loses its flush thread", 0, 0);
      store.flushThreadDies();
    }
  }

  /** Some of what it has stored and knows to be confirmed is damaged; how many places. */
  int rot() {
    int places = new Rot(journal(), disk.journal(), world.chance()).spread(commit());
    tell("has %d damaged places", places, 0);
    return places;
  }

  /** It reads again what it has stored. */
  void scrub() {
    tell("scrubs", 0, 0);
    store.scrub(files);
  }

  /** Whether it has read all of it again, and nothing is damaged any more. */
  boolean isMended() {
    JournalScrub scrub = store.scrub();
    return scrub != null && scrub.passes() > 0 && scrub.damagedPlaces() == 0;
  }

  /** Nothing comes to it any more, and it says for ever what it says now. */
  void deafen() {
    last = report();
  }

  private boolean isDeaf() {
    return last != null;
  }

  void tell(String words, long a, long b) {
    world.trace().note(name + " " + words, a, b);
  }

  /** Admin says how things are. */
  void learn(PairOrder order) {
    if (isDeaf()) {
      return;
    }
    links.leadTo(order.peerHost());
    if (!order.peerDeath().isEmpty()) {
      decide(new ReplicaEvent.PeerDied(order.peerDeath()));
    }
    decide(new ReplicaEvent.Learned(deceit.learned(order.state(), machine()), order.handOver()));
  }

  /** The other member has dialled. */
  void linked(Side side) {
    links.accepted(side);
  }

  ReplicaReport report() {
    return last != null ? last : deceit.report(turn.report());
  }

  private void decide(ReplicaEvent event) {
    if (isDeaf()) {
      return;
    }
    deceit.comes(event, machine().epoch());
    turn.decide(deceit.heard(event, machine()));
    deceit.goes();
    if (turn.isOpen()) {
      checker.committed(this, commit());
    }
    ReplicaEvent hasty = deceit.hasty(turn.report());
    if (hasty != null) {
      turn.decide(hasty);
    }
  }

  void requireNoOldEpoch(String what) {
    deceit.requireNoOldEpoch(name, what);
  }

  /** Its journal is about to be put right. */
  void moves() {
    checker.opened(this);
  }

  /** Its journal is put right, unless the disk fails in that. */
  void moved(Supplier<SimStore> how) {
    try {
      store = how.get();
    } catch (JournalException e) {
      turn.fail(e);
      return;
    }
    turn.moved(store);
  }

  /** A client asks. */
  void receive(Asked asked) {
    long session = asked.ticket().session();
    gate.pass(session, () -> take(asked));
  }

  private void take(Asked asked) {
    if (isDeaf()) {
      return;
    }
    Ticket ticket = asked.ticket();
    clients.asked(asked);
    turn.take(ticket, deceit.asked(asked.event()), null);
  }

  /** A client is gone. */
  void closed(long session) {
    clients.closed(session);
    if (!isDeaf()) {
      turn.closed(session);
    }
  }

  /** The process ends: what it serves counts no more. */
  void gone() {
    checker.gone(this);
  }
}
