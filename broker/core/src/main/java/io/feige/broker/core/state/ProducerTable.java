package io.feige.broker.core.state;

import io.feige.broker.core.record.JournalRecord.Producer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The producers of a partition and their last receipts, so that a batch that is sent again gets the
 * receipt it got at first. Keeps the producers that were heard of last; one that is forgotten
 * begins anew. Durable state, owned by one thread.
 */
public final class ProducerTable {
  /** Receipts kept of a producer; more batches than this are never in flight of one. */
  public static final int RECEIPTS = 64;

  /** What a batch got when it was taken. */
  public record Taken(long offset, long position, long timeMillis) {}

  static final class Entry {
    long lastSequence = -1;
    int kept;
    long[] ring = new long[3];

    /** What came late after a restoration changes nothing: the latest sequence never goes back. */
    void add(long sequence, Taken taken) {
      if (sequence <= lastSequence) {
        return;
      }
      if (kept > 0 && sequence != lastSequence + 1) {
        kept = 0;
      }
      lastSequence = sequence;
      int capacity = ring.length / 3;
      if (kept == capacity && capacity < RECEIPTS) {
        grow(capacity * 2);
      }
      int slot = slot(sequence);
      ring[slot] = taken.offset();
      ring[slot + 1] = taken.position();
      ring[slot + 2] = taken.timeMillis();
      kept = Math.min(kept + 1, ring.length / 3);
    }

    private int slot(long sequence) {
      return 3 * (int) (sequence % (ring.length / 3));
    }

    private void grow(int capacity) {
      long[] old = Arrays.copyOf(ring, ring.length);
      int oldCapacity = old.length / 3;
      ring = new long[3 * capacity];
      for (long s = lastSequence - kept; s < lastSequence; s++) {
        System.arraycopy(old, 3 * (int) (s % oldCapacity), ring, slot(s), 3);
      }
    }

    @Nullable Taken taken(long sequence) {
      if (sequence > lastSequence || sequence <= lastSequence - kept) {
        return null;
      }
      int slot = slot(sequence);
      return new Taken(ring[slot], ring[slot + 1], ring[slot + 2]);
    }
  }

  private final int maxProducers;
  private final LinkedHashMap<Long, Entry> byId = new LinkedHashMap<>(2);

  public ProducerTable(int maxProducers) {
    this.maxProducers = maxProducers;
  }

  /** The sequence of the last batch taken from the producer; -1 when it is not known. */
  public long lastSequence(long producer) {
    Entry entry = producer == 0 ? null : byId.get(producer);
    return entry == null ? -1 : entry.lastSequence;
  }

  /** The receipt of an earlier batch; null when it is forgotten or was never taken. */
  public @Nullable Taken taken(Producer producer) {
    Entry entry = byId.get(producer.id());
    return entry == null ? null : entry.taken(producer.sequence());
  }

  void add(Producer producer, Taken taken) {
    if (producer.id() == 0) {
      return;
    }
    Entry known = byId.get(producer.id());
    Entry entry = known == null ? new Entry() : known;
    entry.add(producer.sequence(), taken);
    byId.putLast(producer.id(), entry);
    if (byId.size() > maxProducers) {
      byId.remove(byId.firstEntry().getKey());
    }
  }

  public int size() {
    return byId.size();
  }

  /** From the one heard of longest ago to the latest. */
  Map<Long, Entry> entries() {
    return byId;
  }
}
