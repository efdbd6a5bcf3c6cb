package io.feige.broker.journal.segment;

import io.feige.broker.journal.index.SegmentIndex;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where copies of frames of messages stand, by partition and offset. Of several copies of the same
 * frame the oldest is found that is still there, because it has been confirmed for the longest.
 * About 120 bytes of heap a copy. Made again from the indexes of the segments when the journal is
 * opened. Loop thread only.
 */
public final class Copies {
  /**
   * A copy.
   *
   * @param offset of its first message
   * @param younger the next copy of the same frame
   */
  public record Place(
      long offset, int records, long position, long timeMillis, @Nullable Place younger) {
    public Place(long offset, int records, long position, long timeMillis) {
      this(offset, records, position, timeMillis, null);
    }

    private Place with(Place next) {
      Place last = younger == null ? next : younger.with(next);
      return new Place(offset, records, position, timeMillis, last);
    }

    /** The oldest that stands at a position or above it; null: none does. */
    private @Nullable Place from(long start) {
      Place place = this;
      while (place != null && place.position < start) {
        place = place.younger;
      }
      return place;
    }

    private Place youngest() {
      Place place = this;
      while (place.younger != null) {
        place = place.younger;
      }
      return place;
    }
  }

  private final IntObjectHashMap<TreeMap<Long, Place>> byPartition = new IntObjectHashMap<>();
  private int size;

  /** Takes note of a copy, which stands behind all that are known. */
  public void add(int partition, Place place) {
    TreeMap<Long, Place> of = byPartition.get(partition);
    if (of == null) {
      of = new TreeMap<>();
      byPartition.put(partition, of);
    }
    Place before = of.get(place.offset());
    of.put(place.offset(), before == null ? place : before.with(place));
    size += before == null ? 1 : 0;
  }

  /** Takes note of all copies of a segment. */
  void addAll(Segment segment) {
    SegmentIndex index = segment.index();
    for (int i = 0; i < index.copies(); i++) {
      SegmentIndex.Copy copy = index.copy(i);
      add(
          copy.partition(),
          new Place(
              copy.offset(), copy.records(), segment.positionOf(copy.at()), copy.timeMillis()));
    }
  }

  public int size() {
    return size;
  }

  /** The one that holds an offset, or the first one after it; null: there is none. */
  @Nullable Place find(int partition, long offset) {
    TreeMap<Long, Place> of = byPartition.get(partition);
    if (of == null) {
      return null;
    }
    Map.Entry<Long, Place> at = of.floorEntry(offset);
    if (at != null && at.getKey() + at.getValue().records() > offset) {
      return at.getValue();
    }
    Map.Entry<Long, Place> after = of.higherEntry(offset);
    return after == null ? null : after.getValue();
  }

  /** The first one that is not older than a time; null: there is none. */
  @Nullable Place findTime(int partition, long millis) {
    TreeMap<Long, Place> of = byPartition.get(partition);
    if (of != null) {
      for (Place place : of.values()) {
        if (place.timeMillis() >= millis) {
          return place;
        }
      }
    }
    return null;
  }

  /** Where the youngest copy of the frame stands that begins with an offset; -1: nowhere. */
  public long positionOf(int partition, long offset) {
    TreeMap<Long, Place> of = byPartition.get(partition);
    Place place = of == null ? null : of.get(offset);
    return place == null ? -1 : place.youngest().position();
  }

  /** Forgets what stands below a position. */
  void forgetBelow(long position) {
    Iterator<IntObjectMap.PrimitiveEntry<TreeMap<Long, Place>>> each =
        byPartition.entries().iterator();
    while (each.hasNext()) {
      TreeMap<Long, Place> of = each.next().value();
      int before = of.size();
      forgetBelow(of, position);
      size -= before - of.size();
      if (of.isEmpty()) {
        each.remove();
      }
    }
  }

  private static void forgetBelow(Map<Long, Place> of, long position) {
    Iterator<Map.Entry<Long, Place>> each = of.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<Long, Place> entry = each.next();
      Place kept = entry.getValue().from(position);
      if (kept == null) {
        each.remove();
      } else {
        entry.setValue(kept);
      }
    }
  }
}
