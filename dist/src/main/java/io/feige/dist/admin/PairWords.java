package io.feige.dist.admin;

import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Pairs as a person reads them. */
public final class PairWords {
  private static final List<String> HEADINGS =
      List.of("PAIR", "EPOCH", "ACTIVE", "MASTER", "BACKUP", "IN SYNC", "BEHIND", "FAILOVER BOUND");

  private PairWords() {}

  /** A line for each; how far rows are behind only where there are some. */
  public static String table(List<PairLine> pairs) {
    boolean hasStores = pairs.stream().anyMatch(PairLine::hasStore);
    List<String> headings = new ArrayList<>(HEADINGS);
    if (hasStores) {
      headings.add("STORE BEHIND");
    }
    Table table = new Table(headings.toArray(String[]::new));
    for (PairLine pair : pairs) {
      List<Object> cells = new ArrayList<>(cells(pair));
      if (hasStores) {
        cells.add(pair.hasStore() ? storeLag(pair) : "-");
      }
      table.row(cells.toArray());
    }
    return table.text();
  }

  private static List<Object> cells(PairLine pair) {
    return List.of(
        pair.id(),
        pair.epoch(),
        active(pair),
        pair.master(),
        pair.backup().isEmpty() ? "none" : pair.backup(),
        pair.inSync().isEmpty() ? "nobody" : String.join(", ", pair.inSync()),
        pair.lagBytes() < 0 ? "-" : Human.bytes(pair.lagBytes()),
        bound(pair));
  }

  private static String bound(PairLine pair) {
    if (pair.failoverBoundMillis() < 0) {
      return "-";
    }
    String withAdmin =
        pair.withAdminBoundMillis() < 0
            ? ""
            : ", with Admin " + pair.withAdminBoundMillis() + " ms";
    return pair.failoverBoundMillis() + " ms" + withAdmin;
  }

  /** How far the rows are behind, of a pair that has some. */
  public static String storeLag(PairLine pair) {
    String bytes = Human.bytes(pair.storeLagBytes());
    return pair.storeLagBytes() == 0
        ? bytes
        : bytes + ", " + Human.nanos(pair.storeLagMillis() * 1_000_000);
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
