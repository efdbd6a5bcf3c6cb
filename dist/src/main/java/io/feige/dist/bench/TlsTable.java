package io.feige.dist.bench;

import io.feige.dist.bench.Measurement.LatencySpread;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The same measurements in clear and with TLS, on the same machine in the same run; also the JSON
 * of {@code bench tls}.
 *
 * @param columns the first one is what the others are compared with
 * @param clients how many connected at once
 */
record TlsTable(
    List<Column> columns, int clients, int runs, MachineLoad loadBefore, MachineLoad loadAfter) {
  /**
   * One way to speak to a node.
   *
   * @param connectSeconds until all clients were connected
   */
  record Column(String name, List<Measurement> measured, double connectSeconds) {}

  long failed() {
    return columns.stream()
        .flatMap(column -> column.measured().stream())
        .mapToLong(Measurement::failed)
        .sum();
  }

  String markdown() {
    List<String> heads = new ArrayList<>(List.of("measured"));
    columns.forEach(column -> heads.add(column.name()));
    Table table = new Table(heads.toArray(String[]::new));
    for (int i = 0; i < columns.getFirst().measured().size(); i++) {
      int row = i;
      String what = columns.getFirst().measured().get(row).what();
      line(table, what + ", msg/s", at -> at.measured().get(row).messagesPerSecond());
      if (columns.getFirst().measured().get(row).latency() != null) {
        latency(table, "its p50", row, LatencySpread::p50Micros);
        latency(table, "its p99", row, LatencySpread::p99Micros);
        latency(table, "its p99.9", row, LatencySpread::p999Micros);
      }
    }
    List<String> connect = new ArrayList<>(List.of(clients + " clients connect at once"));
    columns.forEach(
        column -> connect.add(String.format(Locale.ROOT, "%.1f s", column.connectSeconds())));
    table.row(connect.toArray());
    return table.markdown()
        + "\n\nMedians of "
        + Human.count(runs)
        + " runs, and beside them what they are of the first column. Before: "
        + loadBefore.words()
        + ". After: load average "
        + loadAfter.loadAverage()
        + ".";
  }

  private void latency(Table table, String what, int row, Function<LatencySpread, Spread> which) {
    List<Object> cells = new ArrayList<>(List.of(what));
    double first = median(columns.getFirst(), row, which);
    for (Column column : columns) {
      double median = median(column, row, which);
      cells.add(RunResult.micros(median) + ratio(column, median / first));
    }
    table.row(cells.toArray());
  }

  private static double median(Column column, int row, Function<LatencySpread, Spread> which) {
    LatencySpread latency = column.measured().get(row).latency();
    return latency == null ? Double.NaN : which.apply(latency).median();
  }

  private void line(Table table, String what, Function<Column, Spread> spread) {
    List<Object> cells = new ArrayList<>(List.of(what));
    double first = spread.apply(columns.getFirst()).median();
    for (Column column : columns) {
      double median = spread.apply(column).median();
      cells.add(Measurement.whole(median) + ratio(column, median / first));
    }
    table.row(cells.toArray());
  }

  private String ratio(Column column, double ratio) {
    return column.equals(columns.getFirst()) ? "" : String.format(Locale.ROOT, " (%.2f)", ratio);
  }
}
