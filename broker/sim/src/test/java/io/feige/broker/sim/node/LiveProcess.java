package io.feige.broker.sim.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.replica.CopyRules;
import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.broker.core.turn.Moves;
import io.feige.broker.core.turn.PairTurn;
import io.feige.broker.core.turn.TurnPorts;
import io.feige.broker.core.turn.TurnSettings;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.journal.fault.JournalFailedException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.server.pair.PairStates;
import io.feige.broker.server.pair.store.JournalLog;
import io.feige.broker.sim.disk.SimFiles;
import io.feige.broker.sim.turn.Gate;
import io.feige.broker.sim.turn.NoRows;
import io.feige.broker.sim.turn.Pace;
import io.feige.broker.sim.turn.SimLoop;
import io.feige.broker.sim.turn.SimStore;
import io.feige.broker.sim.turn.WallClock;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One process of the node while it serves: lends the production turn a simulated world, and ends
 * with it.
 */
final class LiveProcess {
  private static final String PAIR = "pair-1";
  private static final Member SELF = new Member("node", "boot");
  private static final ReplicaSettings ALONE =
      new ReplicaSettings(
          400,
          1_000,
          100,
          100,
          300,
          256 << 10,
          16 << 10,
          0,
          false,
          new CopyRules(500, 200, 5_000, 1));
  private static final int MOST_FORCES = 10;

  /** A journal that was opened, and the machine it was replayed into. */
  record Opened(SimFiles files, Journal journal, PartitionMachine machine, JournalLog log) {}

  private final Surroundings world;
  private final Mutation mutation;
  private final SimFiles files;
  private final Pace pace;
  private final NodeStore store;
  private final NodeClients clients;
  private final Gate gate;
  private final PairTurn turn;
  private boolean isOver;
  private boolean isClosed;

  /**
   * @param failed told once when the process gives up
   */
  LiveProcess(NodeSetup setup, Surroundings world, Opened opened, Runnable failed) {
    this.world = world;
    this.mutation = setup.mutation();
    this.files = opened.files();
    this.pace = new OfProcess(new WallClock(world.chance(), world.timeline().nanos()));
    this.gate = new Gate(pace);
    SimLoop loop = new SimLoop(pace, world.chance(), new Owner(failed));
    SimStore.Beside beside =
        new SimStore.Beside(
            pace,
            world.chance(),
            () -> forceNanos(setup.slowestForceNanos()),
            this::durable,
            this::atHand,
            this::fetched,
            this::diskFailed,
            loop::hasEffect);
    this.store = new NodeStore(opened, beside, world, setup);
    this.clients = new NodeClients(store, world, setup.mutation(), gate, loop::hasEffect);
    TurnSettings settings =
        new TurnSettings(
            PAIR,
            SELF,
            Death.NONE,
            ALONE,
            "the node",
            setup.maxPendingBytes(),
            setup.limits().maxBatchBytes(),
            setup.journal().maxFrameBytes(),
            setup.snapshotEveryBytes(),
            setup.snapshotSliceBytes(),
            setup.turnsPerSweep());
    this.turn =
        new PairTurn(
            settings,
            new TurnPorts(
                loop,
                new NodeWatch(world, () -> machine().state()),
                clients,
                new NoRows(),
                new NoMoves()),
            store);
    loop.serve(turn, setup.turnNanos());
  }

  private long forceNanos(long slowestNanos) {
    long slow = world.disk().slowBy(world.timeline().nanos());
    return slow + world.chance().skewed(50_000, slowestNanos);
  }

  private void atHand(SimStore of) {
    turn.atHand(of);
  }

  private void fetched(int partition) {
    turn.fetched(partition);
  }

  private void durable(SimStore of) {
    turn.durable(of);
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
      return world.timeline().nanos();
    }

    @Override
    public long millis() {
      return clock.millis(SimNode.WALL_MILLIS + world.timeline().millis(), nanos());
    }

    @Override
    public void after(long nanos, Runnable duty) {
      world
          .timeline()
          .after(
              nanos,
              () -> {
                if (!isOver) {
                  duty.run();
                }
              });
    }

