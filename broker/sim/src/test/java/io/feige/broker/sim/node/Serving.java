package io.feige.broker.sim.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.journal.JournalFailedException;
import io.feige.broker.sim.disk.SimFiles;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Trace;
import io.feige.broker.sim.world.Violation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One process of the node while it serves: decides what comes in, writes once per burst, forces
 * later, and then lets the answers go that waited. The same order of things as in the node's loop.
 */
final class Serving {
  private static final int ROOM_FOR_EPOCH = 4_096;
  private static final long ROOM_AGAIN_NANOS = 50 * Timeline.MILLI;
  private static final int WAKES_FOR_NOTHING = 500;

  private final NodeSetup setup;
  private final Surroundings world;
  private final Timeline timeline;
  private final Chance chance;
  private final Trace trace;
  private final SimFiles files;
  private final Journal journal;
  private final PartitionMachine machine;
  private final NodeSink sink;
  private final Housekeeping housekeeping;
  private final long clockAhead;
  private final Runnable failed;
  private final List<byte[]> lent = new ArrayList<>();
  private long servesFrom;
  private boolean isServing;
  private boolean isOver;
  private boolean drainIsScheduled;
  private boolean isForcing;
  private boolean isKeptUp;
  private long wakeAtNanos = Long.MAX_VALUE;
  private int wakesForNothing;

  /**
   * @param clockAhead how far the wall clock is ahead of true time, in milliseconds
   * @param failed told once when the process gives up
   */
  Serving(NodeSetup setup, Surroundings world, Opened opened, long clockAhead, Runnable failed) {
    this.setup = setup;
    this.world = world;
    this.timeline = world.timeline();
    this.chance = world.chance();
    this.trace = world.trace();
    this.files = opened.files();
    this.journal = opened.journal();
    this.machine = opened.machine();
    this.clockAhead = clockAhead;
    this.failed = failed;
    this.sink = new NodeSink(journal, machine, world, setup.mutation());
    this.housekeeping = new Housekeeping(setup, world, opened);
  }

  Journal journal() {
    return journal;
  }

  PartitionMachine machine() {
    return machine;
  }

  SimFiles files() {
    return files;
  }

  void begin() {
    after(setup.turnNanos(), this::keepHouse);
    guard(this::activate);
  }

  /** On a full disk the activation waits until there is room for its record. */
  private void activate() {
    if (!journal.reserve(ROOM_FOR_EPOCH)) {
      trace.note("no room to begin to serve");
      after(ROOM_AGAIN_NANOS, this::activate);
      return;
    }
    long epoch = machine.state().epoch() + 1;
    trace.note(
        "node serves as epoch %d, journal from %d to %d", epoch, journal.start(), journal.end());
    decide(new Event.Activated(epoch, "node", "boot"));
    servesFrom = journal.end();
  }

  private Now now() {
    return new Now(timeline.nanos(), SimNode.WALL_MILLIS + timeline.millis() + clockAhead);
  }

  private void after(long nanos, Runnable duty) {
    timeline.after(nanos, () -> guard(duty));
  }

  /** A failed disk ends the process; anything else that is thrown must not be. */
  private void guard(Runnable duty) {
    if (isOver) {
      return;
    }
    try {
      duty.run();
    } catch (Violation e) {
      throw e;
    } catch (JournalFailedException e) {
      Violation.unless(files.hasFailed(), "the journal fails without a cause: %s", e);
      trace.note("node gives up: the journal has failed");
      isOver = true;
      failed.run();
    } catch (RuntimeException e) {
      throw new Violation("the replica stops: " + e, e);
    }
  }

  /** Whether the activation is durable, so that requests are taken. */
  boolean isServing() {
    return isServing && !isOver;
  }

  void receive(Ticket ticket, Event event) {
    guard(() -> {
      Event taken = event instanceof Event.Publish publish ? lend(publish) : event;
      trace.note(
          "node takes " + ticket.command() + " %d of session %d",
          ticket.correlation(),
          ticket.session());
      world.checker().asked(ticket, taken, machine.state());
      decide(taken);
    });
  }

