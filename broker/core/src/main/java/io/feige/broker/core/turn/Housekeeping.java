package io.feige.broker.core.turn;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.core.state.RetentionClock;
import io.feige.broker.core.state.RetentionNeeds;
import io.feige.broker.core.state.RetentionRule;
import io.feige.broker.core.state.SlicedSnapshot;
import io.feige.protocol.model.NodeRole;
import org.jspecify.annotations.Nullable;

/**
 * What is done now and then, whatever the role: looks at the disk, takes snapshots, lets go of what
 * the journal need not keep.
 */
final class Housekeeping {
  /** There is another look before so much time has passed. */
  private static final long LOOKS_WITHIN_MILLIS = 1_000;

  /** A removal that waits for the position up to which it was judged. */
  private record Sweep(long position, RetentionRule rule) {}

  /** The state at a position, which is written in slices and has yet to become durable. */
  private record Snapshot(long position, SlicedSnapshot state) {}

  private final TurnSettings settings;
  private final TurnPorts ports;
  private final TurnStore store;
  private final PartitionMachine machine;
  private final ReplicaMachine replica;
  private final RetentionClock clock;
  private long retentionMillis;
  private long snapshotTaken;
  private @Nullable Snapshot waiting;
  private boolean isWritten;
  private @Nullable Sweep pendingSweep;
  private String noRoomBecause = "";
  private int looks;

  Housekeeping(TurnSettings settings, TurnPorts ports, TurnStore store, ReplicaMachine replica) {
    this.settings = settings;
    this.ports = ports;
    this.store = store;
    this.machine = store.machine();
    this.replica = replica;
    this.snapshotTaken = Math.max(store.start(), store.newestSnapshot());
    this.retentionMillis = machine.state().lastStampMillis();
    this.clock = new RetentionClock(retentionMillis, ports.loop().now().nanos());
  }

  /** Why publishes are refused; empty: they are not. */
  String noRoomBecause() {
    return noRoomBecause;
  }

  /** One look; returns what the machine must be told about the disk, if that has changed. */
  Event.@Nullable DiskRoom look(Now now) {
    boolean isCatchingUp = replica.role() == NodeRole.JOINING;
    retentionMillis = clock.millis(machine.state().lastStampMillis(), now.nanos(), isCatchingUp);
    boolean isSteady = retentionMillis > 0 && !isCatchingUp;
    store.sealedBefore(isSteady ? retentionMillis + LOOKS_WITHIN_MILLIS : Long.MAX_VALUE);
    if (!store.isJoining()) {
      store.lookAtSpace(retentionMillis);
    }
    writeSlice();
    if (++looks % settings.looksPerSweep() == 0) {
      sweep(now);
    }
    return lookAtDisk();
  }

  /** What is to be carried forward now, so that the journal's oldest part may go; null: nothing. */
  Event.@Nullable Carry carry() {
    long kept = Math.min(replica.keepFrom(), ports.rows().keepFrom(!noRoomBecause.isEmpty()));
    long safe = Math.min(store.durable(), replica.commit());
    return store.carry(Math.min(safe, kept), retentionMillis);
  }

  private Event.@Nullable DiskRoom lookAtDisk() {
    boolean hasRoom = store.hasRoomFor(settings.maxBatchBytes() + store.reservedToCarry());
    boolean hadRoom = noRoomBecause.isEmpty();
    noRoomBecause = hasRoom ? "" : isFull();
    ports.watch().room(noRoomBecause, hasRoom != hadRoom);
    return hasRoom == hadRoom ? null : new Event.DiskRoom(hasRoom, noRoomBecause);
  }

  private String isFull() {
    return "the disk of "
        + settings.place()
        + " is full up to its reserve"
        + ports.rows().keeps()
        + "; nothing was stored";
  }

  /** Takes a snapshot when enough was appended since the last. It is saved once it is durable. */
  void appended() {
    // What is copied below the snapshot that a journal begins from is in the state already.
    boolean isOfState = !store.isJoining();
    if (isOfState
        && waiting == null
        && store.end() - snapshotTaken >= settings.snapshotEveryBytes()) {
      takeSnapshot();
    }
  }

  /** Takes a snapshot now, unless one is under way. */
  void takeSnapshot() {
    if (waiting == null) {
      snapshotTaken = store.end();
      waiting = new Snapshot(snapshotTaken, machine.state().beginSnapshot());
      isWritten = false;
      writeSlice();
    }
  }

  private void writeSlice() {
    Snapshot next = waiting;
    if (next != null && !isWritten) {
      isWritten = next.state().step(settings.snapshotSliceBytes());
      durable(store.durable());
    }
  }

  /** Everything below the position is on this disk. */
  void durable(long position) {
    Snapshot next = waiting;
    if (next != null && isWritten && next.position() <= position) {
      waiting = null;
      store.save(next.position(), next.state().bytes());
    }
    sweepIfSafe();
  }

  private void sweep(Now now) {
    if (pendingSweep == null) {
      RetentionNeeds present = machine.needs(retentionMillis);
      if (store.mayRemove(needed(present, present))) {
        pendingSweep = new Sweep(store.end(), machine.retention(retentionMillis));
      }
    }
    sweepIfSafe();
    ports.watch().swept(now);
  }

  /**
   * What a removal rests on must be durable first, and confirmed: an ack that a crash undoes, or
   * that is cut because the other member did not have it, must find its message.
   */
  void sweepIfSafe() {
    Sweep sweep = pendingSweep;
    if (sweep != null && sweep.position() <= Math.min(store.durable(), replica.commit())) {
      pendingSweep = null;
      remove(sweep.rule());
    }
  }

  private Needed needed(RetentionNeeds judged, RetentionNeeds present) {
    long rows = ports.rows().keepFrom(!noRoomBecause.isEmpty());
    return new Needed(judged, present, Math.min(replica.keepFrom(), rows));
  }

  private void remove(RetentionRule judged) {
    // A dead letter that is appended and not written yet still lies in the segment of its origin.
    store.write();
    int removed = store.remove(needed(judged, machine.needs(retentionMillis)));
    if (removed > 0) {
      ports.watch().removed(removed);
    }
  }
}
