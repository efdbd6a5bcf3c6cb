package io.feige.protocol.model;

/**
 * Offsets that follow each other.
 *
 * @param first the lowest
 * @param last the highest, included
 */
public record OffsetRange(long first, long last) {
  /**
   * Refuses a negative or empty range.
   *
   * @throws IllegalArgumentException if it is so
   */
  public OffsetRange {
    if (first < 0 || last < first || last == Long.MAX_VALUE) {
      throw new IllegalArgumentException("offsets " + first + " to " + last + " are no range");
    }
  }

  /** Number of offsets. */
  public long count() {
    return last - first + 1;
  }
}
