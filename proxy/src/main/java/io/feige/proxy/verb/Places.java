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
 * Where a reader is in each pair, as a text such as {@code pair-1:43/5,pair-2:17/5}: the offset and
 * the partition that it counts in, which is another one when the topic is made again; without it,
 * any. For a pair of which nothing was read since a time, {@code pair-2@1764140400000}.
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
      String value = part.substring(end + 1);
      byPair.put(
          pair,
          part.charAt(end) == ':'
              ? offset(pair, value)
              : StartFrom.time(Instant.ofEpochMilli(whole(pair, value))));
    }
    return new Places(byPair);
  }

  private static StartFrom offset(String pair, String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return StartFrom.offset(whole(pair, text));
    }
    long partition = whole(pair, text.substring(slash + 1));
    if (partition < 1 || partition > Integer.MAX_VALUE) {
      throw Problem.badRequest("the place in " + pair + " has no partition " + partition);
    }
    return StartFrom.offset(whole(pair, text.substring(0, slash)), (int) partition);
  }

  private static long whole(String pair, String text) {
    return Values.whole("the place in " + pair, text);
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
  public void put(String pair, StartFrom place) {
    byPair.put(pair, place);
  }

  @Override
  public String toString() {
    return byPair.entrySet().stream()
        .map(place -> place.getKey() + text(place.getValue()))
        .collect(Collectors.joining(","));
  }

  private static String text(StartFrom place) {
    return (place.kind() == StartFrom.Kind.TIME ? "@" : ":")
        + place.value()
        + (place.partition() == 0 ? "" : "/" + place.partition());
  }
}
