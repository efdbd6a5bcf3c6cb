package io.feige.broker.core.group;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.model.LeaseStage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One consumer of one group, as long as it has messages or waits for some: what it has, and over
 * which connections it was heard of. Owned by one thread.
 */
public final class Holder {
  private final Holders table;
  private final Holders.Key key;
  private final Set<Long> sessions = new LinkedHashSet<>(2);
  private final Set<Ticket> pulls = new LinkedHashSet<>(2);
  private final OffsetRanges unstarted = new OffsetRanges();
  private String name;
  private long claimed;
  private long started;
  private long graceEndNanos = Long.MAX_VALUE;

  Holder(Holders table, Holders.Key key, String name) {
    this.table = table;
    this.key = key;
    this.name = name;
  }

  /** The number that it gave itself; 0: it gave none and is known by its connection. */
  public long id() {
    return key.id();
  }

  Holders.Key key() {
    return key;
  }

  public String name() {
    return name;
  }

  /** The partition of its group. */
  public int partition() {
    return table.partition();
  }

  /** The number of its group. */
  public int group() {
    return table.group();
  }

  /** What it fetched ahead. */
  public OffsetRanges unstarted() {
    return unstarted;
  }

  public long claimed() {
    return claimed;
  }

  public long started() {
    return started;
  }

  /** How many messages it has. */
  public long messages() {
    return unstarted.count() + claimed + started;
  }

  /** How many of its pulls wait. */
  public int waitingPulls() {
    return pulls.size();
  }

  public boolean isConnected() {
    return !sessions.isEmpty();
  }

  /** Whether it waits for messages and has none to work on. */
  public boolean isIdle() {
    return messages() == 0 && !pulls.isEmpty();
  }

  boolean isAbsent() {
    return messages() == 0 && pulls.isEmpty();
  }

  Set<Long> sessions() {
    return sessions;
  }

  /** Those of its waiting pulls that came over the connection. */
  public List<Ticket> pullsOf(long session) {
    return pulls.stream().filter(pull -> pull.session() == session).toList();
  }

  /** Until when it may come back, its connections being gone; else {@code Long.MAX_VALUE}. */
  long graceEndNanos() {
    return graceEndNanos;
  }

  void graceEndsAt(long nanos) {
    graceEndNanos = nanos;
  }

  void isCalled(String newName) {
    name = newName;
  }

  void waitsFor(Ticket pull, boolean waits) {
    boolean wasIdle = isIdle();
    if (waits) {
      pulls.add(pull);
    } else {
      pulls.remove(pull);
    }
    table.changed(wasIdle, isIdle(), 0);
  }

  void gain(LeaseStage stage, long first, long last) {
    boolean wasIdle = isIdle();
    long before = unstarted.count();
    switch (stage) {
      case UNSTARTED -> unstarted.add(first, last);
      case CLAIMED -> claimed += last - first + 1;
      case STARTED -> started += last - first + 1;
    }
    table.changed(wasIdle, isIdle(), unstarted.count() - before);
  }

  void lose(LeaseStage stage, long first, long last) {
    boolean wasIdle = isIdle();
    long before = unstarted.count();
    switch (stage) {
      case UNSTARTED -> unstarted.remove(first, last);
      case CLAIMED -> claimed -= last - first + 1;
      case STARTED -> started -= last - first + 1;
    }
    table.changed(wasIdle, isIdle(), unstarted.count() - before);
  }

  void forgetIfAbsent() {
    table.forgetIfAbsent(this);
  }
}
