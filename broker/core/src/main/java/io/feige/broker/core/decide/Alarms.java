package io.feige.broker.core.decide;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When something has to be looked at again: one time per owner. Owned by one thread.
 *
 * @param <T> an owner with identity
 */
final class Alarms<T> {
  private record Alarm(long nanos, long serial) implements Comparable<Alarm> {
    @Override
    public int compareTo(Alarm other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(serial, other.serial);
    }
  }

  private final Map<T, Alarm> byOwner = new HashMap<>();
  private final TreeMap<Alarm, T> byTime = new TreeMap<>();
  private long serial;

  /** Sets, moves or ({@code Long.MAX_VALUE}) takes away an owner's alarm. */
  void set(T owner, long nanos) {
    Alarm old = byOwner.get(owner);
    if (old != null && old.nanos() == nanos) {
      return;
    }
    if (old != null) {
      byOwner.remove(owner);
      byTime.remove(old);
    }
    if (nanos != Long.MAX_VALUE) {
      Alarm alarm = new Alarm(nanos, ++serial);
      byOwner.put(owner, alarm);
      byTime.put(alarm, owner);
    }
  }

  /** Sets an owner's alarm, unless it has an earlier one. */
  void setBy(T owner, long nanos) {
    Alarm old = byOwner.get(owner);
    if (old == null || old.nanos() > nanos) {
      set(owner, nanos);
    }
  }

  /** Takes away and returns an owner whose time has come. */
  @Nullable T takeDue(long nowNanos) {
    if (nextNanos() > nowNanos) {
      return null;
    }
    T owner = byTime.pollFirstEntry().getValue();
    byOwner.remove(owner);
    return owner;
  }

  long nextNanos() {
    return byTime.isEmpty() ? Long.MAX_VALUE : byTime.firstKey().nanos();
  }
}
