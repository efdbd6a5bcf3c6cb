package io.feige.client.internal.consume;

import io.feige.client.FeigeException;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts that travel in one SETTLE: acks as ranges, the others as they are. Gathered under the
 * queue's lock, afterwards the loop's alone.
 *
 * <p>An ack is taken whichever attempt it names, so acks of different attempts share ranges.
 * Neighbours that come one after the other extend the last range at once; what came in disorder is
 * sorted and merged when it is packed.
 */
final class VerdictBatch {
  static final int MAX_VERDICTS = 8_192;

  private final Claim claim;
  private final long deadlineNanos;
  private long[] ackFirst = new long[8];
  private long[] ackLast = new long[8];
  private int ackRanges;
  private boolean isSorted = true;
  private final List<Verdict> others = new ArrayList<>();
  private final List<PendingVerdict> pending = new ArrayList<>();
  private boolean isWaitedFor;
  private @Nullable List<Verdict> packedAcks;

  // The sender's notes, on its loop.
  boolean isOutstanding;
  boolean mayBeTaken;
  boolean hasOnlyAcks;
  boolean isResolved;
  @Nullable FeigeException lastRefusal;

  VerdictBatch(Claim claim, long deadlineNanos) {
    this.claim = claim;
    this.deadlineNanos = deadlineNanos;
  }

  Claim claim() {
    return claim;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  boolean isFull() {
    return ackRanges + others.size() >= MAX_VERDICTS;
  }

  void add(Verdict verdict) {
    if (verdict.kind() == VerdictKind.ACK) {
      ack(verdict.first(), verdict.last());
    } else {
      others.add(verdict);
    }
  }

  void ack(long first, long last) {
    if (ackRanges > 0 && ackLast[ackRanges - 1] + 1 == first) {
      ackLast[ackRanges - 1] = last;
      return;
    }
    if (ackRanges == ackFirst.length) {
      ackFirst = Arrays.copyOf(ackFirst, ackRanges * 2);
      ackLast = Arrays.copyOf(ackLast, ackRanges * 2);
    }
    isSorted &= ackRanges == 0 || first > ackLast[ackRanges - 1];
    ackFirst[ackRanges] = first;
    ackLast[ackRanges] = last;
    ackRanges++;
  }

  void waiter(PendingVerdict call) {
    pending.add(call);
    call.joins();
    isWaitedFor |= call.isThread();
  }

  /** Whether a thread waits for the outcome of one of them. */
  boolean isWaitedFor() {
    return isWaitedFor;
  }

  /**
   * What to send in an epoch of the pair. An ack holds in every later epoch. The other verdicts are
   * about leases, which ended with the epoch that gave them; sent later they could hit the lease of
   * somebody else, whose attempt may have the same number.
   */
  List<Verdict> pack(long epoch) {
    List<Verdict> acks = packedAcks;
    if (acks == null) {
      acks = new ArrayList<>(ackRanges);
      addAcks(acks);
      packedAcks = acks;
    }
    hasOnlyAcks |= claim.epoch() != 0 && claim.epoch() < epoch;
    if (hasOnlyAcks || others.isEmpty()) {
      return acks;
    }
    List<Verdict> all = new ArrayList<>(acks.size() + others.size());
    all.addAll(acks);
    all.addAll(others);
    return all;
  }

  /**
   * Resolves everyone who waits.
   *
   * @return the calls that have their outcome now; their futures are still to be completed
   */
  List<PendingVerdict> resolve(List<OffsetRange> stale, @Nullable FeigeException failure) {
    isResolved = true;
    List<PendingVerdict> done = new ArrayList<>(pending.size());
    for (PendingVerdict call : pending) {
      if (call.resolve(failure == null ? staleness(call, stale) : failure)) {
        done.add(call);
      }
    }
    return done;
  }

  private void addAcks(List<Verdict> all) {
    long[] first = Arrays.copyOf(ackFirst, ackRanges);
    long[] last = Arrays.copyOf(ackLast, ackRanges);
    if (!isSorted) {
      sort(first, last);
    }
    for (int i = 0; i < ackRanges; ) {
      long from = first[i];
      long to = last[i++];
      while (i < ackRanges && first[i] <= to + 1) {
        to = Math.max(to, last[i++]);
      }
      all.add(Verdict.ack(from, to, 1));
    }
  }

  private static void sort(long[] first, long[] last) {
    List<OffsetRange> ranges = new ArrayList<>(first.length);
    for (int i = 0; i < first.length; i++) {
      ranges.add(new OffsetRange(first[i], last[i]));
    }
    ranges.sort((a, b) -> Long.compare(a.first(), b.first()));
    for (int i = 0; i < first.length; i++) {
      first[i] = ranges.get(i).first();
      last[i] = ranges.get(i).last();
    }
  }

  private @Nullable FeigeException staleness(PendingVerdict call, List<OffsetRange> stale) {
    if (hasOnlyAcks && call.kind() != VerdictKind.ACK) {
      return leaseEnded(call.kind() + ": the pair was activated anew since the delivery.");
    }
    for (OffsetRange range : stale) {
      if (call.overlaps(range.first(), range.last())) {
        return leaseEnded(call.kind() + " of " + range + ".");
      }
    }
    return null;
  }

  /** A verdict that was sent twice finds its lease gone when the first time worked. */
  private FeigeException leaseEnded(String detail) {
    return mayBeTaken
        ? FeigeException.unknown(ErrorCode.LEASE_ENDED, "It was sent more than once.")
        : FeigeException.of(ErrorCode.LEASE_ENDED, detail);
  }
}
