package io.feige.perf.guard;

import io.feige.perf.stats.PairedRatio;
import io.feige.perf.stats.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What all rounds say of one metric of one row.
 *
 * @param base its median with the first tree
 * @param head and with the second
 * @param speed how many times as fast the second is: above 1 is better, for times too
 */
record Comparison(
    String row, Row.Metric metric, double base, double head, PairedRatio speed, Verdict verdict) {
  /** Whether the second tree is at least as fast as was asked for. */
  enum Verdict {
    MET("met"),
    BELOW("SLOWER"),
    OPEN("open");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }
  }

  /** Compares the rounds that both trees have; none if there is no such round. */
  static List<Comparison> of(Row row, List<Measured> measured, double least) {
    List<Comparison> comparisons = new ArrayList<>();
    for (Row.Metric metric : row.metrics()) {
      List<Double> bases = new ArrayList<>();
      List<Double> heads = new ArrayList<>();
      for (Measured base : measured) {
        if (!base.isHead() && base.row().equals(row.name())) {
          measured.stream()
              .filter(one -> one.isOf(base.round(), true, row))
              .findFirst()
              .ifPresent(head -> {
                bases.add(base.value(metric));
                heads.add(head.value(metric));
              });
        }
      }
      if (!bases.isEmpty()) {
        comparisons.add(of(row.name(), metric, bases, heads, least));
      }
    }
    return comparisons;
  }

  private static Comparison of(
      String row, Row.Metric metric, List<Double> bases, List<Double> heads, double least) {
    PairedRatio speed =
        metric.isBetterWhenHigher() ? PairedRatio.of(bases, heads) : PairedRatio.of(heads, bases);
    Verdict verdict =
        speed.low() >= least ? Verdict.MET : speed.high() < least ? Verdict.BELOW : Verdict.OPEN;
    return new Comparison(
        row, metric, Spread.of(bases).median(), Spread.of(heads).median(), speed, verdict);
  }

  static final String TABLE_HEAD =
      "| row | base | head | times as fast | 95 % between | rounds | |\n|---|---|---|---|---|---|---|";

  /** A row of a Markdown table. */
  String words() {
    String ends =
        speed.low() > 0
            ? String.format(Locale.ROOT, "%.3f and %.3f", speed.low(), speed.high())
            : PairedRatio.LEAST_ROUNDS + " rounds are needed";
    return String.format(
        Locale.ROOT,
        "| %s, %s | %,.0f | %,.0f | %.3f | %s | %d | %s |",
        row,
        metric.words(),
        base,
        head,
        speed.estimate(),
        ends,
        speed.rounds(),
        verdict.words);
  }

  /** The worst of them: below, else open, else met. */
  static Verdict worst(List<Comparison> all) {
    List<Verdict> verdicts = all.stream().map(Comparison::verdict).toList();
    return Arrays.asList(Verdict.BELOW, Verdict.OPEN).stream()
        .filter(verdicts::contains)
        .findFirst()
        .orElse(Verdict.MET);
  }
}
