package io.feige.broker.journal.live;

/** Says what of the old is still needed. Asked on the loop thread, about the oldest segment. */
public interface Retention {
  /** Everything from this position on stays, whatever {@link #needs} says. */
  long keepFromPosition();

  /** Nothing before this position is needed, whatever {@link #needs} says. */
  default long startsAt() {
    return 0;
  }

  /**
   * Whether a partition still needs what one segment holds of it.
   *
   * @param lastOffset its last offset there; -1 where it has only delayed batches there
   * @param lastTimeMillis the highest broker's time of its frames there, and not after the segment
   *     was sealed
   * @param bytesAfter bytes of its frames in all younger segments, without copies
   */
  boolean needs(int partition, long lastOffset, long lastTimeMillis, long bytesAfter);
}
