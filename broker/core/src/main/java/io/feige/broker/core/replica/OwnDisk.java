package io.feige.broker.core.replica;

import io.feige.broker.core.time.Patience;

/**
 * Whether the replica's own disk does its work: since when the oldest byte waits that is written
 * and not durable. A disk is stalled, until none waits for half of {@link CopyRules#fsyncMillis}
 * any more, if it
 *
 * <pre>
 * hangs:   the oldest byte has waited for fsyncMillis, or longer where it did lately, see {@link Patience}
 * crawls:  for {@value Patience#MOST_MILLIS} ms there was always a byte that had waited for half of fsyncMillis
 * </pre>
 *
 * <p>A node that did not run itself has not heard yet what its disk did meanwhile. So a disk is
 * looked at twice before it is called stalled, the second time when the limit is reached, and once
 * more where the node was late for that.
 *
 * <p>Nothing is decided here. An active whose disk is stalled hands over, see {@link Asking}; what
 * a standby's says goes to Admin, who does not activate it meanwhile.
 */
final class OwnDisk {
  private static final long NEVER = Long.MAX_VALUE;

  private final Backlog backlog;
  private final Patience withFsyncs;
  private final int slowMillis;

  /** So long the first look comes before the second. */
  private final long apartNanos;

  private boolean isStalled;

  /** Since when there is always a byte that waits for long; {@link #NEVER}: there is none. */
  private long slowNanos = NEVER;

  /** When it is stalled if nothing changes. */
  private long limitNanos = NEVER;

  /** When the second look is due; {@link #NEVER}: there was no first one. */
  private long secondNanos = NEVER;

  OwnDisk(CopyRules rules) {
    this.slowMillis = rules.fsyncMillis() / 2;
    this.apartNanos = ReplicaStep.nanos(rules.fsyncMillis()) / 10;
    this.backlog = new Backlog(rules.fsyncMillis());
    this.withFsyncs = new Patience(rules.fsyncMillis(), Patience.MOST_MILLIS, 0);
  }

  /** Looks at a journal that can be asked. */
  void look(ReplicaStep step) {
    ReplicaPort port = step.port();
    long oldest = backlog.sinceNanos();
    backlog.look(port.written(), port.durable(), step.nowNanos());
    if (backlog.sinceNanos() > oldest) {
      withFsyncs.came(step.nowNanos() - oldest, step.nowNanos());
    }
    boolean isSlow = step.isDue(backlog.waitedNanos(slowMillis));
    slowNanos = isSlow ? Math.min(slowNanos, step.nowNanos()) : NEVER;
    limitNanos = Math.min(backlog.waitedNanos(withFsyncs.millis(step.nowNanos())), crawlsNanos());
    boolean isStalledNow = isStalled ? isSlow : isStuck(step);
    if (isStalledNow == isStalled) {
      return;
    }
    isStalled = isStalledNow;
    step.note(
        isStalled ? ReplicaNote.DISK_STALLED : ReplicaNote.DISK_ANSWERS,
        isStalled
            ? "what was written from byte "
                + port.durable()
                + " on has waited "
                + backlog.millis(step.nowNanos())
                + " ms for its fsync"
            : "everything up to byte " + port.durable() + " is on the disk");
    port.report();
  }

  private long crawlsNanos() {
    return slowNanos == NEVER ? NEVER : slowNanos + ReplicaStep.nanos(Patience.MOST_MILLIS);
  }

  private boolean isStuck(ReplicaStep step) {
    if (!step.isDue(limitNanos - apartNanos)) {
      secondNanos = NEVER;
    } else if (secondNanos == NEVER || step.isDue(secondNanos + apartNanos)) {
      secondNanos = step.nowNanos() + apartNanos;
    }
    return step.isDue(limitNanos) && step.isDue(secondNanos);
  }

  boolean isStalled() {
    return isStalled;
  }

  /** For how long a disk that is stalled has left something waiting; 0: it is not. */
  long stallMillis(long nowNanos) {
    return isStalled ? Math.max(1, backlog.millis(nowNanos)) : 0;
  }

  long nextWakeNanos() {
    if (isStalled || limitNanos == NEVER) {
      return NEVER;
    }
    return secondNanos == NEVER ? limitNanos - apartNanos : Math.max(limitNanos, secondNanos);
  }
}
