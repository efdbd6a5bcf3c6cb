package io.feige.broker.core.time;

/** The longest time of the last {@value #MINUTES} minutes; nanoseconds of the monotonic clock. */
public final class RecentPeak {
  static final int MINUTES = 5;
  private static final long MINUTE_NANOS = 60_000_000_000L;

  /** One for each minute, in turns. */
  private final long[] longest = new long[MINUTES];

  private final long[] minutes = new long[MINUTES];

  /** Something took so long. */
  public void add(long nanos, long nowNanos) {
    long minute = minute(nowNanos);
    int turn = Math.floorMod(minute, MINUTES);
    longest[turn] = minutes[turn] == minute ? Math.max(longest[turn], nanos) : nanos;
    minutes[turn] = minute;
  }

  /** 0: there was nothing. */
  public long nanos(long nowNanos) {
    long minute = minute(nowNanos);
    long found = 0;
    for (int turn = 0; turn < MINUTES; turn++) {
      if (minute - minutes[turn] < MINUTES) {
        found = Math.max(found, longest[turn]);
      }
    }
    return found;
  }

  private static long minute(long nowNanos) {
    return Math.floorDiv(nowNanos, MINUTE_NANOS);
  }
}
