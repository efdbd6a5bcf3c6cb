package io.feige.dist.bench;

import java.util.Collection;
import java.util.function.DoubleFunction;

/** The middle and the ends of what several runs gave. */
record Spread(double median, double lowest, double highest) {
  static Spread of(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no runs");
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }

  /** {@code 12 (10 to 15)}; without the ends if there was one run. */
  String words(DoubleFunction<String> format) {
    return format.apply(median) + (lowest == highest ? "" : " (" + ends(format) + ")");
  }

  String ends(DoubleFunction<String> format) {
    return format.apply(lowest) + " to " + format.apply(highest);
  }
}
