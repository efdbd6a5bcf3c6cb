package io.feige.broker.server.pair.store;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import io.feige.broker.core.turn.Needed;
import io.feige.broker.core.turn.TurnStore;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.append.FrameDraft;
import io.feige.broker.journal.segment.ColdBytes;
import io.feige.broker.journal.segment.JournalReader;
import io.feige.broker.journal.snapshot.StoredSnapshot;
import io.feige.protocol.frame.FrameStamp;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A journal of files as the turn of a replica uses it, with the state applied from it. What works
 * beside the turn is the subclass's: threads in a node, plans in the simulation.
 */
public abstract class OpenStore implements TurnStore {
  private static final ByteBuffer NONE_AT_HAND = ByteBuffer.allocate(0);
  private static final long NOWHERE = -1;

  private final Journal journal;
  private final PartitionMachine machine;
  private final JournalLog log;
  private final CarryDuty duty;
  private @Nullable StoredSnapshot sending;

  /** Where frames are wanted that are being brought: to be copied, and to mend with. */
  private long awaited = NOWHERE;

  private long awaitedSound = NOWHERE;

  /**
   * @param machine whose state is applied from the journal
   * @param log by which the machine sees it
   * @param bounds of what is carried forward
   */
  protected OpenStore(
      Journal journal, PartitionMachine machine, JournalLog log, CarryDuty.Bounds bounds) {
    this.journal = journal;
    this.machine = machine;
    this.log = log;
    this.duty = new CarryDuty(journal, machine, bounds);
    log.opened(journal);
  }

  private void bringFor(ColdBytes bytes, int partition) {
    bringThen(
        bytes,
        () -> {
          log.brought(partition);
          fetched(partition);
        });
  }

  /**
   * Has bytes brought into memory.
   *
   * @param then run by the owner of the turn, also when the bytes could not be read: who looks at
   *     them meets the cause
   */
  protected abstract void bring(ColdBytes bytes, Runnable then);

  /** Messages of a partition are in memory that somebody may wait for. */
  protected abstract void fetched(int partition);

  /** Frames that {@link #frames} or {@link #soundFrames} did not have at hand are in memory. */
  protected abstract void framesAtHand();

  public final Journal journal() {
    return journal;
  }

  @Override
  public final PartitionMachine machine() {
    return machine;
  }

  public final JournalLog log() {
    return log;
  }

  @Override
  public final long start() {
    return journal.start();
  }

  @Override
  public final long end() {
    return journal.end();
  }

  @Override
  public final long written() {
    return journal.written();
  }

  @Override
  public long durable() {
    return journal.durable();
  }

  @Override
  public final boolean isJoining() {
    return journal.isJoining();
  }

  @Override
  public final boolean hasRoomFor(long bytes) {
    return journal.hasRoomFor(bytes);
  }

  @Override
  public final boolean reserve(long bytes) {
    return journal.reserve(bytes);
  }

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    return journal.append(frame(draft, epoch, timeMillis));
  }

  /** A record as the frame that the journal keeps of it. */
  public static FrameDraft frame(RecordDraft draft, long epoch, long timeMillis) {
    FrameStamp stamp = draft.stamp(epoch, 0, 0, timeMillis);
    ByteBuffer batch = draft.batch() == null ? FrameDraft.NOTHING : draft.batch();
    return new FrameDraft(stamp, epoch, draft.extension(), batch);
  }

  @Override
  public void write() {
    journal.write();
  }

  @Override
  public String copy(ByteBuffer frames) {
    return journal.appendCopied(frames, machine::replay).cause();
  }

  @Override
  public final ByteBuffer frames(long position, int maxBytes) {
    ColdBytes cold = journal.reader().coldAt(position, maxBytes);
    if (cold == null) {
      return journal.reader().framesAt(position, maxBytes);
    }
    if (awaited != position) {
      awaited = position;
      bringThen(
          cold,
          () -> {
            awaited = NOWHERE;
            framesAtHand();
          });
    }
    return NONE_AT_HAND.duplicate();
  }

  @Override
  public final @Nullable ByteBuffer soundFrames(long position, int maxBytes) {
    JournalReader reader = journal.reader();
    ColdBytes cold = reader.holds(position) ? reader.coldAt(position, maxBytes) : null;
    if (cold == null) {
      return reader.soundFramesAt(position, maxBytes);
    }
    if (awaitedSound != position) {
      awaitedSound = position;
      bringThen(
          cold,
          () -> {
            awaitedSound = NOWHERE;
            framesAtHand();
          });
    }
    return null;
  }

  /**
   * Whether frames can be looked at without waiting for the disk. If not, they are brought.
   *
   * @param then run by the owner of the turn when they are there
   */
  public final boolean isAtHand(long position, int maxBytes, Runnable then) {
    ColdBytes cold = journal.reader().coldAt(position, maxBytes);
    if (cold != null) {
      bringThen(cold, then);
    }
    return cold == null;
  }

  private void bringThen(ColdBytes cold, Runnable then) {
    bring(
        cold,
        () -> {
          journal.reader().brought(cold);
          then.run();
        });
  }

  @Override
  public final void fetch(int partition, long offset) {
    log.fetch(partition, offset, this::bringFor);
  }

  @Override
  public final void sealedBefore(long retentionMillis) {
    journal.sealedBefore(retentionMillis);
  }

  @Override
  public int remove(Needed needed) {
    int removed = journal.removeSegments(new NeededRetention(needed));
    if (removed > 0) {
      wake();
    }
    return removed;
  }

  @Override
  public boolean mayRemove(Needed needed) {
    return journal.mayRemove(new NeededRetention(needed));
  }

  @Override
  public void lookAtSpace(long retentionMillis) {
    duty.look(retentionMillis);
  }

  /** How much of the journal is needed, and by whom. */
  public final CarryDuty duty() {
    return duty;
  }

  @Override
  public Event.@Nullable Carry carry(long safe, long retentionMillis) {
    return duty.turn(safe, retentionMillis);
  }

  @Override
  public final long reservedToCarry() {
    return duty.reserved();
  }

  @Override
  public final long newestSnapshot() {
    return journal.newestSnapshot();
  }

  @Override
  public final @Nullable SnapshotAt openSnapshot() {
    closeSnapshot();
    StoredSnapshot opened = journal.openSnapshot();
    sending = opened;
    return opened == null ? null : new SnapshotAt(opened.position(), opened.bytes());
  }

  @Override
  public final ByteBuffer snapshotPart(long at, int maxBytes) {
    return Objects.requireNonNull(sending, "no snapshot is open").part(at, maxBytes);
  }

  @Override
  public final void closeSnapshot() {
    StoredSnapshot opened = sending;
    sending = null;
    if (opened != null) {
      opened.close();
    }
  }
}
