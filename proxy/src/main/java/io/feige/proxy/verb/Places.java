package io.feige.proxy.verb;

import io.feige.client.StartFrom;
import io.feige.protocol.model.NameRule;
import io.feige.proxy.answer.Problem;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where a reader is in each pair, as a text such as {@code pair-1:43,pair-2:17}; for a pair of
 * which nothing was read since a time, {@code pair-2@1764140400000}.
 */
public final class Places {
  private static final int MAX_PAIRS = 1_000;

  private final TreeMap<String, StartFrom> byPair;

  private Places(Map<String, StartFrom> byPair) {
    this.byPair = new TreeMap<>(byPair);
  }

  /** These. */
  public static Places of(Map<String, StartFrom> byPair) {
    return new Places(byPair);
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws Problem it is something else
   */
  public static Places parse(String text) {
    Map<String, StartFrom> byPair = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      int end = Math.max(part.indexOf(':'), part.indexOf('@'));
      String pair = end < 0 ? "" : part.substring(0, end);
      if (NameRule.problem(pair) != null || byPair.size() == MAX_PAIRS) {
        throw Problem.badRequest(
            Values.shown(text) + " is not the id of an event, such as pair-1:43,pair-2:17");
      }
      long value = Values.whole("the place in " + pair, part.substring(end + 1));
      byPair.put(
          pair,
          part.charAt(end) == ':'
              ? StartFrom.offset(value)
              : StartFrom.time(Instant.ofEpochMilli(value)));
    }
    return new Places(byPair);
  }

  /** A time as the parameter {@code from} has it. */
  static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw Problem.badRequest(
          "from must be earliest, latest, an offset, or a time such as 2026-11-26T09:30:00Z, not "
              + Values.shown(text));
    }
  }

  /** Each pair and where it goes on there. */
  public Map<String, StartFrom> byPair() {
    return Map.copyOf(byPair);
  }

  /** The pair was read up to there. */
  public void put(String pair, long offset) {
    put(pair, StartFrom.offset(offset));
  }

  void put(String pair, StartFrom place) {
    byPair.put(pair, place);
  }

  @Override
  public String toString() {
    return byPair.entrySet().stream()
        .map(place ->
            place.getKey()
                + (place.getValue().kind() == StartFrom.Kind.TIME ? "@" : ":")
                + place.getValue().value())
        .collect(Collectors.joining(","));
  }
}
