package io.feige.broker.sim.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.fault.JournalFailedException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.broker.server.pair.store.JournalLog;
import io.feige.broker.sim.disk.Sabotage;
import io.feige.broker.sim.disk.SimFiles;
import io.feige.broker.sim.net.Door;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The node, through all its processes: starts, serves, ends in every way there is. */
public final class SimNode implements Door {
  /** The wall clock when time begins. */
  public static final long WALL_MILLIS = 1_700_000_000_000L;

  private final NodeSetup setup;
  private final Surroundings world;
  private final Runnable failed;
  private @Nullable LiveProcess serving;
  private long durable;
  private boolean isSafeInCache = true;

  /**
   * @param failed told when a process gives up because of its disk
   */
  public SimNode(NodeSetup setup, Surroundings world, Runnable failed) {
    this.setup = setup;
    this.world = world;
    this.failed = failed;
  }

  @Override
  public boolean isOpen() {
    return serving != null && serving.isServing();
  }

  /** Whether there is a process. */
  public boolean isUp() {
    return serving != null;
  }

  public @Nullable Journal journal() {
    return serving == null ? null : serving.journal();
  }

  public @Nullable PartitionMachine machine() {
    return serving == null ? null : serving.machine();
  }

  /** The present process's way to the disk, to arm faults. */
  public @Nullable SimFiles files() {
    return serving == null ? null : serving.files();
  }

  @Override
  public void receive(Ticket ticket, Event event) {
    if (serving != null) {
      serving.receive(ticket, event);
    }
  }

  @Override
  public void closed(long session) {
    if (serving != null) {
      serving.closed(session);
    }
  }

  /**
   * Starts a process.
   *
   * @param faults arms what is to go wrong while it recovers
   * @return whether it serves; false when the disk failed or is full
   */
  public boolean start(Consumer<SimFiles> faults) {
    SimFiles files = world.disk().attach();
    neglectWhileRecovering(files, true);
    files.neglect(Sabotage.SKIP_DIRECTORY_FORCE, setup.mutation() == Mutation.SKIP_DIRECTORY_FSYNC);
    faults.accept(files);
    JournalLog log = new JournalLog();
    PartitionMachine machine = new PartitionMachine(setup.limits(), log);
    try {
      Journal journal = open(files, machine);
      neglectWhileRecovering(files, false);
      world
          .trace()
          .note(
              "node has recovered %d to %d, %d bytes are cut",
              journal.start(), journal.end(), journal.recovery().cutBytes());
      world.checker().recovered(journal, machine, world.disk());
      durable = journal.end();
      isSafeInCache = true;
      LiveProcess begun =
          new LiveProcess(
              setup, world, new LiveProcess.Opened(files, journal, machine, log), failed);
      serving = begun;
      begun.begin();
      return true;
    } catch (JournalFailedException e) {
      Violation.unless(files.hasFailed(), "the journal cannot be opened: %s", e);
      isSafeInCache = false;
      world.trace().note("node cannot start: the disk fails");
      world.checker().lostPower(durable);
    } catch (JournalFullException e) {
      world.trace().note("the disk has no room to start");
    } catch (RuntimeException e) {
      throw new Violation("the node does not start: " + e, e);
    }
    world.disk().processDied();
    return false;
  }

  private void neglectWhileRecovering(SimFiles files, boolean neglect) {
    if (setup.mutation() == Mutation.SKIP_FSYNC_ON_RECOVERY) {
      files.neglect(Sabotage.SKIP_FORCE, neglect);
    } else if (setup.mutation() == Mutation.IGNORE_TORN_TAIL) {
      files.neglect(Sabotage.SKIP_ZEROING, neglect);
    }
  }

  private Journal open(SimFiles files, PartitionMachine machine) {
    Mutation mutation = setup.mutation();
    Replay replay =
        new Replay() {
          @Override
          public void snapshot(long position, ByteBuffer body) {
            machine.restore(body);
          }

          @Override
          public void frame(StoredFrame frame) {
            boolean isForgotten =
                (mutation == Mutation.FORGET_ACKS_ON_REPLAY && frame.kind() == FrameKind.SETTLE)
                    || (mutation == Mutation.FORGET_CANCELS_ON_REPLAY
                        && frame.kind() == FrameKind.CANCEL)
                    || (mutation == Mutation.NO_HANDED_WINDOW && frame.kind() == FrameKind.HANDED);
            if (!isForgotten) {
              machine.replay(frame);
            }
          }
        };
    return Journal.open(
        files,
        setup.journal(),
        () -> Instant.ofEpochMilli(WALL_MILLIS + world.timeline().millis()),
        replay);
  }

  /** The process ends, whatever it was doing; the system's cache survives. */
  public void die() {
    LiveProcess ended = serving;
    if (ended != null) {
      isSafeInCache = !ended.files().hasFailed();
      durable = Math.max(durable, ended.journal().durable());
      world.checker().died(isSafeInCache ? ended.journal().written() : durable);
      ended.end();
      serving = null;
    } else if (!isSafeInCache) {
      world.checker().lostPower(durable);
    }
    world.wire().breakAll();
    world.disk().processDied();
  }

  /** The power is cut. */
  public void losePower() {
    die();
    world.checker().lostPower(durable);
    world.disk().losePower();
  }

  /** Ends in order. */
  public void stop() {
    LiveProcess ending = serving;
    if (ending != null) {
      ending.stop();
      if (serving == ending) {
        ending.close();
        die();
      }
    }
  }
}
