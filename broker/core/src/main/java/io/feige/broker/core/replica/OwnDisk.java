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
  private final Backlog backlog;
  private final int limitMillis;
  private boolean isStalled;

  OwnDisk(CopyRules rules) {
    this.limitMillis = rules.fsyncMillis();
    this.backlog = new Backlog(limitMillis);
  }

  /** Looks at a journal that can be asked. */
  void look(ReplicaStep step) {
    ReplicaPort port = step.port();
    backlog.look(port.written(), port.durable(), step.nowNanos());
    int waited = isStalled ? limitMillis / 2 : limitMillis;
    boolean isStalledNow = step.isDue(backlog.waitedNanos(waited));
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

  boolean isStalled() {
    return isStalled;
  }

  /** For how long a disk that is stalled has left something waiting; 0: it is not. */
  long stallMillis(long nowNanos) {
    return isStalled ? Math.max(1, backlog.millis(nowNanos)) : 0;
  }

  long nextWakeNanos() {
    return isStalled ? Long.MAX_VALUE : backlog.limitNanos();
  }
}
