package io.feige.broker.core.group;

import io.feige.broker.core.port.Ticket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The consumers of one group that have messages or wait for some. One whose connections have closed
 * may come back on another for a while, {@link #GRACE_NANOS}; then others get what it fetched ahead
 * and never started. Owned by one thread.
 */
public final class Holders {
  /** How long a consumer may be without a connection and keep what it has not started. */
  public static final long GRACE_NANOS = 1_000_000_000;

  private static final int MAX_NAME_CHARS = 200;

  /** Who has no number of its own is known by its connection. */
  record Key(long id, long session) {
    static Key of(long id, long session) {
      return new Key(id, id == 0 ? session : 0);
    }
  }

  private final int partition;
  private final int group;
  private final BySession<Holder> bySession;
  private final Map<Key, Holder> byKey = new LinkedHashMap<>();
  private final LinkedHashSet<Holder> gone = new LinkedHashSet<>();
  private int idle;
  private long unstarted;

  /**
   * @param bySession of all groups: who has to be told of the end of a connection
   */
  public Holders(int partition, int group, BySession<Holder> bySession) {
    this.partition = partition;
    this.group = group;
    this.bySession = bySession;
  }

  int partition() {
    return partition;
  }

  int group() {
    return group;
  }

  public Collection<Holder> all() {
    return byKey.values();
  }

  /** How many wait for messages and have none. */
  public int idle() {
    return idle;
  }

  /** Messages that were fetched ahead and not started. */
  public long unstarted() {
    return unstarted;
  }

  /** A consumer pulls over a connection. It stays only if it is given something or waits. */
  public Holder pulls(long id, String name, long session) {
    String shortName = name.length() > MAX_NAME_CHARS ? name.substring(0, MAX_NAME_CHARS) : name;
    Key key = Key.of(id, session);
    Holder holder = byKey.get(key);
    if (holder == null) {
      holder = new Holder(this, key, shortName);
      byKey.put(key, holder);
    }
    holder.isCalled(shortName);
    isHeard(holder, session);
    return holder;
  }

  /** A consumer settles over a connection: it is there. */
  public void settles(long id, long session) {
    Holder holder = byKey.get(Key.of(id, session));
    if (holder != null) {
      isHeard(holder, session);
    }
  }

  private void isHeard(Holder holder, long session) {
    if (holder.sessions().add(session)) {
      bySession.add(session, holder);
    }
    if (gone.remove(holder)) {
      holder.graceEndsAt(Long.MAX_VALUE);
    }
  }

  public void waits(Holder holder, Ticket pull) {
    holder.waitsFor(pull, true);
  }

  public void waitsNoMore(Holder holder, Ticket pull) {
    holder.waitsFor(pull, false);
    forgetIfAbsent(holder);
  }

  /** A connection closed over which the consumer was heard of; its pulls do not wait any more. */
  public void closed(Holder holder, long session, long nowNanos) {
    holder.sessions().remove(session);
    if (!holder.isConnected() && !holder.unstarted().isEmpty()) {
      holder.graceEndsAt(nowNanos + GRACE_NANOS);
      gone.add(holder);
    }
    forgetIfAbsent(holder);
  }

  /** When the next consumer has been gone for too long; {@code Long.MAX_VALUE}: none is gone. */
  public long nextGraceEndNanos() {
    return gone.isEmpty() ? Long.MAX_VALUE : gone.getFirst().graceEndNanos();
  }

  /** Takes out those that have been gone for too long. */
  public List<Holder> takeLost(long nowNanos) {
    List<Holder> lost = new ArrayList<>(0);
    while (nextGraceEndNanos() <= nowNanos) {
      Holder holder = gone.removeFirst();
      holder.graceEndsAt(Long.MAX_VALUE);
      lost.add(holder);
    }
    return lost;
  }

  /** Those with the most messages that they have not started, the first of them first. */
  List<Holder> withMostUnstarted(int most) {
    return byKey.values().stream()
        .filter(holder -> !holder.unstarted().isEmpty())
        .sorted(Comparator.comparingLong((Holder holder) -> -holder.unstarted().count()))
        .limit(most)
        .toList();
  }

  void changed(boolean wasIdle, boolean isIdle, long unstartedMore) {
    idle += (isIdle ? 1 : 0) - (wasIdle ? 1 : 0);
    unstarted += unstartedMore;
  }

  /** The group's deliveries are made anew: nobody is told of closed connections for these. */
  public void abandon() {
    for (Holder holder : byKey.values()) {
      holder.sessions().forEach(session -> bySession.remove(session, holder));
    }
    byKey.clear();
    gone.clear();
  }

  /** Who has nothing and waits for nothing need not be remembered. */
  public void forgetIfAbsent(Holder holder) {
    if (!holder.isAbsent()) {
      return;
    }
    byKey.remove(holder.key(), holder);
    gone.remove(holder);
    holder.sessions().forEach(session -> bySession.remove(session, holder));
    holder.sessions().clear();
  }
}
