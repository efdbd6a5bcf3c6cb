package io.feige.protocol.link;

import io.feige.protocol.model.Range;

/**
 * Asks the other replica for frames of which the own ones are damaged; either of the two may ask.
 *
 * @param position of the first byte wanted
 * @param end position behind the last byte wanted; everything below it is confirmed, as far as the
 *     sender knows
 */
public record Fetch(long epoch, long position, long end) implements LinkMessage {
  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Fetch {
    Range.requireNotNegative("epoch", epoch);
    Range.requireNotNegative("position", position);
    Range.require("end", end, position + 1, Long.MAX_VALUE);
  }
}
