package io.feige.broker.journal.live;

import io.feige.broker.journal.index.SegmentIndex;
import io.feige.broker.journal.segment.Segment;
import io.feige.protocol.model.DiskHolderKind;
import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Adds up who needs the journal while {@link LiveBytes} goes through it once. It keeps a sum for
 * each partition, and for each group that lacks something: about 80 bytes. Loop thread only.
 */
final class Holdings {
  private static final int NO_GROUP = -1;

  private final IntObjectHashMap<Tally> topics = new IntObjectHashMap<>();
  private final IntObjectHashMap<Tally> groups = new IntObjectHashMap<>();
  private final IntObjectHashMap<Tally> delayed = new IntObjectHashMap<>();
  private final List<Tally> all = new ArrayList<>();
  private long delayedAfter = -1;
  private int looked;

  /**
   * What one partition has in a segment, to be claimed: its messages, or its copies, which may
   * stand anywhere in the segment. Its time is that of the youngest.
   */
  private final class Part implements NeededSpace.Claims {
    private final Segment segment;
    private final int slot;
    private final long bytes;
    private final long timeMillis;
    private final boolean areCopies;

    private Part(Segment segment, int slot, long timeMillis, boolean areCopies) {
      this.segment = segment;
      this.slot = slot;
      this.timeMillis = timeMillis;
      this.areCopies = areCopies;
      SegmentIndex index = segment.index();
      this.bytes = areCopies ? index.copiedBytes(slot) : index.bytes(slot);
    }

    @Override
    public void byTopic() {
      topic(segment.index().partition(slot)).add(bytes, placeOf(0), timeMillis);
    }

    @Override
    public void byGroup(int group, long messages, long first) {
      looked++;
      if (messages > 0) {
        of(group, segment.index().partition(slot)).add(part(messages), placeOf(first), timeMillis);
      }
    }

    private long part(long messages) {
      SegmentIndex index = segment.index();
      long of = areCopies ? messages : index.nextOffset(slot) - index.firstOffset(slot);
      return (long) Math.ceil((double) messages / of * bytes);
    }

    /** Of an offset: where the index leads that looks for it. */
    private long placeOf(long offset) {
      if (areCopies) {
        return segment.first();
      }
      SegmentIndex index = segment.index();
      int entry = Math.max(0, index.entryAtOrBelow(slot, offset));
      return segment.positionOf(index.entryAt(slot, entry));
    }
  }

  /** The sum of a partition. */
  Tally topic(int partition) {
    Tally found = topics.get(partition);
    if (found == null) {
      found = begun(DiskHolderKind.TOPIC, partition, NO_GROUP);
      topics.put(partition, found);
    }
    return found;
  }

  private Tally of(int group, int partition) {
    Tally found = groups.get(group);
    if (found == null) {
      found = begun(DiskHolderKind.GROUP, partition, group);
      groups.put(group, found);
    }
    return found;
  }

  private Tally begun(DiskHolderKind kind, int partition, int group) {
    Tally begun = new Tally(kind, partition, group);
    all.add(begun);
    return begun;
  }

  /** Takes the claims on what a slot has. */
  NeededSpace.Claims messages(Segment segment, int slot, long timeMillis) {
    return new Part(segment, slot, timeMillis, false);
  }

  /** Takes the claims on the copies that a slot has. */
  NeededSpace.Claims copies(Segment segment, int slot, long timeMillis) {
    return new Part(segment, slot, timeMillis, true);
  }

  /** How many groups were looked at since the last call. */
  int looked() {
    int since = looked;
    looked = 0;
    return since;
  }

  /** Adds some of the batches that wait for their time; false: there are no more. */
  boolean addDelayed(NeededSpace needed, int most) {
    delayedAfter = needed.showDelayed(delayedAfter, most, this::addDelayed);
    return delayedAfter < Long.MAX_VALUE;
  }

  private void addDelayed(int partition, long position, long bytes) {
    Tally found = delayed.get(partition);
    if (found == null) {
      found = begun(DiskHolderKind.DELAYED, partition, NO_GROUP);
      delayed.put(partition, found);
    }
    found.add(bytes, position, 0);
  }

  /** All sums, also of those who need nothing. */
  Iterator<Tally> all() {
    return all.iterator();
  }
}
