package io.feige.admin.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which values a chart gets: as many as it can show, each the mean of what is known of so many kept
 * ones. Steps begin at fixed seconds, so that two charts asked for at different times agree.
 *
 * @param stepSeconds how far apart the chart's values are
 * @param each of so many kept values each is the mean
 * @param count how many kept values are wanted
 * @param untilEpochSecond the last second of the last step
 */
record ChartSteps(int stepSeconds, int each, int count, long untilEpochSecond) {
  /** As many values as a chart can show. */
  private static final int MOST_VALUES = 360;

  /**
   * Those of a time.
   *
   * @param seconds how long before; more than is kept is what is kept
   * @param step seconds between kept values
   * @param kept how many are kept
   */
  static ChartSteps of(long untilEpochSecond, long seconds, int step, int kept) {
    long steps = Math.clamp(Math.ceilDiv(seconds, step), 1, kept);
    int each = (int) Math.ceilDiv(steps, MOST_VALUES);
    int values = (int) Math.ceilDiv(steps, each);
    int whole = step * each;
    long until = Math.ceilDiv(untilEpochSecond + 1, whole) * whole - 1;
    return new ChartSteps(whole, each, values * each, until);
  }

  /** The chart's values. */
  List<Float> means(float[] kept) {
    List<Float> means = new ArrayList<>();
    for (int i = 0; i + each <= kept.length; i += each) {
      means.add(mean(Arrays.copyOfRange(kept, i, i + each)));
    }
    return means;
  }

  /** The mean of the values that are known; NaN: none is. */
  static float mean(float[] values) {
    double sum = 0;
    int known = 0;
    for (float value : values) {
      if (!Float.isNaN(value)) {
        sum += value;
        known++;
      }
    }
    return known == 0 ? Float.NaN : (float) (sum / known);
  }
}
