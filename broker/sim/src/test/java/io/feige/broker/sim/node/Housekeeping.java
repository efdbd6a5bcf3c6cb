package io.feige.broker.sim.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.state.RetentionRule;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.journal.JournalFullException;
import io.feige.broker.server.journal.Retention;
import io.feige.broker.server.pair.CarryDuty;
import io.feige.broker.sim.world.Mutation;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What the loop does now and then: looks at the disk, takes snapshots, lets old segments go. */
final class Housekeeping {
  /** A removal that waits for the position up to which it was judged. */
  private record Sweep(long position, RetentionRule rule) {}

  private record Snapshot(long position, ByteBuffer body) {}

  private final NodeSetup setup;
  private final Surroundings world;
  private final Journal journal;
  private final PartitionMachine machine;
  private final CarryDuty carry;
  private @Nullable Forgetful forgetful;
  private long emptied;
  private long nowMillis;
  private long snapshotTaken;
  private long endBefore;
  private @Nullable Snapshot waiting;
  private @Nullable Sweep pendingSweep;
  private boolean hadRoom = true;
  private int turns;

  Housekeeping(NodeSetup setup, Surroundings world, Opened opened) {
    this.setup = setup;
    this.world = world;
    this.journal = opened.journal();
    this.machine = opened.machine();
    this.carry =
        new CarryDuty(
            journal, machine, new CarryDuty.Bounds(setup.spareSegments(), 2 << 10, 16 << 10));
    this.snapshotTaken = Math.max(journal.start(), journal.newestSnapshot());
    this.endBefore = journal.end();
  }

  @Nullable Event turn(Now now) {
    if (++turns % setup.turnsPerSweep() == 0) {
      sweep(now);
    }
    boolean hasRoom = journal.hasRoomFor(setup.limits().maxBatchBytes() + carry.reserved());
    if (hasRoom == hadRoom) {
      return null;
    }
    hadRoom = hasRoom;
    world.trace().note(hasRoom ? "the disk has room again" : "the disk is full");
    return new Event.DiskRoom(hasRoom, "the disk is full up to its reserve");
  }

  /** What is to be carried forward now; null: nothing. */
  @Nullable Event carry(Now now) {
    Event.Carry due = carry.turn(journal.durable(), now.millis());
    if (due == null) {
      return null;
    }
    emptied = due.frames().end();
    if (setup.mutation() != Mutation.CARRY_DROPS_A_RECORD) {
      return due;
    }
    Forgetful of = forgetful;
    if (of == null || !of.frames().equals(due.frames())) {
      of = new Forgetful(due.frames());
      forgetful = of;
    }
    return new Event.Carry(of, due.maxBytes());
  }

  private void sweep(Now now) {
    nowMillis = now.millis();
    if (pendingSweep == null) {
      pendingSweep = new Sweep(journal.end(), machine.retention(now.millis()));
    }
    boolean isHasty = setup.mutation() == Mutation.RETENTION_BEFORE_DURABLE;
    sweepIfDurable(isHasty ? journal.end() : journal.durable());
  }

  /** An ack that a power cut takes away must find its message. */
  private void sweepIfDurable(long durable) {
    Sweep sweep = pendingSweep;
    if (sweep == null || sweep.position() > durable) {
      return;
    }
    pendingSweep = null;
    int removed = journal.removeSegments(retention(sweep.rule()));
    if (removed > 0) {
      world
          .trace()
          .note("node removes %d segments, the journal starts at %d", removed, journal.start());
      world.checker().removed(journal.start(), machine.state());
    }
  }

  /**
   * A group may have been moved back, or begun, since the rule was made: what it needs stays, too.
   */
  private Retention retention(RetentionRule rule) {
    RetentionRule present = machine.retention(nowMillis);
    boolean isRash = setup.mutation() == Mutation.ORIGINAL_GOES_FIRST;
    boolean forgets = setup.mutation() == Mutation.RETENTION_FORGETS_GROUPS;
    return new Retention() {
      @Override
      public long keepFromPosition() {
        return Math.min(rule.keepFromPosition(), present.keepFromPosition());
      }

      @Override
      public long startsAt() {
        return isRash ? emptied : rule.startsAt();
      }

      @Override
      public boolean needs(int partition, long lastOffset, long lastMillis, long bytesAfter) {
        return !forgets
            && (rule.needs(partition, lastOffset, lastMillis, bytesAfter)
                || present.needs(partition, lastOffset, lastMillis, bytesAfter));
      }
    };
  }

  /** Everything appended is written and applied. */
  void appended(Now now) {
    if (setup.mutation() == Mutation.RETENTION_BEFORE_DURABLE) {
      sweep(now);
    }
    long end = journal.end();
    if (waiting == null && end - snapshotTaken >= setup.snapshotEveryBytes()) {
      boolean isAhead = setup.mutation() == Mutation.SNAPSHOT_AHEAD;
      waiting = new Snapshot(isAhead ? endBefore : end, machine.snapshot());
      snapshotTaken = end;
    }
    endBefore = end;
  }

  void durable(long position) {
    Snapshot next = waiting;
    if (next != null && next.position() <= position) {
      waiting = null;
      save(next.position(), next.body());
    }
    sweepIfDurable(position);
  }

  void save(long position, ByteBuffer body) {
    try {
      journal.saveSnapshot(position, body.duplicate());
      world.trace().note("node has stored a snapshot of %d", position);
      world.checker().audit().stored(journal, position, body);
    } catch (JournalFullException e) {
      world.trace().note("no room for a snapshot of %d", position);
    }
  }
}
