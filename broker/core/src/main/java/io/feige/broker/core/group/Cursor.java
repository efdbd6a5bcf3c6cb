package io.feige.broker.core.group;

import io.feige.protocol.model.OffsetRange;

/**
 * What a group has settled in its partition: everything below the floor, and the settled ranges
 * above it. Durable state: changed only while a record is applied, equal on every replica that
 * applied the same records.
 *
 * <p>A retry keeps its numbers of attempts and tries here until the message is settled or retried
 * again, also while it is leased. Owned by one thread.
 */
public final class Cursor {
  /**
   * A message that comes again.
   *
   * @param attempts so far: what its last delivery was told
   * @param tries of these that count
   * @param dueMillis when, in the journal's time
   */
  public record Retry(int attempts, int tries, long dueMillis) {}

  private final int generation;
  private final OffsetRanges settled = new OffsetRanges();
  private final RangeMap<Retry> retries = new RangeMap<>();
  private long floor;
  private long handedUpTo;

  /**
   * @param generation of the cursor; a moved group gets the next one, so that an old state can
   *     never overwrite it
   * @param start the first offset the group is to get
   */
  public Cursor(int generation, long start) {
    this.generation = generation;
    this.floor = start;
    this.handedUpTo = start;
  }

  public int generation() {
    return generation;
  }

  /** Everything below is settled. */
  public long floor() {
    return floor;
  }

  /** Messages at or above were never handed out by any activation; not below the floor. */
  public long handedUpTo() {
    return handedUpTo;
  }

  public OffsetRanges settled() {
    return settled;
  }

  public RangeMap<Retry> retries() {
    return retries;
  }

  public boolean isSettled(long offset) {
    return offset < floor || settled.contains(offset);
  }

  /** The first offset at or after one that is not settled. */
  public long firstOpenFrom(long offset) {
    return settled.firstMissingFrom(Math.max(floor, offset));
  }

  /** How many offsets of a range are not settled. */
  public long openWithin(long first, long last) {
    long from = Math.max(floor, first);
    return from > last ? 0 : last - from + 1 - settled.countWithin(from, last);
  }

  /** Marks offsets as settled; those that were already stay as they are. */
  public void settle(long first, long last) {
    if (last < floor) {
      return;
    }
    retries.cut(Math.max(first, floor), last);
    if (first <= floor) {
      floor = settled.firstMissingFrom(last + 1);
    } else {
      settled.add(first, last);
      floor = settled.firstMissingFrom(floor);
    }
    if (floor > 0) {
      settled.remove(0, floor - 1);
    }
    // What was settled without having been handed out is as if it had been.
    handedUpTo = Math.max(handedUpTo, floor);
  }

  /** Lets offsets come again; those that are settled stay settled. */
  public void retry(long first, long last, Retry retry) {
    if (last < floor) {
      return;
    }
    for (OffsetRange open : settled.missing(Math.max(first, floor), last)) {
      retries.put(open.first(), open.last(), retry);
    }
  }

  public void handUpTo(long offset) {
    handedUpTo = Math.max(handedUpTo, offset);
  }
}
