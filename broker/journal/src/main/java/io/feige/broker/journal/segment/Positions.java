package io.feige.broker.journal.segment;

import io.feige.broker.journal.fault.JournalFailedException;
import org.jspecify.annotations.Nullable;

/**
 * How far the journal has got, shared by its threads. {@code durable <= written <= end}; none of
 * them ever goes back.
 *
 * <p>The loop thread alone moves {@code written} and {@code end} and changes the open segment, the
 * flush thread alone moves {@code durable}. A new open segment is published before {@code written}
 * enters it, so whoever reads {@code written} first and the open segment then has the segment that
 * holds those bytes, or a younger one, and then the older ones are durable already.
 */
public final class Positions {
  private volatile long end;
  private volatile long written;
  private volatile long durable;
  private volatile Segment open;
  private volatile @Nullable JournalFailedException failure;

  public Positions(long recovered, Segment open) {
    this.end = recovered;
    this.written = recovered;
    this.durable = recovered;
    this.open = open;
  }

  public long end() {
    return end;
  }

  public void end(long position) {
    end = position;
  }

  public long written() {
    return written;
  }

  public void written(long position) {
    written = position;
  }

  public long durable() {
    return durable;
  }

  public void durable(long position) {
    durable = position;
  }

  public Segment open() {
    return open;
  }

  public void open(Segment segment) {
    open = segment;
  }

  public boolean isFailed() {
    return failure != null;
  }

  /** Refuses to go on after a failure. */
  public void check() {
    JournalFailedException first = failure;
    if (first != null) {
      throw new JournalFailedException(
          "the journal has failed before: " + first.getMessage(), first);
    }
  }

  /** Ends the journal's life: nobody knows any more what is on the disk. */
  public JournalFailedException fail(String doing, Throwable cause) {
    JournalFailedException failed =
        new JournalFailedException(
            "JOURNAL-1012 " + doing + " failed: " + cause.getMessage(), cause);
    if (failure == null) {
      failure = failed;
    }
    return failed;
  }
}
