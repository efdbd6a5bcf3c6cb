package io.feige.broker.core.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Disjoint ranges of offsets, each with a value. Cutting a piece out of a range splits it; the
 * parts left and right keep the value. Ranges that touch and have equal values are one range,
 * however they came about, so that equal content has one form. Owned by one thread.
 *
 * @param <V> an immutable value with equality, shared by the parts of a split range
 */
public final class RangeMap<V> {
  /** A range and its value. */
  public record Entry<V>(long first, long last, V value) {
    public long count() {
      return last - first + 1;
    }

    /** The lowest offsets of the range, at most {@code most} of them. */
    public Entry<V> first(long most) {
      return count() <= most ? this : new Entry<>(first, first + most - 1, value);
    }
  }

  private final TreeMap<Long, Entry<V>> byFirst = new TreeMap<>();
  private long offsetCount;

  public boolean isEmpty() {
    return byFirst.isEmpty();
  }

  public int rangeCount() {
    return byFirst.size();
  }

  public long offsetCount() {
    return offsetCount;
  }

  public Collection<Entry<V>> entries() {
    return byFirst.values();
  }

  /** The range that holds {@code offset}. */
  public @Nullable Entry<V> at(long offset) {
    Map.Entry<Long, Entry<V>> floor = byFirst.floorEntry(offset);
    return floor != null && floor.getValue().last() >= offset ? floor.getValue() : null;
  }

  /** The first range that begins at or after {@code offset}. */
  public @Nullable Entry<V> from(long offset) {
    Map.Entry<Long, Entry<V>> ceiling = byFirst.ceilingEntry(offset);
    return ceiling == null ? null : ceiling.getValue();
  }

  /** Puts a range; what stood there before is cut away first. */
  public void put(long first, long last, V value) {
    cut(first, last);
    long from = first;
    long to = last;
    Map.Entry<Long, Entry<V>> before = byFirst.lowerEntry(first);
    if (before != null && continues(before.getValue(), first, value)) {
      from = before.getValue().first();
      remove(before.getValue());
    }
    Entry<V> after = byFirst.get(last + 1);
    if (after != null && after.value().equals(value)) {
      to = after.last();
      remove(after);
    }
    insert(from, to, value);
  }

  private static <V> boolean continues(Entry<V> before, long first, V value) {
    return before.last() == first - 1 && before.value().equals(value);
  }

  /** The parts of the ranges that lie in {@code first..last}, without taking them out. */
  public List<Entry<V>> within(long first, long last) {
    if (byFirst.isEmpty() || first > last) {
      return List.of();
    }
    List<Entry<V>> pieces = new ArrayList<>(1);
    Map.Entry<Long, Entry<V>> start = byFirst.floorEntry(first);
    long from = start == null ? first : start.getKey();
    for (Entry<V> entry : byFirst.subMap(from, true, last, true).values()) {
      if (entry.last() >= first) {
        pieces.add(
            new Entry<>(
                Math.max(entry.first(), first), Math.min(entry.last(), last), entry.value()));
      }
    }
    return pieces;
  }

  /** Takes out whatever lies in {@code first..last} and returns the pieces, ascending. */
  public List<Entry<V>> cut(long first, long last) {
    List<Entry<V>> pieces = within(first, last);
    for (Entry<V> piece : pieces) {
      Entry<V> whole = Objects.requireNonNull(at(piece.first()));
      remove(whole);
      if (whole.first() < piece.first()) {
        insert(whole.first(), piece.first() - 1, whole.value());
      }
      if (whole.last() > piece.last()) {
        insert(piece.last() + 1, whole.last(), whole.value());
      }
    }
    return pieces;
  }

  private void remove(Entry<V> entry) {
    byFirst.remove(entry.first());
    offsetCount -= entry.count();
  }

  private void insert(long first, long last, V value) {
    Entry<V> entry = new Entry<>(first, last, value);
    byFirst.put(first, entry);
    offsetCount += entry.count();
  }
}