    @Override
    public void afterTrue(long nanos, Runnable duty) {
      after(nanos, duty);
    }
  }

  /** A failed disk ends the process; nothing else may. */
  private final class Owner implements SimLoop.Owner {
    private final Runnable failed;

    Owner(Runnable failed) {
      this.failed = failed;
    }

    @Override
    public void report() {}

    @Override
    public void failed(Throwable cause, String words) {
      boolean isOfDisk = cause instanceof JournalException && files.hasFailed();
      if (!isOfDisk) {
        throw new Violation("the replica stops: " + cause, cause);
      }
      world.trace().note("node gives up: the journal has failed");
      pace.after(0, failed);
    }

    @Override
    public void closed(boolean isWell) {
      isClosed = true;
      if (isWell && store.journal().durable() == store.end()) {
        saveLast();
      }
    }
  }

  private void saveLast() {
    try {
      ByteBuffer state = store.machine().snapshot();
      store.journal().saveSnapshot(store.end(), state.duplicate());
      store.saved(store.end(), List.of(state));
    } catch (JournalFullException e) {
      world.trace().note("no room for the last snapshot");
    } catch (JournalFailedException e) {
      Violation.unless(files.hasFailed(), "the journal fails without a cause: %s", e);
      world.trace().note("the disk fails at the last snapshot");
    }
  }

  /** Nothing is ever cut from the journal of a node that is alone. */
  private static final class NoMoves implements Moves {
    private static Violation none() {
      return new Violation("the journal of a lone node is moved");
    }

    @Override
    public void cut(long position, long epoch) {
      throw none();
    }

    @Override
    public void wipe(long agreed, long epoch) {
      throw none();
    }

    @Override
    public void beginSpool(long start, SnapshotAt snapshot) {
      throw none();
    }

    @Override
    public String spool(ByteBuffer bytes) {
      throw none();
    }

    @Override
    public void restoreSpooled() {
      throw none();
    }

    @Override
    public void wantTakeOver(long epoch) {}

    @Override
    public void takeOver() {
      throw none();
    }
  }

  Journal journal() {
    return store.journal();
  }

  PartitionMachine machine() {
    return store.machine();
  }

  SimFiles files() {
    return files;
  }

  void begin() {
    turn.begin();
    long epoch = machine().state().epoch() + 1;
    world
        .trace()
        .note("node begins epoch %d, journal from %d to %d", epoch, store.start(), store.end());
    turn.decide(new ReplicaEvent.Learned(PairStates.alone(PAIR, SELF, epoch), false));
  }

  /** Whether requests are taken. */
  boolean isServing() {
    return !isOver && turn.mayServe();
  }

  void receive(Ticket ticket, Event event) {
    gate.pass(ticket.session(), () -> take(ticket, event));
  }

  private void take(Ticket ticket, Event event) {
    if (isOver) {
      return;
    }
    world
        .trace()
        .note(
            "node takes " + ticket.command() + " %d of session %d",
            ticket.correlation(),
            ticket.session());
    world.checker().asked(ticket, event, machine().state());
    if (event instanceof Event.Publish publish) {
      Loans.Lent lent = store.loans().lend(publish);
      turn.take(ticket, lent.publish(), lent.buffer());
    } else {
      turn.take(ticket, Misheard.as(mutation, event), null);
    }
  }

  void closed(long session) {
    if (!isOver) {
      world.checker().closed(session);
      clients.closed(session);
      turn.closed(session);
    }
  }

  /** Ends in order: what is pending is made durable and answered, and a snapshot is stored. */
  void stop() {
    turn.stop();
    for (int forces = 0; forces < MOST_FORCES && !isClosed && !isOver; forces++) {
      store.forceNow();
    }
    Violation.unless(
        !isClosed || store.loans().open() == 0,
        "%d buffers were never given back",
        store.loans().open());
  }

  /** Lets go of the journal, as a process does that ends by itself. */
  void close() {
    isOver = true;
    store.close();
  }

  /** The process is no more: nothing that it had in mind happens. */
  void end() {
    isOver = true;
  }
}
