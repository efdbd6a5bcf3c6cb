package io.feige.perf.guard;

import io.feige.perf.machine.CpuTime;
import io.feige.perf.machine.Machine;
import io.feige.perf.rounds.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures two trees in turns: each round has every row of both, on fresh servers, and the tree
 * that comes first changes from round to round, so that a machine that becomes slower harms both
 * alike.
 */
final class Rounds {
  /**
   * What to do.
   *
   * @param run settings of each benchmark: how often, how long, after which warm-up
   * @param port the first of some twenty that are free
   */
  record Plan(Tree base, Tree head, List<Row> rows, List<String> run, Path directory, int port) {}

  private static final JsonMapper JSON = JsonMapper.shared();

  private final Plan plan;
  private final JsonLines<Measured> file;
  private final PrintWriter progress;

  Rounds(Plan plan, JsonLines<Measured> file, PrintWriter progress) {
    this.plan = plan;
    this.file = file;
    this.progress = progress;
  }

  /**
   * Measures what is missing of so many rounds. What a stopped run has measured of one tree only is
   * measured again: values of different hours make no ratio.
   */
  void run(int rounds) throws IOException {
    file.keep(this::isWhole);
    for (int round = 1; round <= rounds; round++) {
      boolean isHeadFirst = round % 2 == 0;
      for (Row.Kind kind : Row.Kind.values()) {
        measure(round, isHeadFirst, kind);
        measure(round, !isHeadFirst, kind);
      }
    }
  }

  private void measure(int round, boolean isHead, Row.Kind kind) throws IOException {
    List<Row> missing =
        plan.rows().stream()
            .filter(row -> row.server() == kind && !has(round, isHead, row))
            .toList();
    if (missing.isEmpty()) {
      return;
    }
    Tree tree = isHead ? plan.head() : plan.base();
    try (Running server = Running.start(tree, kind, plan.directory(), plan.port())) {
      for (Row row : missing) {
        Measured one = measure(round, isHead, row, server);
        file.add(one);
        progress.printf("round %d, %s, %s: %s%n", round, tree.name(), row.name(), one.words());
        progress.flush();
      }
    }
  }

  private boolean isWhole(Measured one) {
    Row.Kind kind = Row.kindOf(one.row());
    return plan.rows().stream()
        .filter(row -> row.server() == kind)
        .allMatch(row -> has(one.round(), false, row) && has(one.round(), true, row));
  }

  private boolean has(int round, boolean isHead, Row row) {
    return file.all().stream().anyMatch(one -> one.isOf(round, isHead, row));
  }

  private Measured measure(int round, boolean isHead, Row row, Running server) throws IOException {
    CpuTime before = CpuTime.now();
    List<String> arguments = new ArrayList<>(row.bench());
    arguments.addAll(plan.run());
    JsonNode answer = JSON.readTree(server.bench(arguments));
    Map<Row.Metric, Double> values = new EnumMap<>(Row.Metric.class);
    for (Row.Metric metric : row.metrics()) {
      JsonNode value = answer.at(metric.pointer());
      if (!value.isNumber() || !(value.doubleValue() > 0)) {
        throw new GuardException(row.name() + " gave no " + metric.words() + ": " + answer);
      }
      values.put(metric, value.doubleValue());
    }
    double load = Machine.now().loadAverage();
    double stolen = CpuTime.now().stolenSince(before);
    return new Measured(round, isHead, row.name(), values, load, stolen);
  }
}
