package io.feige.broker.sim.cluster.check;

import io.feige.broker.core.group.OffsetRanges;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What consumers of a pair were given by any of its replicas, and what they know to be settled. */
final class PairDeliveries {
  /** By offset, which are dense: the epoch and the attempt of the latest delivery. */
  private static final class Cursor {
    final OffsetRanges settled = new OffsetRanges();
    long[] epochs = new long[256];
    int[] attempts = new int[256];
    boolean[] ahead = new boolean[256];

    void makeRoomFor(long offset) {
      while (offset >= epochs.length) {
        epochs = Arrays.copyOf(epochs, 2 * epochs.length);
        attempts = Arrays.copyOf(attempts, 2 * attempts.length);
        ahead = Arrays.copyOf(ahead, 2 * ahead.length);
      }
    }
  }

  private final String pair;
  private final Map<CursorName, Cursor> cursors = new HashMap<>();
  private long redelivered;

  PairDeliveries(String pair) {
    this.pair = pair;
  }

  long redelivered() {
    return redelivered;
  }

  private Cursor cursor(CursorName of) {
    return cursors.computeIfAbsent(of, _ -> new Cursor());
  }

  /**
   * Messages leave a replica.
   *
   * @param isAhead whether they are fetched ahead, so that nothing has begun yet
   */
  void handed(ReplicaView replica, CursorName to, boolean isAhead, Delivered.Run run) {
    String name = replica.name();
    long epoch = replica.epoch();
    int attempt = run.attempt();
    Cursor cursor = cursor(to);
    for (long offset = run.first(); offset <= run.last(); offset++) {
      Violation.unless(
          !cursor.settled.contains(offset),
          "%s: %s hands out offset %d to %s again, after its ack was confirmed",
          pair,
          name,
          offset,
          to);
      cursor.makeRoomFor(offset);
      int at = (int) offset;
      long before = cursor.epochs[at];
      if (before != 0) {
        redelivered++;
        int least = cursor.ahead[at] ? cursor.attempts[at] : cursor.attempts[at] + 1;
        boolean saysSo = before == epoch ? attempt >= least : attempt > 1;
        Violation.unless(
            saysSo,
            "%s: %s hands out offset %d to %s as attempt %d in epoch %d, after attempt %d in %d",
            pair,
            name,
            offset,
            to,
            attempt,
            epoch,
            cursor.attempts[at],
            before);
      }
      cursor.epochs[at] = epoch;
      cursor.attempts[at] = attempt;
      cursor.ahead[at] = isAhead;
    }
  }

  /** A consumer is told that its verdicts are safe. */
  void settled(CursorName by, Settle settle, List<OffsetRange> stale) {
    OffsetRanges settled = cursor(by).settled;
    for (Verdict verdict : settle.verdicts()) {
      if (verdict.kind() == VerdictKind.ACK) {
        OffsetRanges taken = new OffsetRanges();
        taken.add(verdict.first(), verdict.last());
        stale.forEach(range -> taken.remove(range.first(), range.last()));
        taken.ranges().forEach(range -> settled.add(range.first(), range.last()));
      }
    }
  }

  /** Whether somebody was given the message. */
  boolean wasGiven(CursorName to, long offset) {
    Cursor cursor = cursor(to);
    return offset < cursor.epochs.length && cursor.epochs[(int) offset] != 0;
  }
}