  /** The batch lies in a buffer that is given back, and overwritten, once it was written. */
  private Event.Publish lend(Event.Publish publish) {
    byte[] buffer = new byte[publish.batch().remaining()];
    publish.batch().get(publish.batch().position(), buffer);
    lent.add(buffer);
    return new Event.Publish(
        publish.ticket(),
        publish.topic(),
        publish.epoch(),
        publish.durability(),
        publish.resolvedBelow(),
        ByteBuffer.wrap(buffer));
  }

  void closed(long session) {
    guard(() -> {
      world.checker().closed(session);
      decide(new Event.SessionClosed(session));
    });
  }

  private void decide(Event event) {
    Now now = now();
    machine.decide(event, now, sink);
    wakeBy(machine.nextWakeNanos(now));
    if (!drainIsScheduled) {
      drainIsScheduled = true;
      after(chance.between(0L, 30_000L), this::drain);
    }
  }

  private void drain() {
    drainIsScheduled = false;
    if (setup.mutation() == Mutation.BUFFERS_RELEASED_EARLY) {
      giveBack();
    }
    long before = journal.written();
    journal.write();
    giveBack();
    if (journal.written() > before) {
      trace.note("node has written up to %d", journal.written());
    }
    housekeeping.appended(now());
    if (setup.mutation() == Mutation.REPLY_BEFORE_FSYNC) {
      durable(journal.written());
    }
    force();
    if (journal.upkeepDue() && !isKeptUp) {
      isKeptUp = true;
      after(chance.between(0L, 200_000L), this::keepUp);
    }
  }

  private void giveBack() {
    lent.forEach(buffer -> Arrays.fill(buffer, (byte) 0xA5));
    lent.clear();
  }

  /** Anything between none and all of what is written meanwhile is forced along. */
  private void force() {
    if (isForcing || journal.written() <= journal.durable()) {
      return;
    }
    isForcing = true;
    long takes = chance.skewed(50_000, setup.slowestForceNanos());
    long part = chance.between(0L, takes);
    after(
        part,
        () -> {
          long position = journal.force();
          trace.note("node has forced up to %d", position);
          after(
              takes - part,
              () -> {
                isForcing = false;
                if (setup.mutation() != Mutation.REPLY_BEFORE_FSYNC) {
                  durable(position);
                }
                force();
              });
        });
  }

  private void durable(long position) {
    isServing |= servesFrom > 0 && position >= servesFrom;
    world.checker().committed(position);
    after(0, () -> housekeeping.durable(journal.durable()));
    decide(new Event.Committed(position));
    sink.release(position);
  }

  private void keepUp() {
    long pause = journal.upkeep();
    isKeptUp = pause != Journal.IDLE;
    if (isKeptUp) {
      after(Math.max(pause, 20_000), this::keepUp);
    }
  }

  private void wakeBy(long nanos) {
    if (nanos < wakeAtNanos) {
      wakeAtNanos = nanos;
      after(Math.max(1_000, nanos - timeline.nanos()), () -> wake(nanos));
    }
  }

  private void wake(long scheduledFor) {
    if (wakeAtNanos == scheduledFor) {
      wakeAtNanos = Long.MAX_VALUE;
    }
    long before = sink.effects();
    decide(new Event.TimePassed());
    wakesForNothing = sink.effects() == before ? wakesForNothing + 1 : 0;
    Violation.unless(
        wakesForNothing < WAKES_FOR_NOTHING,
        "the replica woke %d times and had nothing to do",
        wakesForNothing);
  }

  private void keepHouse() {
    wakesForNothing = 0;
    Event room = servesFrom == 0 ? null : housekeeping.turn(now());
    if (room != null) {
      decide(room);
    }
    Event carry = isServing ? housekeeping.carry(now()) : null;
    if (carry != null) {
      decide(carry);
    }
    after(setup.turnNanos(), this::keepHouse);
  }

  /** Ends in order: what is pending is made durable and answered, and a snapshot is stored. */
  void stop() {
    guard(() -> {
      for (int turns = 0; turns < 10 && journal.durable() < journal.end(); turns++) {
        journal.write();
        giveBack();
        durable(journal.force());
      }
      if (journal.durable() == journal.end()) {
        housekeeping.save(journal.durable(), machine.snapshot());
      }
    });
  }

  /** Lets go of the journal, as a process does that ends by itself. */
  void close() {
    isOver = true;
    journal.close();
  }

  /** The process is no more: nothing that it had in mind happens. */
  void end() {
    isOver = true;
  }
}
