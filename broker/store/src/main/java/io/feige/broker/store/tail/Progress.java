package io.feige.broker.store.tail;

import java.util.ArrayDeque;

/**
 * Which batches are stored, and up to where everything is. Batches begin in the journal's order and
 * are done in any, so the checkpoint that went with the last of them may be behind. Any thread.
 */
final class Progress {
  /** A batch under way. */
  static final class Mark {
    private final long end;
    private final long millis;
    private boolean isDone;

    private Mark(long end, long millis) {
      this.end = end;
      this.millis = millis;
    }
  }

  private final ArrayDeque<Mark> underWay = new ArrayDeque<>();
  private long stored;
  private long checkpoint;

  Progress(long stored) {
    this.stored = stored;
    this.checkpoint = stored;
  }

  /**
   * A batch begins.
   *
   * @param end everything below it is stored when this batch and all before it are
   * @param millis when its first row came into being, since 1970
   */
  synchronized Mark begin(long end, long millis) {
    Mark mark = new Mark(end, millis);
    underWay.add(mark);
    return mark;
  }

  /** Up to where everything is stored once this batch is, as far as is known now. */
  synchronized long with(Mark mark) {
    long position = stored;
    for (Mark each : underWay) {
      if (!each.isDone && !each.equals(mark)) {
        break;
      }
      position = each.end;
    }
    return position;
  }

  /** The batch is stored; returns up to where everything is. */
  synchronized long done(Mark mark) {
    mark.isDone = true;
    while (!underWay.isEmpty() && underWay.element().isDone) {
      stored = underWay.remove().end;
    }
    notifyAll();
    return stored;
  }

  /** Waits until all batches before this one are stored. */
  synchronized void awaitBefore(Mark mark) throws InterruptedException {
    while (!mark.equals(underWay.peek())) {
      wait();
    }
  }

  /** Whether no batch is under way. */
  synchronized boolean isIdle() {
    return underWay.isEmpty();
  }

  /** When the oldest row of a batch under way came into being. */
  synchronized long oldestMillis() {
    return underWay.isEmpty() ? Long.MAX_VALUE : underWay.element().millis;
  }

  synchronized long stored() {
    return stored;
  }

  /** A checkpoint is committed; returns the highest. */
  synchronized long noted(long position) {
    checkpoint = Math.max(checkpoint, position);
    return checkpoint;
  }

  /** Whether the highest checkpoint says all that is stored. */
  synchronized boolean isNoted() {
    return checkpoint >= stored;
  }
}
