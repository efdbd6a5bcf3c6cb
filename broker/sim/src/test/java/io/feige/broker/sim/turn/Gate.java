package io.feige.broker.sim.turn;

import java.util.ArrayDeque;
import java.util.TreeMap;
import java.util.TreeSet;

/** Sessions that are not read: what they have sent comes in when they are read again. */
public final class Gate {
  private final Pace pace;
  private final TreeSet<Long> stopped = new TreeSet<>();
  private final TreeMap<Long, ArrayDeque<Runnable>> kept = new TreeMap<>();
  private boolean isOpening;

  public Gate(Pace pace) {
    this.pace = pace;
  }

  /** Something comes from a session. */
  public void pass(long session, Runnable arrival) {
    if (stopped.contains(session) || kept.containsKey(session)) {
      kept.computeIfAbsent(session, _ -> new ArrayDeque<>()).add(arrival);
    } else {
      arrival.run();
    }
  }

  public void stop(long session) {
    stopped.add(session);
  }

  /** All of them are read again, a little later. */
  public void resume() {
    stopped.clear();
    if (!kept.isEmpty() && !isOpening) {
      isOpening = true;
      pace.after(0, this::open);
    }
  }

  private void open() {
    isOpening = false;
    for (long session : new TreeSet<>(kept.keySet())) {
      ArrayDeque<Runnable> arrivals = kept.get(session);
      while (arrivals != null && !arrivals.isEmpty() && !stopped.contains(session)) {
        arrivals.remove().run();
      }
      if (arrivals != null && arrivals.isEmpty()) {
        kept.remove(session);
      }
    }
  }

  /** The session has ended; nothing of it comes any more. */
  public void forget(long session) {
    stopped.remove(session);
    kept.remove(session);
  }
}
