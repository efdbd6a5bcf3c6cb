package io.feige.protocol.cluster;

import io.feige.protocol.model.Range;

/**
 * How far the rows of the message store are behind what is confirmed. Both are -1 where no rows are
 * written.
 *
 * @param bytes of the journal that are confirmed and have no rows
 * @param millis since something waits that has no row; 0: nothing waits
 */
public record StoreLag(long bytes, long millis) {
  /** No rows are written here. */
  public static final StoreLag NONE = new StoreLag(-1, -1);

  /**
   * Refuses what is out of range, and one without the other.
   *
   * @throws IllegalArgumentException naming the field
   */
  public StoreLag {
    Range.require("storeLagBytes", bytes, -1, Long.MAX_VALUE);
    Range.require("storeLagMillis", millis, -1, Long.MAX_VALUE);
    if ((bytes < 0) != (millis < 0)) {
      throw new IllegalArgumentException("storeLagBytes and storeLagMillis must be -1 together");
    }
  }
}
