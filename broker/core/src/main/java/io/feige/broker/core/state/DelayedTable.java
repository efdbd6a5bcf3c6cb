package io.feige.broker.core.state;

import io.feige.broker.core.record.JournalRecord.Delayed;
import io.feige.broker.core.record.JournalRecord.DelayedCancelled;
import io.feige.protocol.model.DelayedPlace;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The batches that wait for their time. Durable state, owned by one thread; about 250 bytes a
 * batch, and at most a bit for each of its messages once one of them was cancelled.
 */
public final class DelayedTable {
  /**
   * A batch that waits.
   *
   * @param position of the youngest DELAYED frame that holds it
   * @param dueMillis wall clock
   * @param id position of the first DELAYED frame that held it: the batch's name for as long as it
   *     waits
   * @param batchBytes length of the batch
   * @param records messages in the batch
   * @param cancelled indexes of the messages that were taken back, fewer than there are; never
   *     changed
   * @param before where the batch stood until it was copied to its position, and can be read while
   *     the copy is not confirmed; the position where it was not copied
   */
  public record Waiting(
      long position,
      int partition,
      long dueMillis,
      long id,
      int batchBytes,
      int records,
      BitSet cancelled,
      long before) {
    private static final BitSet NONE = new BitSet(0);

    static Waiting begun(long position, Delayed batch) {
      return new Waiting(
          position,
          batch.partition(),
          batch.deliverAtMillis(),
          position,
          batch.batchBytes(),
          batch.recordCount(),
          NONE,
          position);
    }

    /** How many messages still wait. */
    public int left() {
      return records - cancelled.cardinality();
    }

    /** Whether the message of an index waits; any index may be asked for. */
    public boolean has(int index) {
      return index >= 0 && index < records && !cancelled.get(index);
    }

    private Waiting movedTo(long copy) {
      return new Waiting(copy, partition, dueMillis, id, batchBytes, records, cancelled, position);
    }

    private Waiting without(int index) {
      BitSet more = (BitSet) cancelled.clone();
      more.set(index);
      return new Waiting(position, partition, dueMillis, id, batchBytes, records, more, before);
    }
  }

  private final Map<Long, Waiting> byId = new HashMap<>();
  private final TreeMap<Long, Waiting> byPosition = new TreeMap<>();
  private final TreeSet<Waiting> byDue =
      new TreeSet<>(Comparator.comparingLong(Waiting::dueMillis).thenComparingLong(Waiting::id));
  private long batchBytes;
  private long messages;

  public int size() {
    return byPosition.size();
  }

  /** Messages that wait, in all batches. */
  public long messages() {
    return messages;
  }

  /** The batch of an id, if it waits; any id may be asked for. */
  public @Nullable Waiting find(long id) {
    return byId.get(id);
  }

  /** The batches from a place on, in the order in which they are due. */
  public Iterable<Waiting> from(DelayedPlace place) {
    Waiting first = new Waiting(0, 0, place.dueMillis(), place.id(), 0, 0, Waiting.NONE, 0);
    return byDue.tailSet(first, true);
  }

  /** Bytes of all batches that wait. */
  public long batchBytes() {
    return batchBytes;
  }

  /** The one that is due first. */
  public @Nullable Waiting first() {
    return byDue.isEmpty() ? null : byDue.first();
  }

  /**
   * Nothing before this position is still needed for a delayed batch; {@code Long.MAX_VALUE} when
   * none waits.
   */
  public long lowestPosition() {
    return byPosition.isEmpty() ? Long.MAX_VALUE : byPosition.firstKey();
  }

  /** The one whose frame stands first in the journal. */
  public @Nullable Waiting lowest() {
    return byPosition.isEmpty() ? null : byPosition.get(byPosition.firstKey());
  }

  /** Those whose frames stand behind a position, by position. */
  public Iterable<Waiting> waitingAfter(long position) {
    return byPosition.tailMap(position, false).values();
  }

  Iterable<Waiting> waiting() {
    return byPosition.values();
  }

  void add(Waiting waiting) {
    byId.put(waiting.id(), waiting);
    byPosition.put(waiting.position(), waiting);
    byDue.add(waiting);
    batchBytes += waiting.batchBytes();
    messages += waiting.left();
  }

  /** A copy of the batch stands at a position; nothing if it does not wait any more. */
  void move(long id, long position) {
    Waiting waiting = remove(id);
    if (waiting != null) {
      add(waiting.movedTo(position));
    }
  }

  /**
   * A message is taken back.
   *
   * @return whether the batch waits no longer
   * @throws IllegalStateException if the message does not wait, or the record counts otherwise
   */
  boolean cancel(DelayedCancelled cancelled) {
    Waiting waiting = byId.get(cancelled.id());
    if (waiting == null
        || waiting.partition() != cancelled.partition()
        || !waiting.has(cancelled.index())
        || (cancelled.left() != 0 && cancelled.left() != waiting.left() - 1)) {
      throw new IllegalStateException(cancelled + " does not fit " + waiting);
    }
    remove(cancelled.id());
    if (cancelled.left() > 0) {
      add(waiting.without(cancelled.index()));
    }
    return cancelled.left() == 0;
  }

  @Nullable Waiting remove(long id) {
    Waiting waiting = byId.remove(id);
    if (waiting != null) {
      byPosition.remove(waiting.position());
      forget(waiting);
    }
    return waiting;
  }

  void removePartition(int partition) {
    for (Iterator<Waiting> each = byPosition.values().iterator(); each.hasNext(); ) {
      Waiting waiting = each.next();
      if (waiting.partition() == partition) {
        each.remove();
        byId.remove(waiting.id());
        forget(waiting);
      }
    }
  }

  private void forget(Waiting waiting) {
    byDue.remove(waiting);
    batchBytes -= waiting.batchBytes();
    messages -= waiting.left();
  }
}
