package io.feige.broker.sim.world;

import java.util.Arrays;

/**
 * Simulated time: it stands still while an event happens and jumps to the next one. Events of the
 * same time happen in the order in which they were planned.
 */
public final class Timeline {
  public static final long MICRO = 1_000;
  public static final long MILLI = 1_000_000;
  public static final long SECOND = 1_000_000_000;

  /** A binary heap in three arrays: there are many events, and each of them passes through it. */
  private long[] times = new long[256];

  private long[] serials = new long[256];
  private Runnable[] events = new Runnable[256];
  private int count;
  private long nanos;
  private long serial;

  public long nanos() {
    return nanos;
  }

  public long millis() {
    return nanos / MILLI;
  }

  /** How many events were planned so far. */
  public long planned() {
    return serial;
  }

  public void after(long delayNanos, Runnable event) {
    if (count == times.length) {
      times = Arrays.copyOf(times, 2 * count);
      serials = Arrays.copyOf(serials, 2 * count);
      events = Arrays.copyOf(events, 2 * count);
    }
    rise(count++, nanos + Math.max(0, delayNanos), ++serial, event);
  }

  private void rise(int from, long time, long number, Runnable event) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (isBefore(times[parent], serials[parent], time, number)) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    put(at, time, number, event);
  }

  private static boolean isBefore(long time, long number, long otherTime, long otherNumber) {
    return time != otherTime ? time < otherTime : number < otherNumber;
  }

  private void move(int from, int to) {
    put(to, times[from], serials[from], events[from]);
  }

  private void put(int at, long time, long number, Runnable event) {
    times[at] = time;
    serials[at] = number;
    events[at] = event;
  }

  /** Lets the next event happen; false when none is left. */
  public boolean step() {
    if (count == 0) {
      return false;
    }
    nanos = times[0];
    Runnable next = events[0];
    count--;
    sink(times[count], serials[count], events[count]);
    next.run();
    return true;
  }

  private void sink(long time, long number, Runnable event) {
    int at = 0;
    int child = 1;
    while (child < count) {
      int other = child + 1;
      if (other < count && isBefore(times[other], serials[other], times[child], serials[child])) {
        child = other;
      }
      if (isBefore(time, number, times[child], serials[child])) {
        break;
      }
      move(child, at);
      at = child;
      child = 2 * at + 1;
    }
    put(at, time, number, event);
  }
}
