package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.state.RetentionRule;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.journal.JournalFullException;
import io.feige.broker.server.journal.Retention;
import io.feige.broker.server.pair.CarryDuty;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a replica does now and then, whatever its role: looks at the disk, takes snapshots, lets old
 * segments go. The same order of things as in the node.
 */
final class PairHousekeeping {
  /** A removal that waits for the position up to which it was judged. */
  private record Sweep(long position, RetentionRule rule) {}

  private record Snapshot(long position, ByteBuffer body) {}

  private final ClusterSetup setup;
  private final Journal journal;
  private final PartitionMachine machine;
  private final CarryDuty carry;
  private final LongSupplier keepFrom;
  private final LongSupplier safe;
  private long snapshotTaken;
  private @Nullable Snapshot waiting;
  private @Nullable Sweep pendingSweep;
  private boolean hadRoom = true;
  private int turns;

  /**
   * @param keepFrom the position from which on somebody still copies
   * @param safe the position below which nothing is undone any more
   */
  PairHousekeeping(ClusterSetup setup, Store store, LongSupplier keepFrom, LongSupplier safe) {
    this.setup = setup;
    this.journal = store.journal();
    this.machine = store.machine();
    this.carry = new CarryDuty(journal, machine, new CarryDuty.Bounds(1, 2 << 10, 16 << 10));
    this.keepFrom = keepFrom;
    this.safe = safe;
    this.snapshotTaken = Math.max(journal.start(), journal.newestSnapshot());
  }

  /** Why there is no room; empty: there is. */
  String noRoomBecause() {
    return hadRoom ? "" : "the disk is full up to its reserve";
  }

  Event.@Nullable DiskRoom turn(Now now) {
    if (++turns % setup.turnsPerSweep() == 0) {
      sweep(now);
    }
    boolean hasRoom = journal.hasRoomFor(setup.limits().maxBatchBytes() + carry.reserved());
    if (hasRoom == hadRoom) {
      return null;
    }
    hadRoom = hasRoom;
    return new Event.DiskRoom(hasRoom, noRoomBecause());
  }

  /** What is to be carried forward now; null: nothing. Only of a replica that serves. */
  Event.@Nullable Carry carry(Now now) {
    long confirmed = Math.min(journal.durable(), safe.getAsLong());
    return carry.turn(Math.min(confirmed, keepFrom.getAsLong()), now.millis());
  }

  void appended() {
    if (waiting == null && journal.end() - snapshotTaken >= setup.snapshotEveryBytes()) {
      takeSnapshot();
    }
  }

  /** Takes a snapshot now, unless one is under way. */
  void takeSnapshot() {
    if (waiting == null && !journal.isJoining()) {
      snapshotTaken = journal.end();
      waiting = new Snapshot(snapshotTaken, machine.snapshot());
      proceed(journal.durable());
    }
  }

  /** More is durable, or more is confirmed. */
  void proceed(long durable) {
    Snapshot next = waiting;
    if (next != null && next.position() <= durable) {
      waiting = null;
      save(next);
    }
  }

  private void save(Snapshot snapshot) {
    try {
      journal.saveSnapshot(snapshot.position(), snapshot.body().duplicate());
    } catch (JournalFullException e) {
      // Later.
    }
  }

  private void sweep(Now now) {
    if (pendingSweep == null) {
      pendingSweep = new Sweep(journal.end(), machine.retention(now.millis()));
    }
    Sweep sweep = pendingSweep;
    if (sweep.position() <= Math.min(safe.getAsLong(), journal.durable())) {
      pendingSweep = null;
      journal.write();
      remove(sweep.rule(), machine.retention(now.millis()));
    }
  }

  private void remove(RetentionRule judged, RetentionRule present) {
    long copied = keepFrom.getAsLong();
    int removed =
        journal.removeSegments(
            new Retention() {
              @Override
              public long keepFromPosition() {
                long needed = Math.min(judged.keepFromPosition(), present.keepFromPosition());
                return Math.min(needed, copied);
              }

              @Override
              public long startsAt() {
                return judged.startsAt();
              }

              @Override
              public boolean needs(
                  int partition, long lastOffset, long lastMillis, long bytesAfter) {
                return judged.needs(partition, lastOffset, lastMillis, bytesAfter)
                    || present.needs(partition, lastOffset, lastMillis, bytesAfter);
              }
            });
    removedSegments += removed;
  }

  private int removedSegments;

  int removedSegments() {
    return removedSegments;
  }
}
