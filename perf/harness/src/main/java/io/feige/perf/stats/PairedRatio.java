package io.feige.perf.stats;

import java.util.Arrays;
import java.util.List;

/**
 * The ratio of two things that were measured in turns, one pair of values a round.
 *
 * <p>The estimate is that of Hodges and Lehmann, the median of the means of all pairs of rounds;
 * the interval comes from Wilcoxon's signed-rank statistic, whose distribution is computed and not
 * approximated (Hollander and Wolfe, "Nonparametric Statistical Methods", sections 3.2 and 3.3).
 * Both are of logarithms, so that twice as fast and half as fast weigh the same. Neither supposes
 * that noise is normal. One bad round moves the estimate little; the interval has it as an end with
 * 6 rounds, and can leave it out from 12 on.
 *
 * @param estimate the ratio; above 1, the second thing has the larger values
 * @param low below which it is not, with a confidence of 95 % for both ends together
 * @param high above which it is not
 * @param rounds how many pairs it comes from
 */
public record PairedRatio(double estimate, double low, double high, int rounds) {
  /** With fewer there is no interval of 95 %: its ends are 0 and infinity then. */
  public static final int LEAST_ROUNDS = 6;

  private static final double TAIL = 0.025;

  /**
   * Of the pairs {@code first[i]}, {@code second[i]}.
   *
   * @throws IllegalArgumentException if there are none, or not equally many, or one is not positive
   */
  public static PairedRatio of(List<Double> first, List<Double> second) {
    int rounds = first.size();
    if (rounds == 0 || second.size() != rounds) {
      throw new IllegalArgumentException(rounds + " and " + second.size() + " values");
    }
    double[] differences = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      if (!(first.get(i) > 0 && second.get(i) > 0)) {
        throw new IllegalArgumentException("a ratio of " + second.get(i) + " to " + first.get(i));
      }
      differences[i] = Math.log(second.get(i)) - Math.log(first.get(i));
    }
    double[] means = meansOfPairs(differences);
    int outside = outside(rounds);
    return new PairedRatio(
        Math.exp(middle(means)),
        outside == 0 ? 0 : Math.exp(means[outside - 1]),
        outside == 0 ? Double.POSITIVE_INFINITY : Math.exp(means[means.length - outside]),
        rounds);
  }

  private static double[] meansOfPairs(double[] values) {
    double[] means = new double[values.length * (values.length + 1) / 2];
    int next = 0;
    for (int i = 0; i < values.length; i++) {
      for (int j = i; j < values.length; j++) {
        means[next++] = (values[i] + values[j]) / 2;
      }
    }
    Arrays.sort(means);
    return means;
  }

  private static double middle(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /**
   * The end of the interval is this one of the sorted means, counted from 1; 0 if not even the
   * outermost has the confidence.
   */
  private static int outside(int rounds) {
    double[] chances = signedRank(rounds);
    double below = 0;
    int sum = 0;
    while (sum < chances.length && below + chances[sum] <= TAIL) {
      below += chances[sum++];
    }
    return sum;
  }

  /**
   * The chance of each sum of the positive ranks, if each rank is positive by the toss of a coin.
   */
  private static double[] signedRank(int rounds) {
    double[] chances = new double[rounds * (rounds + 1) / 2 + 1];
    chances[0] = 1;
    for (int rank = 1; rank <= rounds; rank++) {
      for (int sum = chances.length - 1; sum >= 0; sum--) {
        chances[sum] = (chances[sum] + (sum >= rank ? chances[sum - rank] : 0)) / 2;
      }
    }
    return chances;
  }
}
