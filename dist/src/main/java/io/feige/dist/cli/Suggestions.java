package io.feige.dist.cli;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What somebody may have meant by a word that is not known. */
public final class Suggestions {
  /** What other brokers and shells call our commands. */
  private static final Map<String, String> OTHER_NAMES =
      Map.ofEntries(
          Map.entry("consume", "pull"),
          Map.entry("receive", "pull"),
          Map.entry("subscribe", "pull"),
          Map.entry("produce", "publish"),
          Map.entry("send", "publish"),
          Map.entry("browse", "read"),
          Map.entry("peek", "read"),
          Map.entry("start", "up"),
          Map.entry("stop", "down"),
          Map.entry("topics", "topic"),
          Map.entry("groups", "group"),
          Map.entry("pairs", "pair"),
          Map.entry("ls", "list"),
          Map.entry("show", "describe"),
          Map.entry("get", "describe"),
          Map.entry("add", "create"),
          Map.entry("rm", "delete"),
          Map.entry("remove", "delete"),
          Map.entry("drop", "delete"),
          Map.entry("move", "reset"),
          Map.entry("seek", "reset"),
          Map.entry("failover", "switch"));

  private Suggestions() {}

  /** The known words that it may stand for; empty when nothing is near enough. */
  public static List<String> of(String word, Collection<String> known) {
    String other = OTHER_NAMES.get(word);
    if (other != null && known.contains(other)) {
      return List.of(other);
    }
    int most = Math.max(1, word.replaceFirst("^-+", "").length() / 3);
    return known.stream().filter(name -> distance(word, name) <= most).sorted().toList();
  }

  /** Letters to add, drop, change or swap with their neighbour until one word is the other. */
  static int distance(String from, String to) {
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(from, to, i, j, cost);
      }
    }
    return cost[from.length()][to.length()];
  }

  private static int cheapest(String from, String to, int i, int j, int[][] cost) {
    int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
    int least =
        Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1));
    boolean isSwap =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return isSwap ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
