package io.feige.protocol.link;

import io.feige.protocol.model.Range;

/**
 * Where an activation begins in a journal.
 *
 * @param position of its EPOCH record
 */
public record EpochStart(long epoch, long position) {
  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public EpochStart {
    Range.requireNotNegative("epoch", epoch);
    Range.requireNotNegative("position", position);
  }
}
