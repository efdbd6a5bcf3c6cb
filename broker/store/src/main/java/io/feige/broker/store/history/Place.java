package io.feige.broker.store.history;

import java.time.Instant;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a message stands among all of its topic, which go by the broker's time. The order is the
 * youngest first.
 */
public record Place(Instant storedAt, String pair, int partition, long offset)
    implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::storedAt)
          .thenComparing(Place::pair)
          .thenComparingInt(Place::partition)
          .thenComparingLong(Place::offset)
          .reversed();

  private static final Pattern TEXT =
      Pattern.compile("([0-9]{1,13})-([0-9]{1,9})-([0-9]{1,18})-([A-Za-z0-9._-]{1,200})");

  /**
   * Reads what {@link #toString} gives.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Place parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("is no place that an answer has named");
    }
    return new Place(
        Instant.ofEpochMilli(Long.parseLong(parts.group(1))),
        parts.group(4),
        Integer.parseInt(parts.group(2)),
        Long.parseLong(parts.group(3)));
  }

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return storedAt.toEpochMilli() + "-" + partition + "-" + offset + "-" + pair;
  }
}
