package io.feige.dist.bench;

import io.feige.dist.bench.Measurement.LatencySpread;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What one node does beside what a cluster of two does, on the same machine in the same run; also
 * the JSON of {@code bench replicated}.
 */
record ReplicatedTable(List<Row> rows, int runs, MachineLoad loadBefore, MachineLoad loadAfter) {
  /**
   * One measurement of both.
   *
   * @param throughputRatio of messages a second, cluster to single
   */
  record Row(String what, Measurement single, Measurement replicated, double throughputRatio) {}

  static ReplicatedTable of(
      List<Measurement> single, List<Measurement> replicated, int runs, MachineLoad before) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < single.size(); i++) {
      Measurement one = single.get(i);
      Measurement two = replicated.get(i);
      double ratio = two.messagesPerSecond().median() / one.messagesPerSecond().median();
      rows.add(new Row(one.what(), one, two, ratio));
    }
    return new ReplicatedTable(rows, runs, before, MachineLoad.now());
  }

  long failed() {
    return rows.stream().mapToLong(row -> row.single().failed() + row.replicated().failed()).sum();
  }

  String markdown() {
    Table table = new Table("measured", "one node", "two nodes, replicated", "ratio");
    for (Row row : rows) {
      table.row(row.what(), rate(row.single()), rate(row.replicated()), ratio(row));
      LatencySpread single = row.single().latency();
      LatencySpread replicated = row.replicated().latency();
      if (single != null && replicated != null) {
        latency(table, "its p50", single.p50Micros(), replicated.p50Micros());
        latency(table, "its p99", single.p99Micros(), replicated.p99Micros());
        latency(table, "its p99.9", single.p999Micros(), replicated.p999Micros());
      }
    }
    return table.markdown()
        + "\n\nMedians of "
        + runs
        + " runs, lowest to highest beside them. The cluster's nodes, its Admin and the client share"
        + " this machine; every message is on both nodes when it is confirmed. Before: "
        + loadBefore.words()
        + ". After: load average "
        + loadAfter.loadAverage()
        + ".";
  }

  private static String rate(Measurement measured) {
    return Measurement.whole(measured.messagesPerSecond().median())
        + " msg/s ("
        + measured.messagesPerSecond().ends(Measurement::whole)
        + "), "
        + Measurement.whole(measured.megabytesPerSecond().median())
        + " MB/s"
        + (measured.failed() == 0 ? "" : ", " + Human.count(measured.failed()) + " failed");
  }

  private static String ratio(Row row) {
    return String.format(Locale.ROOT, "%.2f", row.throughputRatio());
  }

  private static void latency(Table table, String what, Spread single, Spread replicated) {
    table.row(
        what,
        RunResult.micros(single.median()) + " (" + single.ends(RunResult::micros) + ")",
        RunResult.micros(replicated.median()) + " (" + replicated.ends(RunResult::micros) + ")",
        String.format(Locale.ROOT, "%.2f", replicated.median() / single.median()));
  }
}
