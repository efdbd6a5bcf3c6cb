package io.feige.broker.core.group;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * What belongs to each connection, so that the end of one costs no more than that. Owned by one
 * thread.
 *
 * @param <T> what belongs to connections
 */
public final class BySession<T> {
  private final Map<Long, LinkedHashSet<T>> bySession = new HashMap<>();

  public void add(long session, T what) {
    bySession.computeIfAbsent(session, _ -> new LinkedHashSet<>(2)).add(what);
  }

  public void remove(long session, T what) {
    bySession.computeIfPresent(
        session,
        (_, all) -> {
          all.remove(what);
          return all.isEmpty() ? null : all;
        });
  }

  /** Takes out all that belongs to the connection. */
  public Collection<T> take(long session) {
    LinkedHashSet<T> all = bySession.remove(session);
    return all == null ? List.of() : all;
  }

  public int sessions() {
    return bySession.size();
  }
}
