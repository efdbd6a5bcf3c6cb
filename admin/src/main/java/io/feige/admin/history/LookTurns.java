package io.feige.admin.history;

import java.util.stream.LongStream;

/**
 * When topics and groups are looked at: each step while they are few. To list 100,000 takes nodes
 * and Admin almost half a second of a processor, so many are looked at each fifth step, which is
 * within the minute for which a look is good. Only one thread.
 */
final class LookTurns {
  static final int MANY = 10_000;
  private static final int SELDOM = 5;

  private int size;
  private long lastSecond;

  /** Whether it is time, in the step of that second. */
  boolean isDue(long second) {
    long steps = step(second) - step(lastSecond);
    // A clock that was put back does not hold it up.
    return size <= MANY || steps >= SELDOM || steps < 0;
  }

  /**
   * It was looked.
   *
   * @param seen topics and groups
   * @return the steps that what was seen is for: this one, and those that were left out before it
   */
  long[] looked(int seen, long second) {
    boolean isFirst = size == 0;
    long steps = isFirst ? 1 : Math.clamp(step(second) - step(lastSecond), 1, SELDOM);
    size = seen;
    lastSecond = second;
    return LongStream.rangeClosed(1 - steps, 0)
        .map(back -> second + back * History.STEP_SECONDS)
        .toArray();
  }

  /** Nobody has answered. */
  void failed() {
    size = 0;
  }

  private static long step(long second) {
    return second / History.STEP_SECONDS;
  }
}
