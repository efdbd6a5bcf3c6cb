package io.feige.broker.core.state;

import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.batch.SequenceTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The producers of a partition and their last receipts, so that a batch that is sent again gets the
 * receipt it got at first. Durable state, owned by one thread.
 *
 * <p>A producer that was not heard of for {@link #WINDOW_MILLIS} is forgotten, and so is the one
 * heard of longest ago when there are too many. Of all that were forgotten only the latest second
 * is kept in which one of them began ({@link SequenceTime}): an unknown producer that began later
 * is new; whoever did not may have been forgotten, and what it sends may be here.
 *
 * <p>Idempotency keys ({@link OnceName}) are producers of one batch. They have room of their own,
 * so that many keys make no producer forgotten, and nothing is kept of those that are forgotten.
 *
 * <p>All topics of a pair share a {@link ReceiptRoom}. When it is used up, producers and keys are
 * forgotten before their time.
 */
public final class ProducerTable {
  /** Receipts kept of a producer; more batches than this are never in flight of one. */
  public static final int RECEIPTS = 64;

  /** For how long a producer is remembered after its last batch. */
  public static final long WINDOW_MILLIS = 24L * 60 * 60 * 1000;

  /** How far the clock of a producer may be ahead of the journal's. */
  public static final long MOST_AHEAD_SECONDS = 600;

  /** What is kept of a producer or a key takes of the heap, without its receipts; measured. */
  static final int ENTRY_BYTES = 144;

  /** What a receipt takes. */
  static final int RECEIPT_BYTES = 3 * Long.BYTES;

  /** Nobody was forgotten. */
  static final long NOBODY = -1;

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
        ring = new long[3];
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

    /** The fewer receipts are kept, the less, whatever was kept before. */
    long bytes() {
      return ENTRY_BYTES + (long) RECEIPT_BYTES * (ring.length / 3);
    }

    long heardOfMillis() {
      return kept == 0 ? Long.MAX_VALUE : ring[slot(lastSequence) + 2];
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

  private final int partition;
  private final ReceiptRoom room;
  private final LinkedHashMap<Long, Entry> byId = new LinkedHashMap<>(2);
  private final LinkedHashMap<Long, Entry> keys = new LinkedHashMap<>(2);
  private long bytes;
  private long forgottenSeconds = NOBODY;

  /** Nobody was heard of in this partition. */
  ProducerTable(int partition, ReceiptRoom room) {
    this.partition = partition;
    this.room = room;
  }

  private SequencedMap<Long, Entry> entries(Producer producer) {
    return OnceName.isOne(producer.sequence()) ? keys : byId;
  }

  int partition() {
    return partition;
  }

  /** What it takes of the heap. */
  long bytes() {
    return bytes;
  }

  /** For its room, which counts that. */
  void use(long more) {
    bytes += more;
  }

  /** The sequence of the last batch taken from the producer; -1 when it is not known. */
  public long lastSequence(Producer producer) {
    Entry entry = producer.id() == 0 ? null : entries(producer).get(producer.id());
    return entry == null ? -1 : entry.lastSequence;
  }

  /** The receipt of an earlier batch; null when it is forgotten or was never taken. */
  public @Nullable Taken taken(Producer producer) {
    Entry entry = entries(producer).get(producer.id());
    return entry == null ? null : entry.taken(producer.sequence());
  }

  void add(Producer producer, Taken taken) {
    if (producer.id() == 0) {
      return;
    }
    SequencedMap<Long, Entry> entries = entries(producer);
    Entry known = entries.get(producer.id());
    Entry entry = known == null ? new Entry() : known;
    long before = known == null ? 0 : known.bytes();
    entry.add(producer.sequence(), taken);
    entries.putLast(producer.id(), entry);
    room.change(this, entry.bytes() - before);
    forget(taken.timeMillis() - WINDOW_MILLIS);
    room.makeRoom();
  }

  private void forget(long beforeMillis) {
    while (isToGo(byId, room.limits().producersOfATopic(), beforeMillis)) {
      forgetProducer();
    }
    while (isToGo(keys, room.limits().keysOfATopic(), beforeMillis)) {
      forgetKey();
    }
  }

  /** Whether the eldest is one too many, or too old. */
  private static boolean isToGo(SequencedMap<Long, Entry> entries, int most, long beforeMillis) {
    Map.Entry<Long, Entry> eldest = entries.firstEntry();
    return eldest != null
        && (entries.size() > most || eldest.getValue().heardOfMillis() < beforeMillis);
  }

  /** For want of room: the producer, or the key, heard of longest ago, whichever are more. */
  void forgetEldest() {
    if (keys.size() > byId.size()) {
      forgetKey();
    } else {
      forgetProducer();
    }
  }

  private void forgetProducer() {
    Entry gone = byId.pollFirstEntry().getValue();
    room.change(this, -gone.bytes());
    forgotUpTo(SequenceTime.seconds(gone.lastSequence));
  }

  /** The same key is a new one from now on. */
  private void forgetKey() {
    room.change(this, -keys.pollFirstEntry().getValue().bytes());
  }

  /** Its topic is no more. */
  void end() {
    byId.clear();
    keys.clear();
    room.change(this, -bytes);
  }

  /** Some that began in this second, or before, were forgotten. */
  void forgotUpTo(long seconds) {
    forgottenSeconds = Math.max(forgottenSeconds, seconds);
  }

  /**
   * The latest second in which a producer began that was forgotten; -1 while none was. Whoever is
   * not known and began later is new here.
   */
  public long forgottenSeconds() {
    return forgottenSeconds;
  }

  /** How many are remembered, with keys. */
  public int size() {
    return byId.size() + keys.size();
  }

  /** First producers and then keys, each from the one heard of longest ago to the latest. */
  void forEach(BiConsumer<Long, Entry> action) {
    byId.forEach(action);
    keys.forEach(action);
  }
}
