package io.feige.broker.core.group;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.ToLongFunction;
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

  private static final long NONE = SortedPairs.NONE;

  private final SortedPairs<V> ranges = new SortedPairs<>();
  private final @Nullable ToLongFunction<V> time;
  private final SortedPairs<V> byTime = new SortedPairs<>();
  private long offsetCount;

  /** One without ranges. */
  public RangeMap() {
    this(null);
  }

  /** The same, in which ranges can be found by a time that their values tell, too. */
  RangeMap(@Nullable ToLongFunction<V> time) {
    this.time = time;
  }

  public boolean isEmpty() {
    return ranges.size() == 0;
  }

  public int rangeCount() {
    return ranges.size();
  }

  public long offsetCount() {
    return offsetCount;
  }

  /** All of them, ascending. */
  public Iterable<Entry<V>> entries() {
    return () ->
        new Iterator<>() {
          private long next = ranges.start();

          @Override
          public boolean hasNext() {
            return next != NONE;
          }

          @Override
          public Entry<V> next() {
            if (next == NONE) {
              throw new NoSuchElementException();
            }
            Entry<V> entry = entry(next);
            next = ranges.next(next);
            return entry;
          }
        };
  }

  private Entry<V> entry(long place) {
    return new Entry<>(ranges.first(place), ranges.second(place), ranges.value(place));
  }

  private long placeUpTo(long offset) {
    return ranges.upTo(offset, Long.MAX_VALUE);
  }

  /** The range that holds {@code offset}. */
  public @Nullable Entry<V> at(long offset) {
    long place = placeUpTo(offset);
    return place != NONE && ranges.second(place) >= offset ? entry(place) : null;
  }

  /** The first range that begins at or after {@code offset}. */
  public @Nullable Entry<V> from(long offset) {
    long place = ranges.next(placeUpTo(offset - 1));
    return place == NONE ? null : entry(place);
  }

  /** The earliest of its times; {@code Long.MAX_VALUE} while there is none. */
  long earliest() {
    long place = byTime.start();
    return place == NONE ? Long.MAX_VALUE : byTime.first(place);
  }

  /** Ranges whose time has come, the earliest first, as many as that at most. */
  List<Entry<V>> until(long now, int most) {
    List<Entry<V>> found = new ArrayList<>(0);
    long place = byTime.start();
    while (place != NONE && byTime.first(place) <= now && found.size() < most) {
      found.add(entry(placeUpTo(byTime.second(place))));
      place = byTime.next(place);
    }
    return found;
  }

  /** Puts a range; what stood there before is cut away first. */
  public void put(long first, long last, V value) {
    cut(first, last);
    long from = first;
    long to = last;
    long before = placeUpTo(first);
    if (before != NONE && continues(entry(before), first, value)) {
      from = ranges.first(before);
      remove(before);
    }
    long after = placeUpTo(last + 1);
    if (after != NONE && ranges.first(after) == last + 1 && ranges.value(after).equals(value)) {
      to = ranges.second(after);
      remove(after);
    }
    insert(from, to, value);
  }

  private static <V> boolean continues(Entry<V> before, long first, V value) {
    return before.last() == first - 1 && before.value().equals(value);
  }

  /** The parts of the ranges that lie in {@code first..last}, without taking them out. */
  public List<Entry<V>> within(long first, long last) {
    if (isEmpty() || first > last) {
      return List.of();
    }
    List<Entry<V>> pieces = new ArrayList<>(1);
    long place = placeUpTo(first);
    if (place == NONE || ranges.second(place) < first) {
      place = ranges.next(place);
    }
    for (; place != NONE && ranges.first(place) <= last; place = ranges.next(place)) {
      pieces.add(
          new Entry<>(
              Math.max(ranges.first(place), first),
              Math.min(ranges.second(place), last),
              ranges.value(place)));
    }
    return pieces;
  }

  /** Takes out whatever lies in {@code first..last} and returns the pieces, ascending. */
  public List<Entry<V>> cut(long first, long last) {
    List<Entry<V>> pieces = within(first, last);
    for (Entry<V> piece : pieces) {
      long place = placeUpTo(piece.first());
      Entry<V> whole = entry(place);
      remove(place);
      if (whole.first() < piece.first()) {
        insert(whole.first(), piece.first() - 1, whole.value());
      }
      if (whole.last() > piece.last()) {
        insert(piece.last() + 1, whole.last(), whole.value());
      }
    }
    return pieces;
  }

  private void remove(long place) {
    Entry<V> entry = entry(place);
    ranges.remove(place);
    offsetCount -= entry.count();
    if (time != null) {
      byTime.remove(byTime.upTo(time.applyAsLong(entry.value()), entry.first()));
    }
  }

  private void insert(long first, long last, V value) {
    ranges.add(first, last, value);
    offsetCount += last - first + 1;
    if (time != null) {
      byTime.add(time.applyAsLong(value), first, value);
    }
  }
}
