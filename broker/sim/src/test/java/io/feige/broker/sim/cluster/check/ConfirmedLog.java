package io.feige.broker.sim.cluster.check;

import io.feige.broker.journal.Journal;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a pair that were ever confirmed: from then on every journal of the pair holds just
 * these there. Offsets in them are dense, no batch of a producer is in them twice, and epochs grow.
 */
final class ConfirmedLog {
  /** Stands for messages that were packed so that nobody can read them. */
  private static final Integer UNREADABLE = 7;

  private record Sent(int partition, long producer, long sequence) {}

  private final String pair;
  private final boolean forgetsKeys;
  private final Map<Integer, Long> nextOffsets = new HashMap<>();
  private final Map<Sent, Long> sent = new HashMap<>();
  private final Map<Long, Sent> sentAt = new HashMap<>();
  private final Set<Long> released = new HashSet<>();

  /** What the messages of a batch that waits are like; null: it was taken back. */
  private final Map<Long, @Nullable Integer[]> waiting = new HashMap<>();

  private long[] positions = new long[256];
  private long[] hashes = new long[256];
  private int count;
  private long end;
  private long epoch;
  private long stampMillis;

  /**
   * Of a pair.
   *
   * @param forgetsKeys whether memory is so short that keys are forgotten while they are repeated
   */
  ConfirmedLog(String pair, boolean forgetsKeys) {
    this.pair = pair;
    this.forgetsKeys = forgetsKeys;
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
      StoredFrame frame = journal.reader().frameAt(at);
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
      waiting.put(frame.position(), hashes(frame));
    } else if (frame.kind() == FrameKind.CANCEL) {
      noteCancelled(frame);
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
    @Nullable Integer[] messages = waiting.remove(origin);
    Violation.unless(
        messages != null && Arrays.equals(left(messages), hashes(frame)),
        "%s: the batch delayed at %d is released at %d with other messages than wait",
        pair,
        origin,
        frame.position());
  }

  private static Integer[] left(@Nullable Integer[] messages) {
    return Arrays.stream(messages).filter(Objects::nonNull).toArray(Integer[]::new);
  }

  private static Integer[] hashes(StoredFrame frame) {
    Integer[] hashes = new Integer[frame.batch().recordCount()];
    Arrays.fill(hashes, UNREADABLE);
    BatchReader batch;
    try {
      batch = BatchReader.open(frame.batch(), Decompressor.NONE, 0);
    } catch (MalformedFrameException e) {
      return hashes;
    }
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = hashOf(batch, i);
    }
    return hashes;
  }

  private static Integer hashOf(BatchReader batch, int index) {
    try {
      return Arrays.hashCode(batch.record(index).body());
    } catch (MalformedFrameException e) {
      return UNREADABLE;
    }
  }

  private void noteCancelled(StoredFrame frame) {
    ByteBuffer extension = frame.extension().duplicate();
    long id = extension.getLong();
    int index = extension.getInt();
    int wait = extension.getInt();
    Violation.unless(
        waits(id, index), "%s: the frame at %d cancels nothing", pair, frame.position());
    @Nullable Integer[] messages = waiting.get(id);
    if (messages != null) {
      messages[index] = null;
      boolean isUnreadable = Arrays.asList(messages).contains(UNREADABLE);
      int left = left(messages).length;
      Violation.unless(
          wait == left || (wait == 0 && isUnreadable),
          "%s: the frame at %d says that %d messages wait, not %d",
          pair,
          frame.position(),
          wait,
          left);
      if (wait == 0) {
        waiting.remove(id);
      }
    }
  }

  /** Whether a message waits, by what is confirmed. */
  boolean waits(long id, int index) {
    @Nullable Integer[] messages = waiting.get(id);
    return messages != null && messages[index] != null;
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
        before == null || (forgetsKeys && OnceName.isOne(head.sequence())),
        "%s: batch %d of producer %d lies at %d and at %d",
        pair,
        head.sequence(),
        head.producerId(),
        before,
        frame.position());
  }
}
