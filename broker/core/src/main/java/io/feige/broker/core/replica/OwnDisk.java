package io.feige.broker.core.replica;

/**
 * Whether the replica's own disk does its work: since when the oldest byte waits that is written
 * and not durable. A disk that has left a byte waiting for {@link CopyRules#fsyncMillis} is
 * stalled, until none waits for half as long.
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
  private final int limitMillis;

  /** So long the first look comes before the second. */
  private final long apartNanos;

  private boolean isStalled;

  /** When the second look is due; {@link #NEVER}: there was no first one. */
  private long secondNanos = NEVER;

  OwnDisk(CopyRules rules) {
    this.limitMillis = rules.fsyncMillis();
    this.apartNanos = ReplicaStep.nanos(limitMillis) / 10;
    this.backlog = new Backlog(limitMillis);
  }

  /** Looks at a journal that can be asked. */
  void look(ReplicaStep step) {
    ReplicaPort port = step.port();
    backlog.look(port.written(), port.durable(), step.nowNanos());
    boolean isStalledNow = isStalled ? isSlow(step) : isStuck(step);
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
                + limitMillis
                + " ms for its fsync"
            : "everything up to byte " + port.durable() + " is on the disk");
    port.report();
  }

  private boolean isSlow(ReplicaStep step) {
    return step.isDue(backlog.waitedNanos(limitMillis / 2));
  }

  private boolean isStuck(ReplicaStep step) {
    long limit = backlog.limitNanos();
    if (!step.isDue(limit - apartNanos)) {
      secondNanos = NEVER;
    } else if (secondNanos == NEVER || step.isDue(secondNanos + apartNanos)) {
      secondNanos = step.nowNanos() + apartNanos;
    }
    return step.isDue(limit) && step.isDue(secondNanos);
  }

  boolean isStalled() {
    return isStalled;
  }

  /** For how long a disk that is stalled has left something waiting; 0: it is not. */
  long stallMillis(long nowNanos) {
    return isStalled ? Math.max(1, backlog.millis(nowNanos)) : 0;
  }

  long nextWakeNanos() {
    long limit = backlog.limitNanos();
    if (isStalled || limit == NEVER) {
      return NEVER;
    }
    return secondNanos == NEVER ? limit - apartNanos : Math.max(limit, secondNanos);
  }
}
