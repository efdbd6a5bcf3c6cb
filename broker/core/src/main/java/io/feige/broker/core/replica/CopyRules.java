package io.feige.broker.core.replica;

/**
 * When a copy of the journal counts as one, and how many there must be. Milliseconds of the local
 * monotonic clock.
 *
 * @param fsyncMillis a disk that leaves a byte waiting for so long is stalled
 * @param lagMillis a standby that leaves a byte waiting for so long, which the active's own disk
 *     has, is behind
 * @param lagForMillis a standby that is behind for so long without a break is given up, although it
 *     gets on; 0: never
 * @param minCopies 1 or 2: an active that is alone in sync takes publishes only if that is 1
 */
public record CopyRules(int fsyncMillis, int lagMillis, int lagForMillis, int minCopies) {
  /**
   * Refuses what nothing could work with.
   *
   * @throws IllegalArgumentException naming what is out of range
   */
  public CopyRules {
    require(fsyncMillis > 0, "fsyncMillis must be positive");
    require(lagMillis > 0, "lagMillis must be positive");
    require(lagForMillis >= 0, "lagForMillis must not be negative");
    require(minCopies == 1 || minCopies == 2, "minCopies must be 1 or 2");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Whether a standby that holds all the others up is given up. */
  boolean givesUpLaggards() {
    return lagForMillis > 0 && minCopies == 1;
  }
}
