package io.feige.broker.core.turn;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.port.BatchLog;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.replica.ReplicaPort;
import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store that knows positions alone: each record takes a hundred bytes, and reads as zeros. */
final class EmptyStore implements TurnStore {
  static final int RECORD_BYTES = 100;

  private final PartitionMachine machine;
  private long end;
  private long written;
  private long durable;
  private int removals;
  private boolean isOldestNeeded;
  private boolean isFull;
  private boolean mayRest;

  EmptyStore(MachineLimits limits) {
    machine = new PartitionMachine(limits, new Unread());
  }

  /** The disk has everything that is written. */
  void force() {
    durable = written;
  }

  /** The disk has no room, not even to overwrite; or has some again. */
  void fullIs(boolean newIsFull) {
    isFull = newIsFull;
  }

  /** Whether nobody waits for its disk. */
  boolean mayRest() {
    return mayRest;
  }

  /** How often it was asked to let go of what is not needed. */
  int removals() {
    return removals;
  }

  @Override
  public PartitionMachine machine() {
    return machine;
  }

  @Override
  public void begin() {}

  @Override
  public void sealedBefore(long retentionMillis) {}

  @Override
  public void wake() {}

  @Override
  public void mayRest(boolean isNobodyWaiting) {
    mayRest = isNobodyWaiting;
  }

  @Override
  public long start() {
    return 0;
  }

  @Override
  public long end() {
    return end;
  }

  @Override
  public long written() {
    return written;
  }

  @Override
  public long durable() {
    return durable;
  }

  @Override
  public boolean isJoining() {
    return false;
  }

  @Override
  public boolean hasRoomFor(long bytes) {
    return true;
  }

  @Override
  public boolean reserve(long bytes) {
    return true;
  }

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    end += RECORD_BYTES;
    return end - RECORD_BYTES;
  }

  @Override
  public void write() {
    if (!isFull) {
      written = end;
    }
  }

  @Override
  public String copy(ByteBuffer frames) {
    end += frames.remaining();
    written = end;
    frames.position(frames.limit());
    return "";
  }

  @Override
  public ByteBuffer frames(long position, int maxBytes) {
    return ByteBuffer.allocate((int) Math.min(maxBytes, written - position));
  }

  @Override
  public void fetch(int partition, long offset) {}

  @Override
  public int remove(Needed needed) {
    removals++;
    return 0;
  }

  @Override
  public boolean mayRemove(Needed needed) {
    return !isOldestNeeded;
  }

  void needOldest(boolean isNeeded) {
    isOldestNeeded = isNeeded;
  }

  @Override
  public void lookAtSpace(long retentionMillis) {}

  @Override
  public Event.@Nullable Carry carry(long safe, long retentionMillis) {
    return null;
  }

  @Override
  public ReplicaPort.@Nullable Damaged damaged() {
    return null;
  }

  @Override
  public void mend(long position, ByteBuffer frames) {}

  @Override
  public void mendLater(ReplicaPort.Damaged damaged) {}

  @Override
  public ByteBuffer soundFrames(long position, int maxBytes) {
    return frames(position, maxBytes);
  }

  @Override
  public long reservedToCarry() {
    return 0;
  }

  @Override
  public long newestSnapshot() {
    return -1;
  }

  @Override
  public void save(long position, List<ByteBuffer> state) {}

  @Override
  public @Nullable SnapshotAt openSnapshot() {
    return null;
  }

  @Override
  public ByteBuffer snapshotPart(long at, int maxBytes) {
    throw new IllegalStateException("no snapshot is open");
  }

  @Override
  public void closeSnapshot() {}

  private static final class Unread implements BatchLog {
    @Override
    public @Nullable StoredFrame find(int partition, long offset) {
      return null;
    }

    @Override
    public StoredFrame at(long position) {
      throw new IllegalStateException("nothing can be read");
    }

    @Override
    public long firstOffset(int partition) {
      return -1;
    }

    @Override
    public long offsetAtTime(int partition, long millis) {
      return -1;
    }

    @Override
    public long bytes(int partition) {
      return 0;
    }
  }
}
