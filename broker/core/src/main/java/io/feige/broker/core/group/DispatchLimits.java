package io.feige.broker.core.group;

/**
 * What one group may hold in memory.
 *
 * @param maxOutstanding messages that are leased, to be retried or held back; beyond it nothing
 *     fresh is handed out
 * @param maxSettledRanges settled ranges above the floor; beyond it nothing fresh above them is
 *     handed out
 */
public record DispatchLimits(int maxOutstanding, int maxSettledRanges) {
  public DispatchLimits {
    if (maxOutstanding < 1 || maxSettledRanges < 1) {
      throw new IllegalArgumentException("limits of a group must be at least 1");
    }
  }
}
