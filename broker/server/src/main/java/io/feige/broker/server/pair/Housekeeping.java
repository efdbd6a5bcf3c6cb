package io.feige.broker.server.pair;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.state.RetentionRule;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.journal.Retention;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.GroupLag;
import io.feige.broker.server.ops.LogId;
import io.feige.protocol.model.GroupDescription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the loop does now and then: looks at the disk, takes snapshots, lets old segments go,
 * reports lags. On the loop.
 */
final class Housekeeping {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final int TURNS_PER_SWEEP = 20;

  /** A removal that waits for the position up to which it was judged. */
  private record Sweep(long position, RetentionRule rule) {}

  /**
   * What was needed when the removal was judged, and what is needed now: a group that was moved
   * back meanwhile needs more, one whose ack a crash undoes did.
   */
  private record EitherNeeds(RetentionRule judged, RetentionRule present, long peerFrom)
      implements Retention {
    @Override
    public long keepFromPosition() {
      return Math.min(peerFrom, Math.min(judged.keepFromPosition(), present.keepFromPosition()));
    }

    @Override
    public long startsAt() {
      return judged.startsAt();
    }

    @Override
    public boolean needs(
        int partition, long lastOffset, long lastTimestampMillis, long bytesAfter) {
      return judged.needs(partition, lastOffset, lastTimestampMillis, bytesAfter)
          || present.needs(partition, lastOffset, lastTimestampMillis, bytesAfter);
    }
  }

  private final PairSetup setup;
  private final Journal journal;
  private final PartitionMachine machine;
  private final PeerNeeds peer;
  private final UpkeepThread upkeep;
  private final CarryDuty carry;
  private final long snapshotEveryBytes;
  private long snapshotTaken;
  private UpkeepThread.@Nullable Snapshot waiting;
  private @Nullable Sweep pendingSweep;
  private volatile Room room = new Room(0, "");
  private int turns;

  /**
   * Housekeeping of a store.
   *
   * @param peer what it still has to be sent, and how far the pair has confirmed the journal
   */
  Housekeeping(PairSetup setup, Store store, PeerNeeds peer) {
    this.peer = peer;
    this.setup = setup;
    this.journal = store.journal();
    this.machine = store.machine();
    this.upkeep = store.upkeep();
    this.carry = new CarryDuty(journal, machine, CarryDuty.Bounds.OF_A_NODE);
    this.snapshotEveryBytes = setup.config().journal().snapshotEveryBytes();
    this.snapshotTaken = Math.max(journal.start(), journal.newestSnapshot());
  }

  /** What is left of the disk. Any thread. */
  Room room() {
    return room;
  }

  /** One turn; returns what the machine must be told about the disk, if that has changed. */
  Event.@Nullable DiskRoom turn(Now now) {
    if (++turns % TURNS_PER_SWEEP == 0) {
      sweep(now);
    }
    return lookAtDisk();
  }

  /** What is to be copied forward now so that the oldest segment may go; null: nothing. */
  Event.@Nullable Carry carry(Now now) {
    long safe = Math.min(Math.min(journal.durable(), peer.confirmed()), peer.keepFrom());
    return carry.turn(safe, now.millis());
  }

  private Event.@Nullable DiskRoom lookAtDisk() {
    boolean hasRoom =
        journal.hasRoomFor(setup.config().limits().maxBatchBytes() + carry.reserved());
    String because =
        hasRoom
            ? ""
            : "the disk of "
                + setup.journalDir()
                + " is full up to its reserve"
                + peer.keeps()
                + "; nothing was stored";
    boolean hadRoom = room.noRoomBecause().isEmpty();
    room = new Room(setup.journalDir().toFile().getUsableSpace(), because);
    if (hasRoom == hadRoom) {
      return null;
    }
    if (hasRoom) {
      LOG.info("{} the disk has room again: publishes are taken", LogId.DISK_HAS_ROOM);
    } else {
      LOG.warn("{} {}: publishes are refused, everything else goes on", LogId.DISK_FULL, because);
    }
    return new Event.DiskRoom(hasRoom, because);
  }

  /** Takes a snapshot when enough was appended since the last. It is saved once it is durable. */
  void appended() {
    long end = journal.end();
    // What is copied below the snapshot that a journal begins from is in the state already.
    boolean isOfState = !journal.isJoining();
    if (isOfState && waiting == null && end - snapshotTaken >= snapshotEveryBytes) {
      takeSnapshot();
    }
  }

  /** Takes a snapshot now, unless one is under way. */
  void takeSnapshot() {
    if (waiting == null) {
      snapshotTaken = journal.end();
      waiting = new UpkeepThread.Snapshot(snapshotTaken, machine.snapshot());
      durable(journal.durable());
    }
  }

  void durable(long position) {
    UpkeepThread.Snapshot next = waiting;
    if (next != null && next.position() <= position) {
      waiting = null;
      upkeep.save(next);
    }
    sweepIfSafe(position);
  }

  private void sweep(Now now) {
    if (pendingSweep == null) {
      pendingSweep = new Sweep(journal.end(), machine.retention(now.millis()));
    }
    sweepIfSafe(journal.durable());
    reportLags(now);
  }

  /**
   * What a removal rests on must be durable first, and confirmed: an ack that a crash undoes, or
   * that is cut because the other member did not have it, must find its message.
   */
  private void sweepIfSafe(long durable) {
    Sweep sweep = pendingSweep;
    if (sweep != null && sweep.position() <= Math.min(durable, peer.confirmed())) {
      pendingSweep = null;
      remove(sweep.rule());
    }
  }

  private void remove(RetentionRule rule) {
    // A dead letter that is appended and not written yet still lies in the segment of its origin.
    journal.write();
    RetentionRule present = machine.retention(System.currentTimeMillis());
    int removed = journal.removeSegments(new EitherNeeds(rule, present, peer.keepFrom()));
    if (removed > 0) {
      LOG.info("{} segments were not needed any more and are removed", removed);
    }
  }

  private void reportLags(Now now) {
    List<GroupLag> lags = new ArrayList<>();
    for (GroupDescription group : machine.describeGroups(now)) {
      lags.add(
          new GroupLag(
              setup.pair(), group.topic(), group.group(), group.lag(), group.outstanding()));
    }
    setup.metrics().groupLags(setup.pair(), lags);
  }
}
