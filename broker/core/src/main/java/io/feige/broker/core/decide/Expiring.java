package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.protocol.model.LetterRule;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Settles expired messages of groups that nobody pulls for, so that they do not count as backlog.
 * Looks at each group every ten seconds, from its oldest message on: of all topics when this
 * replica begins to serve, then of those that had a backlog when last looked at, of those to which
 * something with an end is published or released, and of those of which a group begins or is reset.
 */
final class Expiring {
  private static final long ROUND_NANOS = 10_000_000_000L;

  /** Between two turns of a round, for other requests. */
  private static final long PAUSE_NANOS = 10_000_000;

  private static final int GROUPS_PER_TURN = 64;

  /** Some milliseconds of work. */
  private static final int MESSAGES_PER_TURN = 4_096;

  private final ActiveState active;
  private final Set<ActivePartition> partitions = new LinkedHashSet<>();
  private final ArrayDeque<ActiveGroup> round = new ArrayDeque<>();
  private long nextNanos = Long.MAX_VALUE;

  Expiring(ActiveState active) {
    this.active = active;
  }

  /** This replica begins to serve. */
  void begin(Now now) {
    active.partitions().forEach(partition -> published(partition, now));
  }

  /** Something that will expire, or has, may be in the backlog of a group there. */
  void published(ActivePartition partition, Now now) {
    if (partitions.add(partition) && nextNanos == Long.MAX_VALUE) {
      nextNanos = now.nanos() + ROUND_NANOS;
    }
  }

  /** When {@link #goOn} is to be called; {@code Long.MAX_VALUE}: never. */
  long nextNanos() {
    return nextNanos;
  }

  void goOn(Pulling pulling, Now now, Sink sink) {
    if (now.nanos() < nextNanos) {
      return;
    }
    nextNanos = now.nanos() + PAUSE_NANOS; // Also where something below fails.
    if (round.isEmpty()) {
      partitions.removeIf(partition -> !active.has(partition) || !hasBacklog(partition));
      partitions.forEach(
          partition -> partition.groups().stream().filter(Expiring::expires).forEach(round::add));
    }
    int messages = MESSAGES_PER_TURN;
    for (int i = 0; i < GROUPS_PER_TURN && messages > 0 && !round.isEmpty(); i++) {
      ActiveGroup group = round.remove();
      if (isThere(group)) {
        messages -= pulling.dropExpired(group, messages, now, sink);
        if (messages == 0) {
          round.addFirst(group);
        }
      }
    }
    boolean isOver = partitions.isEmpty();
    long pause = round.isEmpty() ? ROUND_NANOS : PAUSE_NANOS;
    nextNanos = isOver ? Long.MAX_VALUE : now.nanos() + pause;
  }

  /** Counts what waits for its commit, too: with a standby that is slow this takes a while. */
  private static boolean hasBacklog(ActivePartition partition) {
    return partition.groups().stream()
        .filter(Expiring::expires)
        .anyMatch(group -> group.state().cursor().floor() < partition.state().endOffset());
  }

  /** A dead letter stays open until somebody deals with it. */
  private static boolean expires(ActiveGroup group) {
    return !LetterRule.isAccount(group.partition().state().topic(), group.state().name());
  }

  private boolean isThere(ActiveGroup group) {
    ActivePartition partition = group.partition();
    return active.has(partition) && group.equals(partition.group(group.state().name()));
  }
}
