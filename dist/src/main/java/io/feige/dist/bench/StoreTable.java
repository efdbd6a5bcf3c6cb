package io.feige.dist.bench;

import io.feige.dist.cli.Table;
import java.util.ArrayList;
import java.util.List;

/** What {@code bench store} measured, in the order of measuring; also its JSON. */
record StoreTable(String store, int runs, MachineLoad loadBefore, List<Measurement> measured) {
  StoreTable(String store, int runs, MachineLoad loadBefore) {
    this(store, runs, loadBefore, new ArrayList<>());
  }

  void add(Measurement measurement) {
    measured.add(measurement);
  }

  long failed() {
    return measured.stream().mapToLong(Measurement::failed).sum();
  }

  String markdown() {
    Table table = new Table("measured", "messages or rows a second", "p50", "p99");
    for (Measurement each : measured) {
      Measurement.LatencySpread latency = each.latency();
      table.row(
          each.what(),
          each.messagesPerSecond().words(Measurement::whole)
              + (each.failed() == 0 ? "" : ", " + each.failed() + " failed"),
          latency == null ? "" : latency.p50Micros().words(RunResult::micros),
          latency == null ? "" : latency.p99Micros().words(RunResult::micros));
    }
    return table.markdown()
        + "\n\nMedians of "
        + runs
        + " runs, lowest to highest beside them. Database: "
        + store
        + ". Client, node and database share this machine: "
        + loadBefore.words()
        + ".";
  }
}
