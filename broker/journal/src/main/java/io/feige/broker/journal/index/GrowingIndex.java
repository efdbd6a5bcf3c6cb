package io.feige.broker.journal.index;

import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The index in memory: of the open segment, and of a sealed one until its file is written.
 *
 * <p>The loop thread alone adds and reads; once the segment is sealed nothing is added any more and
 * the background thread may read, too. An entry costs eight bytes, so the whole is at most a tenth
 * of the segment and usually a thousandth.
 */
public final class GrowingIndex implements SegmentIndex {
  private final IntObjectHashMap<Slot> byPartition = new IntObjectHashMap<>();
  private final List<Slot> slots = new ArrayList<>();
  private final List<Copy> copies = new ArrayList<>(0);

  private static final class Slot {
    private final int number;
    private final int partition;
    private long firstOffset = -1;
    private long nextOffset = -1;
    private long lastTime;
    private long bytes;
    private long copiedBytes;
    private long copiedNext = -1;
    private int entries;
    private int[] offsetDeltas = new int[4];
    private int[] places = new int[4];

    Slot(int number, int partition) {
      this.number = number;
      this.partition = partition;
    }

    void count(int length, long timeMillis, boolean isCopy) {
      bytes += isCopy ? 0 : length;
      copiedBytes += isCopy ? length : 0;
      lastTime = Math.max(lastTime, timeMillis);
    }

    void add(int at, long offset, int recordCount) {
      if (firstOffset < 0) {
        firstOffset = offset;
      }
      if (entries == 0 || at - places[entries - 1] >= SPACING) {
        addEntry(at, offset);
      }
      nextOffset = offset + recordCount;
    }

    private void addEntry(int at, long offset) {
      if (entries == places.length) {
        int longer = entries + (entries >> 1);
        offsetDeltas = Arrays.copyOf(offsetDeltas, longer);
        places = Arrays.copyOf(places, longer);
      }
      offsetDeltas[entries] = Math.toIntExact(offset - firstOffset);
      places[entries] = at;
      entries++;
    }
  }

  /** Takes note of a frame. Frames come in the order in which they stand in the file. */
  public void add(int at, StoredFrame frame) {
    FrameKind kind = frame.kind();
    if (kind != null && kind.hasBatch()) {
      boolean isCopy = frame.hasFlag(FrameKind.FLAG_CARRIED);
      Slot slot = slotFor(frame.partition());
      slot.count(frame.length(), frame.timeMillis(), isCopy);
      if (kind == FrameKind.MESSAGES && isCopy) {
        addCopy(slot, at, frame.baseOffset(), frame.recordCount(), frame.timeMillis());
      } else if (kind == FrameKind.MESSAGES) {
        slot.add(at, frame.baseOffset(), frame.recordCount());
      }
    }
  }

  private void addCopy(Slot slot, int at, long offset, int records, long timeMillis) {
    copies.add(new Copy(slot.partition, at, offset, records, timeMillis));
    slot.copiedNext = Math.max(slot.copiedNext, offset + records);
  }

  /** As {@link #add(int, StoredFrame)}, for a frame that is being written. */
  public void add(int at, int length, FrameStamp stamp) {
    if (stamp.kind().hasBatch()) {
      boolean isCopy = (stamp.flags() & FrameKind.FLAG_CARRIED) != 0;
      Slot slot = slotFor(stamp.partition());
      slot.count(length, stamp.timeMillis(), isCopy);
      if (stamp.kind() == FrameKind.MESSAGES && isCopy) {
        addCopy(slot, at, stamp.baseOffset(), stamp.recordCount(), stamp.timeMillis());
      } else if (stamp.kind() == FrameKind.MESSAGES) {
        slot.add(at, stamp.baseOffset(), stamp.recordCount());
      }
    }
  }

  private Slot slotFor(int partition) {
    Slot slot = byPartition.get(partition);
    if (slot == null) {
      slot = new Slot(slots.size(), partition);
      byPartition.put(partition, slot);
      slots.add(slot);
    }
    return slot;
  }

  @Override
  public int slots() {
    return slots.size();
  }

  @Override
  public int slotOf(int partition) {
    Slot slot = byPartition.get(partition);
    return slot == null ? -1 : slot.number;
  }

  @Override
  public int partition(int slot) {
    return slots.get(slot).partition;
  }

  @Override
  public long firstOffset(int slot) {
    return slots.get(slot).firstOffset;
  }

  @Override
  public long nextOffset(int slot) {
    return slots.get(slot).nextOffset;
  }

  @Override
  public long lastTime(int slot) {
    return slots.get(slot).lastTime;
  }

  @Override
  public long bytes(int slot) {
    return slots.get(slot).bytes;
  }

  @Override
  public long copiedBytes(int slot) {
    return slots.get(slot).copiedBytes;
  }

  @Override
  public long copiedNext(int slot) {
    return slots.get(slot).copiedNext;
  }

  @Override
  public int copies() {
    return copies.size();
  }

  @Override
  public Copy copy(int number) {
    return copies.get(number);
  }

  @Override
  public int entries(int slot) {
    return slots.get(slot).entries;
  }

  @Override
  public long entryOffset(int slot, int entry) {
    Slot of = slots.get(slot);
    return of.firstOffset + of.offsetDeltas[entry];
  }

  @Override
  public int entryAt(int slot, int entry) {
    return slots.get(slot).places[entry];
  }

  @Override
  public void close() {
    // Nothing but memory of the heap.
  }
}
