package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.journal.JournalException;
import io.feige.broker.server.journal.JournalFailedException;
import io.feige.broker.server.journal.JournalFullException;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.check.ReplicaView;
import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.cluster.wire.Place;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.disk.SimFiles;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.pairnet.Side;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A replica in one process of its node: the production machines on a production journal, with the
 * same order of things around them as in the node's loop. What comes is decided one by one, then
 * everything that was appended is written at once, and the disk is forced along.
 */
final class SimReplica implements ReplicaView {
  private static final int MOST_WAITING = 5_000;
  private static final int WAKES_FOR_NOTHING = 2_000;

  /** What a replica wants of its process. */
  interface Back {
    /** Admin should hear of the node now. */
    void report();

    /** The journal has failed: only another process can go on. */
    void failed();
  }

  private final String name;
  private final Member self;
  private final ClusterSetup setup;
  private final World world;
  private final Proc proc;
  private final DiskWork diskWork;
  private final PairChecker checker;
  private final Back back;
  private final SimFiles files;
  private final PairLinks links;
  private final ReplicaMachine machine;
  private final ReplicaWorld port;
  private final Deceit deceit;
  private final ArrayDeque<Asked> waiting = new ArrayDeque<>();
  private final long clockAhead;
  private long committed;
  private long shown;
  private long wakeAtNanos = Long.MAX_VALUE;
  private long partitionWakeAtNanos = Long.MAX_VALUE;
  private int wakesForNothing;
  private boolean isServing;
  private boolean isFailed;

  /**
   * A replica with its journal open and replayed.
   *
   * @throws JournalException if the journal cannot be used
   */
  SimReplica(String pair, Member self, ClusterSetup setup, Place place, PairKept kept, Back back) {
    this.name = self.node() + "/" + pair;
    this.self = self;
    this.setup = setup;
    this.world = place.world();
    this.proc = place.proc();
    this.checker = kept.checker();
    this.back = back;
    Store.Keeper keeper = new Store.Keeper(pair, setup, world, kept.disk());
    this.files = keeper.files();
    long most = setup.replica().windowBytes() + 4L * setup.journal().maxFrameBytes();
    this.links = new PairLinks(pair, proc, world.net(), most, this::decide);
    this.deceit = new Deceit(setup.breakage(), self);
    this.machine = new ReplicaMachine(pair, self, setup.replica(), proc.nanos());
    this.clockAhead = world.chance().between(-50L, 50L);
    this.port = new ReplicaWorld(this, keeper, links, checker, world);
    this.diskWork =
        new DiskWork(this, port, kept.disk(), world, () -> decide(new ReplicaEvent.JournalMoved()));
    tell("has recovered %d to %d", port.start(), port.end());
    proc.after(setup.turnNanos(), this::keepHouse);
  }

  ClusterSetup setup() {
    return setup;
  }

  Member self() {
    return self;
  }

