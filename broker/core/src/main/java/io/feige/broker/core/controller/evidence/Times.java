package io.feige.broker.core.controller.evidence;

/** Nanoseconds, in which time is measured, and milliseconds, in which it is told. */
public final class Times {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private Times() {}

  public static long nanos(long millis) {
    return millis * NANOS_PER_MILLI;
  }

  public static long millis(long nanos) {
    return nanos / NANOS_PER_MILLI;
  }

  /** The earlier of two times, of which the second counts only if it is after a third. */
  public static long earlier(long next, long candidate, long after) {
    return candidate > after ? Math.min(next, candidate) : next;
  }
}
