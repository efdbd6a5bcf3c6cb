package io.feige.broker.server.pair.store;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.OldFrames;
import io.feige.broker.core.state.DelayedTable;
import io.feige.broker.core.state.NeededMessages;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.live.NeededSpace;
import io.feige.broker.journal.live.OldestFrames;
import io.feige.broker.journal.live.SpaceInUse;
import io.feige.protocol.frame.StoredFrame;
import org.jspecify.annotations.Nullable;

/**
 * How much of the journal is still needed, and by whom; and when the oldest segment is to be
 * emptied of that, and how fast, which is for a replica that serves. On the pair's loop.
 *
 * <p>It is emptied as soon as the journal is larger than twice what is needed of it and a few
 * segments. For each byte that is appended at most one is ever copied: so copying never writes more
 * than publishing did, whatever the estimate of what is needed is worth.
 */
public final class CarryDuty {
  /**
   * How much space and how much work there may be.
   *
   * @param spareSegments the journal may be larger by so many than twice what is needed
   * @param leastBytes so many are copied in a turn
   * @param mostBytes the same where more was appended meanwhile
   */
  public record Bounds(int spareSegments, long leastBytes, long mostBytes) {
    /** Of a node. */
    public static final Bounds OF_A_NODE = new Bounds(4, 256 << 10, 4 << 20);

    /** Nothing is carried, however large the journal gets. */
    public static final Bounds NONE = new Bounds(Integer.MAX_VALUE, 0, 0);
  }

  /**
   * Another stretch is begun with so many copies at most, and the one under way goes on up to twice
   * as many: an eighth of the heap. What would need more stays where it is, as if nothing were
   * carried.
   */
  private static final long MAX_COPIES =
      Math.min(1_000_000, Runtime.getRuntime().maxMemory() / 2_048);

  /** Looked at in a turn of 100 ms; a thousand with a group each take about 0.25 ms. */
  private static final int PARTITIONS_PER_TURN = 1_024;

  /** The same where it is to be known soon what can be carried. */
  private static final int PARTITIONS_TO_CARRY = 4_096;

  private final Journal journal;
  private final PartitionMachine machine;
  private final Bounds bounds;
  private @Nullable Old under;
  private long seenEnd;
  private long seenCarried;
  private long credit;
  private SpaceInUse space = SpaceInUse.UNKNOWN;

  /** Duty over a journal and what was replayed from it. */
  public CarryDuty(Journal journal, PartitionMachine machine, Bounds bounds) {
    this.journal = journal;
    this.machine = machine;
    this.bounds = bounds;
    this.seenEnd = journal.end();
    this.credit = journal.end() - journal.start();
  }

  private record Told(NeededSpace.Claims to) implements NeededMessages.Claims {
    @Override
    public void byTopic() {
      to.byTopic();
    }

    @Override
    public void byGroup(int group, long messages, long first) {
      to.byGroup(group, messages, first);
    }
  }

  private record Wanted(NeededMessages needed, boolean isCarried) implements NeededSpace {
    @Override
    public long next(int partition, long from, long timeMillis, long bytesAfter) {
      return needed.next(partition, from, timeMillis, bytesAfter);
    }

    @Override
    public long count(
        int partition, long first, long last, long timeMillis, long bytesAfter, Claims claims) {
      return needed.count(partition, first, last, timeMillis, bytesAfter, new Told(claims));
    }

    @Override
    public long showDelayed(long after, int most, Waiting waiting) {
      long last = after;
      int shown = 0;
      for (DelayedTable.Waiting each : needed.delayedAfter(after)) {
        if (shown == most) {
          return last;
        }
        waiting.batch(each.partition(), each.position(), each.batchBytes());
        last = each.position();
        shown++;
      }
      return Long.MAX_VALUE;
    }

    @Override
    public long delayedBytes() {
      return needed.delayedBytes();
    }
  }

  private record Old(OldestFrames frames) implements OldFrames {
    @Override
    public long end() {
      return frames.end();
    }

    @Override
    public @Nullable StoredFrame look(Needs needs) {
      return frames.look(needs::next);
    }

    @Override
    public void pass() {
      frames.pass();
    }

    @Override
    public boolean isDone() {
      return frames.isDone();
    }

    @Override
    public void restart() {
      frames.restart();
    }
  }

  /** What is held for what, as of the last look. */
  public SpaceInUse space() {
    return space;
  }

  /** Whether anything is carried at all. */
  public boolean isOn() {
    return !bounds.equals(Bounds.NONE);
  }

  /** What the journal is to keep within; 0: there is no such limit. */
  public long limitBytes() {
    return isOn() ? 2 * space.needed() + spareBytes() : 0;
  }

  /**
   * Looks a little further at how much is needed, and by whom.
   *
   * @param retentionMillis the time by which it is judged what is too old
   */
  public void look(long retentionMillis) {
    NeededMessages needed = new NeededMessages(machine.state(), retentionMillis);
    int most = isOn() ? PARTITIONS_TO_CARRY : PARTITIONS_PER_TURN;
    space = journal.look(new Wanted(needed, isOn()), most);
  }

  /**
   * Bytes that publishes leave free besides the reserve, so that what is under way can be ended.
   */
  public long reserved() {
    return under == null ? 0 : space.oldestNeeded();
  }

  /**
   * What is to be decided on now, after a look; null: nothing.
   *
   * @param safe everything below is confirmed, and nobody else needs it any more
   * @param retentionMillis the time by which it is judged what is too old
   */
  public Event.@Nullable Carry turn(long safe, long retentionMillis) {
    if (!isOn()) {
      return null;
    }
    long appended = earn();
    if (under != null && under.end() <= Math.max(machine.state().startsAt(), journal.start())) {
      under = null;
    }
    if (under == null && isTooLarge()) {
      under = next(safe);
    }
    Old old = under;
    long share = Math.min(credit, Math.clamp(appended, bounds.leastBytes(), bounds.mostBytes()));
    boolean isTooMany = space.copies() >= 2 * MAX_COPIES;
    if (old == null || share == 0 || isTooMany || !journal.hasRoomToCarry(share)) {
      return null;
    }
    return new Event.Carry(old, share, retentionMillis);
  }

  /** What is appended, apart from copies, may be copied once. */
  private long earn() {
    long carried = journal.carriedBytes() - seenCarried;
    long appended = journal.end() - seenEnd - carried;
    seenCarried += carried;
    seenEnd = journal.end();
    credit = Math.max(0, credit + appended - carried);
    return appended;
  }

  private boolean isTooLarge() {
    return space.stored() > limitBytes() && space.copies() < MAX_COPIES;
  }

  private long spareBytes() {
    return (long) bounds.spareSegments() * journal.segmentBytes();
  }

  private @Nullable Old next(long safe) {
    OldestFrames frames = journal.oldestFrames();
    if (frames == null || frames.end() > safe || frames.end() <= machine.state().startsAt()) {
      return null;
    }
    return journal.hasRoomToCarry(space.oldestNeeded()) ? new Old(frames) : null;
  }
}
