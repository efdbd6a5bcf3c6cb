package io.feige.broker.core.group;

/**
 * What groups may hold in memory.
 *
 * @param maxOutstanding messages of one group that are leased, to be retried or held back; beyond
 *     it nothing fresh is handed out
 * @param maxSettledRanges settled ranges of one group above its floor; beyond it nothing fresh
 *     above them is handed out
 * @param maxOutstandingOfAll messages of all groups together, see {@link SharedRoom}
 */
public record DispatchLimits(int maxOutstanding, int maxSettledRanges, long maxOutstandingOfAll) {
  public DispatchLimits {
    if (maxOutstanding < 1 || maxSettledRanges < 1 || maxOutstandingOfAll < 1) {
      throw new IllegalArgumentException("limits of groups must be at least 1");
    }
  }

  /** Limits of one group, where all together have no other. */
  public static DispatchLimits ofEach(int maxOutstanding, int maxSettledRanges) {
    return new DispatchLimits(maxOutstanding, maxSettledRanges, Long.MAX_VALUE);
  }
}
