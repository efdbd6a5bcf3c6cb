package io.feige.perf.stats;

import java.util.Collection;

/** The middle and the ends of several values. */
public record Spread(double median, double lowest, double highest) {
  /**
   * Of at least one value.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Spread of(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
