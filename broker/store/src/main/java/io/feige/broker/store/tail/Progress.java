package io.feige.broker.store.tail;

import java.util.ArrayDeque;

/**
 * Which batches are stored, and up to where everything is. Batches begin in the journal's order and
 * are done in any. Any thread.
 */
final class Progress {
  /** A batch under way. */
  static final class Mark {
    private final long end;
    private boolean isDone;

    private Mark(long end) {
      this.end = end;
    }
  }

  private final ArrayDeque<Mark> underWay = new ArrayDeque<>();
  private long stored;

  Progress(long stored) {
    this.stored = stored;
  }

  /**
   * A batch begins.
   *
   * @param end everything below it is stored when this batch and all before it are
   */
  synchronized Mark begin(long end) {
    Mark mark = new Mark(end);
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
    return stored;
  }

  /** Whether no batch is under way. */
  synchronized boolean isIdle() {
    return underWay.isEmpty();
  }

  synchronized long stored() {
    return stored;
  }
}