  SimFiles files() {
    return files;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean mayServe() {
    return proc.isAlive() && mayServe(proc.nanos());
  }

  @Override
  public long epoch() {
    return machine.epoch();
  }

  @Override
  public long commit() {
    return Math.max(machine.commit(), committed);
  }

  @Override
  public Journal journal() {
    return port.store().journal();
  }

  Store store() {
    return port.store();
  }

  /** Whether everything that it holds is durable, and nobody is at work on its journal. */
  boolean isAtRest() {
    return !port.isMoving() && !isFailed && journal().durable() == journal().end();
  }

  boolean hasFailed() {
    return isFailed;
  }

  ReplicaMachine machine() {
    return machine;
  }

  long keepFrom() {
    return machine.keepFrom();
  }

  void tell(String words, long a, long b) {
    world.trace().note(name + " " + words, a, b);
  }

  private Now now() {
    return new Now(proc.nanos(), world.wallMillis() + clockAhead);
  }

  /** A failed journal ends the replica; anything else that is thrown must not be. */
  private void guard(Runnable duty) {
    if (isFailed || !proc.isAlive()) {
      return;
    }
    try {
      duty.run();
    } catch (Violation e) {
      throw e;
    } catch (JournalFailedException e) {
      Violation.unless(files.hasFailed(), "the journal of %s fails without a cause: %s", name(), e);
      fail("its journal has failed");
    } catch (JournalFullException e) {
      fail("its disk is full");
    } catch (RuntimeException e) {
      throw new Violation(name() + " stops: " + e, e);
    }
  }

  private void fail(String why) {
    tell("fails: " + why, 0, 0);
    isFailed = true;
    follow(false);
    machine.fence(proc.nanos(), port);
    for (Asked asked; (asked = waiting.poll()) != null; ) {
      refuse(asked, ErrorCode.FENCED);
    }
    back.report();
    back.failed();
  }

  void afterTrue(long nanos, Runnable duty) {
    proc.afterTrue(nanos, () -> guard(duty));
  }

  void journalReady() {
    decide(new ReplicaEvent.JournalReady());
  }

  void reportSoon() {
    back.report();
  }

  /** Admin says how things are. */
  void learn(PairOrder order) {
    links.leadTo(order.peerHost());
    decide(new ReplicaEvent.Learned(deceit.learned(order.state(), machine), order.handOver()));
  }

  /** The other member has dialled. */
  void linked(Side side) {
    links.accepted(side);
  }

  ReplicaReport report() {
    return deceit.report(machine.report(proc.nanos(), port));
  }

  private void decide(ReplicaEvent event) {
    guard(() -> {
      deceit.comes(event, machine.epoch());
      machine.decide(deceit.heard(event, machine), proc.nanos(), port);
      deceit.goes();
      if (isHasty() && journal().durable() > committed) {
        confirmed(journal().durable());
      }
      if (!port.isMoving()) {
        checker.committed(this, machine.commit());
      }
      followRole();
    });
  }

  /** In a run that is to be caught: whether it serves and confirms alone too early. */
  private boolean isHasty() {
    return setup.breakage() == Breakage.EARLY_SHRINK
        && port.store().machine().isActive()
        && deceit.isHasty(machine.report(proc.nanos(), port));
  }

  private boolean mayServe(long nowNanos) {
    return !isFailed && (machine.mayServe(nowNanos) || isHasty());
  }

  void requireNoOldEpoch(String what) {
    deceit.requireNoOldEpoch(name(), what);
  }

  /** Does for clients what the replica's last decision means for them. */
  private void followRole() {
    Now now = now();
    boolean serves = mayServe(now.nanos());
    follow(serves);
    if (serves) {
      show(now);
      if (!waiting.isEmpty()) {
        decide(new Event.TimePassed());
        takeWaiting();
      }
    } else if (!waiting.isEmpty() && !machine.isWaiting(now.nanos())) {
      takeWaiting();
    }
    long next = machine.nextWakeNanos(now.nanos());
    if (next < wakeAtNanos) {
      wakeAtNanos = next;
      proc.after(Math.max(1_000, next - now.nanos()), () -> wake(next));
    }
  }

  private void follow(boolean serves) {
    if (serves != isServing) {
      isServing = serves;
      tell(serves ? "serves as epoch %d" : "serves no more as epoch %d", machine.epoch(), 0);
      checker.serves(this, serves);
      back.report();
    }
  }

  private void takeWaiting() {
    for (int left = waiting.size(); left > 0; left--) {
      receive(waiting.remove());
    }
  }

  private void show(Now now) {
    if (port.store().machine().isActive() && shown < committed) {
      shown = committed;
      decide(new Event.Committed(committed));
    }
    wakePartitions(now);
  }

  void activated() {
    committed = 0;
    shown = 0;
  }

  /** Everything below the position is confirmed. */
  void confirmed(long position) {
    committed = position;
    checker.committed(this, position);
    port.sink().commit(position);
  }

  private void wake(long scheduledFor) {
    if (wakeAtNanos == scheduledFor) {
      wakeAtNanos = Long.MAX_VALUE;
    }
    long before = port.effects();
    decide(new ReplicaEvent.TimePassed());
    wakesForNothing = port.effects() == before ? wakesForNothing + 1 : 0;
    Violation.unless(
        wakesForNothing < WAKES_FOR_NOTHING,
        "%s woke %d times and had nothing to do",
        name(),
        wakesForNothing);
  }

  /** A client asks. */
  void receive(Asked asked) {
    guard(() -> {
      Now now = now();
      if (mayServe(now.nanos())) {
        serve(asked, now);
      } else if (!machine.isWaiting(now.nanos())) {
        refuse(asked, ErrorCode.NOT_ACTIVE);
      } else if (waiting.size() < MOST_WAITING) {
        waiting.add(asked);
      } else {
        refuse(asked, ErrorCode.BUSY);
      }
    });
  }

  private void refuse(Asked asked, ErrorCode code) {
    String hint = code == ErrorCode.NOT_ACTIVE ? machine.activeNode() : "";
    asked
        .from()
        .answer(
            asked.ticket().correlation(), new Refusal(code, name() + " does not serve", hint, 50));
  }

  private void serve(Asked asked, Now now) {
    boolean publishes = asked.event() instanceof Event.Publish;
    if (publishes && !machine.mayPublish()) {
      refuse(asked, ErrorCode.PUBLISH_ELSEWHERE);
      return;
    }
    port.sink().asked(asked);
    decide(deceit.asked(asked.event()));
    wakePartitions(now);
  }

  /** A client is gone. */
  void closed(long session) {
    guard(() -> {
      waiting.removeIf(asked -> asked.ticket().session() == session);
      port.sink().closed(session);
      if (port.store().machine().isActive()) {
        decide(new Event.SessionClosed(session));
      }
    });
  }

  /** Lets the partition machine decide. */
  void decide(Event event) {
    port.store().machine().decide(event, now(), port.sink());
    drainSoon();
  }

  private void wakePartitions(Now now) {
    long next = port.store().machine().nextWakeNanos(now);
    if (next < partitionWakeAtNanos) {
      partitionWakeAtNanos = next;
      proc.after(Math.max(1_000, next - now.nanos()), () -> guard(() -> timePassed(next)));
    }
  }

  private void timePassed(long scheduledFor) {
    if (partitionWakeAtNanos == scheduledFor) {
      partitionWakeAtNanos = Long.MAX_VALUE;
    }
    Now now = now();
    if (mayServe(now.nanos())) {
      decide(new Event.TimePassed());
      wakePartitions(now);
    }
  }

  void drainSoon() {
    diskWork.drainSoon();
  }

  private void keepHouse() {
    guard(() -> {
      wakesForNothing = 0;
      @Nullable Event room = port.isMoving() ? null : port.housekeeping().turn(now());
      if (room != null && port.store().machine().isActive()) {
        decide(room);
      }
      Now now = now();
      @Nullable Event carry =
          port.isMoving() || !mayServe(now.nanos()) ? null : port.housekeeping().carry(now);
      if (carry != null) {
        decide(carry);
      }
      proc.after(setup.turnNanos(), this::keepHouse);
    });
  }

  /** The process ends: what it serves counts no more. */
  void gone() {
    checker.gone(this);
  }
}
