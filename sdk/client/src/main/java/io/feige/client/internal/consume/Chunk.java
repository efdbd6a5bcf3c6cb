package io.feige.client.internal.consume;

import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.Selection;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stored frame with the records of it that were delivered and not yet handed out. What is left is
 * guarded by the buffer's lock; the frame is opened by whoever is handed the first message of it.
 */
final class Chunk {
  /**
   * How a pull got it.
   *
   * @param receivedNanos when it came
   * @param leaseNanos how long its messages are this client's
   * @param stage in which they came; what is unstarted has to be claimed or started first
   */
  record Terms(long receivedNanos, long leaseNanos, LeaseStage stage) {
    /** Whether a message may be handled, as far as its attempt tells. */
    boolean isOurs(int attempt) {
      return stage == LeaseStage.STARTED || (stage == LeaseStage.CLAIMED && attempt == 1);
    }
  }

  /**
   * The last delivery of a message that is claimed together with others. After a failover
   * everything that may have been handed out before comes in its second, and nothing is wrong with
   * it. What comes in a third has been taken for handled twice, and may have ended its process each
   * time: it is started alone, so that only it has tries that count.
   */
  private static final int LAST_CLAIMED_ATTEMPT = 2;

  private final Source source;
  private final Claim claim;
  private final ByteBuffer bytes;
  private final int size;
  private final Deque<Selection> selections;
  private final Terms terms;
  private int left;
  private int held;
  private volatile @Nullable DeliveredFrame opened;

  /** A frame as it came. */
  Chunk(Source source, Claim claim, ByteBuffer bytes, List<Selection> selections, Terms terms) {
    this.source = source;
    this.claim = claim;
    this.bytes = bytes;
    this.size = bytes.remaining();
    this.selections = new ArrayDeque<>(selections);
    this.terms = terms;
    for (Selection part : selections) {
      left += part.count();
    }
    held = left;
  }

  /** Messages that were not taken. */
  int left() {
    return left;
  }

  int sizeBytes() {
    return size;
  }

  Source source() {
    return source;
  }

  Claim claim() {
    return claim;
  }

  /** Whether the next message has to be claimed before it is handled, and may be with others. */
  boolean mayBeClaimed() {
    int attempt = selections.element().attempt();
    return !terms.isOurs(attempt) && mayBeClaimed(attempt);
  }

  /** Whether a message that is not ours may be claimed with others; else it is started singly. */
  static boolean mayBeClaimed(int attempt) {
    return attempt <= LAST_CLAIMED_ATTEMPT;
  }

  /** How many of those that were not taken came so that they may be handled at once. */
  int oursLeft() {
    int ours = 0;
    for (Selection part : selections) {
      ours += terms.isOurs(part.attempt()) ? part.count() : 0;
    }
    return ours;
  }

  /** Whether a message in that attempt came so that it may be handled at once. */
  boolean cameAsOurs(int attempt) {
    return terms.isOurs(attempt);
  }

  /** Whether half of the lease is over: what is left should not be handed out any more. */
  boolean isStale(long nowNanos) {
    return terms.leaseNanos() > 0 && nowNanos - terms.receivedNanos() > terms.leaseNanos() / 2;
  }

  /** Takes all that is left. */
  Rest takeAll() {
    List<Slice> slices = new ArrayList<>();
    while (left > 0) {
      slices.add(take(Integer.MAX_VALUE));
    }
    return new Rest(slices);
  }

  /** Takes up to so many records that follow each other and are in the same attempt. */
  Slice take(int most) {
    Selection part = selections.remove();
    int count = Math.min(most, part.count());
    if (count < part.count()) {
      selections.addFirst(
          new Selection(part.first() + count, part.count() - count, part.attempt()));
    }
    left -= count;
    return new Slice(this, part.first(), count, part.attempt(), terms.isOurs(part.attempt()));
  }

  /** Takes back what was taken and not handed out; the last slice first. */
  void putBack(Slice slice) {
    selections.addFirst(new Selection(slice.first(), slice.count(), slice.attempt()));
    left += slice.count();
  }

  /** So many of those that were taken are not the buffer's any more; true if they were the last. */
  boolean isOverWithout(int count) {
    held -= count;
    return held == 0;
  }

  /** Offset of a record, read without checking the whole frame. */
  long offset(int record) {
    StoredFrame frame = StoredFrame.at(bytes, 0);
    return frame.baseOffset() + record - frame.recordFirst();
  }

  /** The frame, checked and unpacked on the first call. */
  DeliveredFrame open() {
    DeliveredFrame frame = opened;
    if (frame == null) {
      synchronized (this) {
        frame = opened;
        if (frame == null) {
          frame = DeliveredFrame.open(source.topic(), source.pair(), bytes);
          opened = frame;
        }
      }
    }
    return frame;
  }
}
