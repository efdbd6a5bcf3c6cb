package io.feige.client.internal.consume;

import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.Verdict;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stored frame with the records of it that were delivered and not yet handed out. What is left is
 * guarded by the buffer's lock; the frame is opened by whoever is handed the first message of it.
 */
final class Chunk {
  private final Source source;
  private final Claim claim;
  private final ByteBuffer bytes;
  private final int size;
  private final List<Selection> selections;
  private final long receivedNanos;
  private final long leaseNanos;
  private int selection;
  private int taken;
  private int left;
  private volatile @Nullable DeliveredFrame opened;

  /** A frame as it came, with the time until which its messages are this client's. */
  Chunk(
      Source source,
      Claim claim,
      ByteBuffer bytes,
      List<Selection> selections,
      long receivedNanos,
      long leaseNanos) {
    this.source = source;
    this.claim = claim;
    this.bytes = bytes;
    this.size = bytes.remaining();
    this.selections = selections;
    this.receivedNanos = receivedNanos;
    this.leaseNanos = leaseNanos;
    for (Selection part : selections) {
      left += part.count();
    }
  }

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

  /** Gives back what is left: it is to be delivered again at once, to anyone. */
  void giveBack() {
    List<Verdict> verdicts = new ArrayList<>();
    while (left > 0) {
      Slice slice = take(Selection.MAX_RECORDS);
      long first = offset(slice.first());
      verdicts.add(Verdict.release(first, first + slice.count() - 1, slice.attempt()));
    }
    claim.settling().release(claim, verdicts);
  }

  /** Whether half of the lease is over: what is left should not be handed out any more. */
  boolean isStale(long nowNanos) {
    return leaseNanos > 0 && nowNanos - receivedNanos > leaseNanos / 2;
  }

  /** Takes up to so many records that follow each other and are in the same attempt. */
  Slice take(int most) {
    Selection part = selections.get(selection);
    int count = Math.min(most, part.count() - taken);
    Slice slice = new Slice(this, part.first() + taken, count, part.attempt());
    taken += count;
    left -= count;
    if (taken == part.count()) {
      selection++;
      taken = 0;
    }
    return slice;
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

  /**
   * Some records of a chunk.
   *
   * @param chunk the chunk
   * @param first index of the first record in the batch
   * @param count how many
   * @param attempt which delivery of them this is
   */
  record Slice(Chunk chunk, int first, int count, int attempt) {}
}
