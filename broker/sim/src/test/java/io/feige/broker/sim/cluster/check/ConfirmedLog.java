package io.feige.broker.sim.cluster.check;

import io.feige.broker.server.journal.Journal;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The frames of a pair that were ever confirmed: from then on every journal of the pair holds just
 * these there. Offsets in them are dense, no batch of a producer is in them twice, and epochs grow.
 */
final class ConfirmedLog {
  private record Sent(int partition, long producer, long sequence) {}

  private final String pair;
  private final Map<Integer, Long> nextOffsets = new HashMap<>();
  private final Map<Sent, Long> sent = new HashMap<>();
  private final Map<Long, Sent> sentAt = new HashMap<>();
  private final Set<Long> released = new HashSet<>();
  private long[] positions = new long[256];
  private long[] hashes = new long[256];
  private int count;
  private long end;
  private long epoch;
  private long stampMillis;

  ConfirmedLog(String pair) {
    this.pair = pair;
  }

  /** Up to where anything was ever confirmed. */
  long end() {
    return end;
  }

  int frames() {
    return count;
  }

  /** Whether a producer's batch lies there and is confirmed. */
  boolean isAt(long position, long producer, long sequence) {
    Sent there = sentAt.get(position);
    return there != null && there.producer() == producer && there.sequence() == sequence;
  }

  private static long hashOf(StoredFrame frame) {
    long header = Integer.toUnsignedLong(frame.bytes().getInt(StoredFrame.HEADER_CRC_AT));
    FrameKind kind = frame.kind();
    int batch = kind != null && kind.hasBatch() ? frame.batch().crc() : 0;
    return (header << 32 | Integer.toUnsignedLong(batch)) + frame.length() * 0x9E3779B97F4A7C15L;
  }

  /**
   * A journal says that its frames between the positions are confirmed: those that were before are
   * the same, and the others are confirmed by this.
   *
   * @return up to where that holds
   */
  long agree(String name, Journal journal, long from, long to) {
    long at = Math.max(from, journal.start());
    int index = Arrays.binarySearch(positions, 0, count, at);
    Violation.unless(
        index >= 0 || at == end || at >= to,
        "%s: the journal of %s has a frame at %d, where none was confirmed; confirmed is up to %d",
        pair,
        name,
        at,
        end);
    index = index < 0 ? count : index;
    while (at < to) {
      StoredFrame frame = journal.frameAt(at);
      long hash = hashOf(frame);
      if (index == count) {
        add(name, frame, hash);
      } else {
        requireSame(name, index, frame, hash);
      }
      index++;
      at += frame.length();
    }
    return at;
  }

  private void requireSame(String name, int index, StoredFrame frame, long hash) {
    Violation.unless(
        positions[index] == frame.position() && hashes[index] == hash,
        "%s: at %d the journal of %s has a %s of epoch %d, but something else was confirmed there",
        pair,
        frame.position(),
        name,
        frame.kind(),
        frame.epoch());
  }

  private void add(String name, StoredFrame frame, long hash) {
    Violation.unless(
        frame.position() == end && frame.problem() == null,
        "%s: %s confirms a frame at %d, confirmed was up to %d; damage: %s",
        pair,
        name,
        frame.position(),
        end,
        frame.problem());
    if (count == positions.length) {
      positions = Arrays.copyOf(positions, 2 * count);
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    positions[count] = end;
    hashes[count++] = hash;
    end += frame.length();
    boolean begins = frame.kind() == FrameKind.EPOCH;
    Violation.unless(
        begins ? frame.epoch() > epoch : frame.epoch() == epoch,
        "%s: a %s frame of epoch %d at %d, in epoch %d",
        pair,
        frame.kind(),
        frame.epoch(),
        frame.position(),
        epoch);
    epoch = frame.epoch();
    // A copy has the stamp of what it is a copy of.
    boolean isCopy = frame.hasFlag(FrameKind.FLAG_CARRIED);
    Violation.unless(
        isCopy || frame.timeMillis() >= stampMillis,
        "%s: the stamp at %d is %d, after %d",
        pair,
        frame.position(),
        frame.timeMillis(),
        stampMillis);
    stampMillis = Math.max(stampMillis, frame.timeMillis());
    note(frame);
  }

  private void note(StoredFrame frame) {
    if (frame.hasFlag(FrameKind.FLAG_CARRIED)) {
      requireKnown(frame);
    } else if (frame.kind() == FrameKind.DELAYED) {
      noteSent(frame);
    } else if (frame.kind() == FrameKind.MESSAGES) {
      long expected = nextOffsets.getOrDefault(frame.partition(), 0L);
      Violation.unless(
          frame.baseOffset() == expected,
          "%s: the frame at %d has offset %d of partition %d, not %d",
          pair,
          frame.position(),
          frame.baseOffset(),
          frame.partition(),
          expected);
      nextOffsets.put(frame.partition(), expected + frame.recordCount());
      if (frame.flags() == 0) {
        noteSent(frame);
      } else if (frame.hasFlag(FrameKind.FLAG_RELEASED)) {
        noteReleased(frame);
      }
    }
  }

  private void requireKnown(StoredFrame copy) {
    long next = nextOffsets.getOrDefault(copy.partition(), 0L);
    boolean isOld =
        copy.kind() == FrameKind.DELAYED
            ? Arrays.binarySearch(positions, 0, count, copy.extension().getLong()) >= 0
            : copy.baseOffset() + copy.recordCount() <= next;
    Violation.unless(isOld, "%s: the frame at %d is a copy of nothing", pair, copy.position());
  }

  private void noteReleased(StoredFrame frame) {
    long origin = frame.extension().getLong();
    Violation.unless(
        released.add(origin), "%s: the batch delayed at %d is released twice", pair, origin);
  }

  private void noteSent(StoredFrame frame) {
    BatchHead head = frame.batch();
    if (head.producerId() == 0) {
      return;
    }
    Sent batch = new Sent(frame.partition(), head.producerId(), head.sequence());
    sentAt.put(frame.position(), batch);
    Long before = sent.put(batch, frame.position());
    Violation.unless(
        before == null,
        "%s: batch %d of producer %d lies at %d and at %d",
        pair,
        head.sequence(),
        head.producerId(),
        before,
        frame.position());
  }
}
