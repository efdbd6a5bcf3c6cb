package io.feige.broker.core.state;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The batches that wait for their time. Durable state, owned by one thread; about 250 bytes a
 * batch.
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
   */
  public record Waiting(long position, int partition, long dueMillis, long id, int batchBytes) {}

  private final Map<Long, Waiting> byId = new HashMap<>();
  private final TreeMap<Long, Waiting> byPosition = new TreeMap<>();
  private final TreeSet<Waiting> byDue =
      new TreeSet<>(Comparator.comparingLong(Waiting::dueMillis).thenComparingLong(Waiting::id));
  private long batchBytes;

  public int size() {
    return byPosition.size();
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
  }

  /** A copy of the batch stands at a position; nothing if it does not wait any more. */
  void move(long id, long position) {
    Waiting waiting = remove(id);
    if (waiting != null) {
      add(
          new Waiting(
              position, waiting.partition(), waiting.dueMillis(), id, waiting.batchBytes()));
    }
  }

  @Nullable Waiting remove(long id) {
    Waiting waiting = byId.remove(id);
    if (waiting != null) {
      byPosition.remove(waiting.position());
      byDue.remove(waiting);
      batchBytes -= waiting.batchBytes();
    }
    return waiting;
  }

  void removePartition(int partition) {
    for (Iterator<Waiting> each = byPosition.values().iterator(); each.hasNext(); ) {
      Waiting waiting = each.next();
      if (waiting.partition() == partition) {
        each.remove();
        byId.remove(waiting.id());
        byDue.remove(waiting);
        batchBytes -= waiting.batchBytes();
      }
    }
  }
}
