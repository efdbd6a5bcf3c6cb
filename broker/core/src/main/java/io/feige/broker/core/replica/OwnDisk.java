package io.feige.broker.core.replica;

/**
 * Whether the replica's own disk does its work: since when the oldest byte waits that is written
 * and not durable. A disk that has left a byte waiting for {@link CopyRules#fsyncMillis} is
 * stalled, until none waits for half as long.
 *
 * <p>Nothing is decided here. An active whose disk is stalled hands over, see {@link Asking}; what
 * a standby's says goes to Admin, who does not activate it meanwhile.
 */
final class OwnDisk {
  /** A look that comes so late says that the node did not run. */
  private static final long LATE_NANOS = ReplicaStep.nanos(20);

  private static final long NEVER = Long.MAX_VALUE;

  private final Backlog backlog;
  private final int limitMillis;
  private boolean isStalled;

  /** From when on it is judged what is overdue; {@link #NEVER}: nothing is. */
  private long judgedNanos = NEVER;

  OwnDisk(CopyRules rules) {
    this.limitMillis = rules.fsyncMillis();
    this.backlog = new Backlog(limitMillis);
  }

  /** Looks at a journal that can be asked. */
  void look(ReplicaStep step) {
    ReplicaPort port = step.port();
    backlog.look(port.written(), port.durable(), step.nowNanos());
    long due = backlog.waitedNanos(isStalled ? limitMillis / 2 : limitMillis);
    boolean isStalledNow = step.isDue(due) && (isStalled || isToBeJudged(due, step));
    judgedNanos = step.isDue(due) ? judgedNanos : NEVER;
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

  /**
   * A node that did not run itself has not heard yet what its disk did meanwhile: it is given a
   * moment for that.
   */
  private boolean isToBeJudged(long due, ReplicaStep step) {
    if (judgedNanos == NEVER) {
      boolean isLate = step.nowNanos() - due > LATE_NANOS;
      judgedNanos = step.nowNanos() + (isLate ? LATE_NANOS : 0);
    }
    return step.isDue(judgedNanos);
  }

  boolean isStalled() {
    return isStalled;
  }

  /** For how long a disk that is stalled has left something waiting; 0: it is not. */
  long stallMillis(long nowNanos) {
    return isStalled ? Math.max(1, backlog.millis(nowNanos)) : 0;
  }

  long nextWakeNanos() {
    if (isStalled) {
      return NEVER;
    }
    return judgedNanos == NEVER ? backlog.limitNanos() : judgedNanos;
  }
}
