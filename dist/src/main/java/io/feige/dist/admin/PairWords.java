package io.feige.dist.admin;

import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.util.List;
import java.util.stream.Collectors;

/** Pairs as a person reads them. */
public final class PairWords {
  private PairWords() {}

  /** A line for each. */
  public static String table(List<PairLine> pairs) {
    Table table =
        new Table(
            "PAIR", "EPOCH", "ACTIVE", "MASTER", "BACKUP", "IN SYNC", "BEHIND", "FAILOVER BOUND");
    for (PairLine pair : pairs) {
      table.row(
          pair.id(),
          pair.epoch(),
          active(pair),
          pair.master(),
          pair.backup().isEmpty() ? "none" : pair.backup(),
          pair.inSync().isEmpty() ? "nobody" : String.join(", ", pair.inSync()),
          pair.lagBytes() < 0 ? "-" : Human.bytes(pair.lagBytes()),
          pair.failoverBoundMillis() < 0 ? "-" : pair.failoverBoundMillis() + " ms");
    }
    return table.text();
  }

  /** Who serves. */
  public static String active(PairLine pair) {
    if (pair.active().isEmpty()) {
      return "nobody yet";
    }
    return pair.serving() ? pair.active() : pair.active() + " (not serving)";
  }

  /** What is wrong with any of them, a line each with a line feed before it; empty: nothing. */
  static String troubles(List<PairLine> pairs) {
    return pairs.stream()
        .filter(pair -> !pair.trouble().isEmpty())
        .map(pair -> "\n" + pair.id() + ": " + pair.trouble())
        .collect(Collectors.joining());
  }
}
