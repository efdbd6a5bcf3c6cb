package io.feige.broker.sim.world;

import java.util.ArrayDeque;
import java.util.List;

/**
 * What happened, as a hash that two runs of a seed must agree on, and, when somebody wants to read
 * it, as the last lines of a story.
 */
public final class Trace {
  private final Timeline timeline;
  private final int keptLines;
  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private long hash = 0x9E3779B97F4A7C15L;
  private long events;

  /**
   * @param keptLines how much of the story is kept; 0: none, which is faster
   */
  public Trace(Timeline timeline, int keptLines) {
    this.timeline = timeline;
    this.keptLines = keptLines;
  }

  public void note(String what) {
    note(what, 0, 0, 0);
  }

  public void note(String what, long a) {
    note(what, a, 0, 0);
  }

  public void note(String what, long a, long b) {
    note(what, a, b, 0);
  }

  /**
   * The numbers say which: a session, a position, an offset; {@code %d} in the words takes them.
   */
  public void note(String what, long a, long b, long c) {
    events++;
    mix(timeline.nanos());
    mix(what.hashCode());
    mix(a);
    mix(b);
    mix(c);
    if (keptLines > 0) {
      if (lines.size() == keptLines) {
        lines.removeFirst();
      }
      lines.add("%12.3f ms  %s".formatted(timeline.nanos() / 1e6, what.formatted(a, b, c)));
    }
  }

  private void mix(long value) {
    long mixed = (hash ^ value) * 0xBF58476D1CE4E5B9L;
    hash = mixed ^ (mixed >>> 29);
  }

  public long hash() {
    return hash;
  }

  public long events() {
    return events;
  }

  public List<String> story() {
    return List.copyOf(lines);
  }
}
