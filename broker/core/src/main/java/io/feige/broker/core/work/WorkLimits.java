package io.feige.broker.core.work;

/**
 * Limits of a stage of work.
 *
 * @param mostWaiting requests that wait for a worker, 1 or more
 * @param mostAttempts workers that may be lost while they have the same request; then it is given
 *     up
 * @param mostBytesAtOnce of the requests that a worker is told of at once, apart from the first
 * @param graceNanos how long requests wait for workers that are expected to come back
 */
public record WorkLimits(int mostWaiting, int mostAttempts, long mostBytesAtOnce, long graceNanos) {
  /**
   * Refuses limits under which nothing could be done.
   *
   * @throws IllegalArgumentException if one is below 1
   */
  public WorkLimits {
    if (mostWaiting < 1 || mostAttempts < 1 || mostBytesAtOnce < 1 || graceNanos < 1) {
      throw new IllegalArgumentException("limits of a stage of work are 1 or more");
    }
  }
}
