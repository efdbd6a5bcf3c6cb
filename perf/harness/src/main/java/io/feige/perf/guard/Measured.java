package io.feige.perf.guard;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What one row of one tree gave in one round; a line of the file that a stopped run goes on from.
 *
 * @param round from 1 on
 * @param isHead whether it is the second tree
 * @param row its name
 * @param values a value for each metric of the row
 * @param load the machine's load average when it ended
 * @param stolen the share of the processors' time, 0 to 1, that the machine gave to others
 *     meanwhile
 */
record Measured(
    int round,
    boolean isHead,
    String row,
    Map<Row.Metric, Double> values,
    double load,
    double stolen) {
  boolean isOf(int ofRound, boolean ofHead, Row ofRow) {
    return round == ofRound && isHead == ofHead && row.equals(ofRow.name());
  }

  double value(Row.Metric metric) {
    return Objects.requireNonNull(values.get(metric), () -> row + " has no " + metric.words());
  }

  String words() {
    return values.entrySet().stream()
            .map(
                one -> String.format(Locale.ROOT, "%,.0f %s", one.getValue(), one.getKey().words()))
            .collect(Collectors.joining(", "))
        + String.format(Locale.ROOT, " (load %.1f, stolen %.1f %%)", load, stolen * 100);
  }
}
