package io.feige.broker.core.state;

import java.util.Comparator;
import java.util.Iterator;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The batches that wait for their time. Durable state, owned by one thread; about 150 bytes a
 * batch.
 */
public final class DelayedTable {
  /**
   * A batch that waits.
   *
   * @param position of the DELAYED frame
   * @param dueMillis wall clock
   */
  public record Waiting(long position, int partition, long dueMillis) {}

  private final TreeMap<Long, Waiting> byPosition = new TreeMap<>();
  private final TreeSet<Waiting> byDue =
      new TreeSet<>(
          Comparator.comparingLong(Waiting::dueMillis).thenComparingLong(Waiting::position));

  public int size() {
    return byPosition.size();
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

  Iterable<Waiting> waiting() {
    return byPosition.values();
  }

  void add(Waiting waiting) {
    byPosition.put(waiting.position(), waiting);
    byDue.add(waiting);
  }

  @Nullable Waiting remove(long position) {
    Waiting waiting = byPosition.remove(position);
    if (waiting != null) {
      byDue.remove(waiting);
    }
    return waiting;
  }

  void removePartition(int partition) {
    for (Iterator<Waiting> each = byPosition.values().iterator(); each.hasNext(); ) {
      Waiting waiting = each.next();
      if (waiting.partition() == partition) {
        each.remove();
        byDue.remove(waiting);
      }
    }
  }
}
