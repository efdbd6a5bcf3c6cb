package io.feige.broker.sim.world;

import java.util.PriorityQueue;

/** Simulated time: it stands still while an event happens and jumps to the next one. */
public final class Timeline {
  public static final long MICRO = 1_000;
  public static final long MILLI = 1_000_000;
  public static final long SECOND = 1_000_000_000;

  private record Entry(long nanos, long serial, Runnable event) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(serial, other.serial);
    }
  }

  private final PriorityQueue<Entry> entries = new PriorityQueue<>();
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
    entries.add(new Entry(nanos + Math.max(0, delayNanos), ++serial, event));
  }

  /** Lets the next event happen; false when none is left. */
  public boolean step() {
    Entry next = entries.poll();
    if (next == null) {
      return false;
    }
    nanos = next.nanos();
    next.event().run();
    return true;
  }
}
