package io.feige.broker.sim.check;

import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.LetterReplay;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the journal holds of one partition. */
final class PartitionModel {
  private record Sent(long producer, long sequence) {}

  private record Settled(int group, long offset) {}

  private final int id;
  private final TreeMap<Long, Fact> byOffset = new TreeMap<>();
  private final Map<Long, Long> lastCopies = new HashMap<>();
  private final Map<Sent, Fact> byProducer = new HashMap<>();
  private final Map<Integer, List<Long>> byKey = new HashMap<>();
  private final Set<Long> released = new HashSet<>();

  /** Which messages were taken back of the batches that wait, by the position of the batch. */
  private final Map<Long, BitSet> waiting = new HashMap<>();

  private final Set<Settled> givenUp = new HashSet<>();
  private final Set<Settled> dealtWith = new HashSet<>();

  /** Messages that a group does not get, because they were replayed for another. */
  private final Set<Settled> passed = new HashSet<>();

  private long end;

  PartitionModel(int id) {
    this.id = id;
  }

  long end() {
    return end;
  }

  /** The frame that holds an offset. */
  @Nullable Fact at(long offset) {
    Map.Entry<Long, Fact> floor = byOffset.floorEntry(offset);
    Fact fact = floor == null ? null : floor.getValue();
    return fact != null && offset < fact.baseOffset() + fact.recordCount() ? fact : null;
  }

  /** The frame in which a producer's batch was stored first. */
  @Nullable Fact of(long producer, long sequence) {
    return byProducer.get(new Sent(producer, sequence));
  }

  /** Offsets of a key's messages, ascending. */
  List<Long> ofKey(int keyHash) {
    return byKey.getOrDefault(keyHash, List.of());
  }

  Iterable<Fact> messages() {
    return byOffset.values();
  }

  /** Takes note of a frame; {@code frameAt} finds those before it. */
  void add(Fact fact, JournalModel journal) {
    if (fact.has(FrameKind.FLAG_CARRIED)) {
      addCopy(fact, journal);
      return;
    }
    if (fact.kind() == FrameKind.DELAYED) {
      addSent(fact);
      waiting.put(fact.position(), new BitSet());
    } else if (fact.kind() == FrameKind.CANCEL) {
      addCancel(fact, journal);
    } else if (fact.isMessages()) {
      addMessages(fact, journal);
    }
  }

  /** A copy says what the first frame said, in every respect but where it stands. */
  private void addCopy(Fact fact, JournalModel journal) {
    boolean isOfMessages = fact.isMessages();
    Fact of =
        isOfMessages
            ? byOffset.get(fact.baseOffset())
            : journal.at(fact.extensionBytes().getLong());
    boolean isSame =
        of != null
            && of.kind() == fact.kind()
            && of.flags() == (fact.flags() & ~FrameKind.FLAG_CARRIED)
            && of.timeMillis() == fact.timeMillis()
            && of.recordFirst() == fact.recordFirst()
            && of.recordCount() == fact.recordCount()
            && Objects.equals(of.batch(), fact.batch())
            && (!isOfMessages || of.extension().equals(fact.extension()));
    Violation.unless(isSame, "%s is not a copy of %s", fact, of);
    if (isOfMessages) {
      lastCopies.put(fact.baseOffset(), fact.position());
    }
  }

  /** Whether a frame of messages, or a copy of it, stands at a position or above it. */
  boolean isStored(Fact fact, long from) {
    return fact.position() >= from || lastCopies.getOrDefault(fact.baseOffset(), -1L) >= from;
  }

  private void addCancel(Fact fact, JournalModel journal) {
    ByteBuffer extension = fact.extensionBytes();
    long id = extension.getLong();
    int index = extension.getInt();
    int left = extension.getInt();
    Fact delayed = journal.at(id);
    Violation.unless(
        delayed != null && waits(id, index), "%s cancels message %d of %s", fact, index, delayed);
    BitSet cancelled = waiting.get(id);
    if (delayed != null && cancelled != null) {
      cancelled.set(index);
      int still = delayed.head().recordCount() - cancelled.cardinality();
      Violation.unless(left == still, "%s says that %d messages wait, not %d", fact, left, still);
      if (still == 0) {
        waiting.remove(id);
      }
    }
  }

  /** Whether a message waits for its time, and was not taken back. */
  boolean waits(long id, int index) {
    BitSet cancelled = waiting.get(id);
    return cancelled != null && !cancelled.get(index);
  }

  /** Batches that wait for their time. */
  Set<Long> waiting() {
    return waiting.keySet();
  }

  private void addMessages(Fact fact, JournalModel journal) {
    Violation.unless(
        fact.baseOffset() == end, "%s does not follow offset %d of partition %d", fact, end, id);
    end += fact.recordCount();
    byOffset.put(fact.baseOffset(), fact);
    addKeys(fact);
    if (fact.has(FrameKind.FLAG_RELEASED)) {
      addReleased(fact, journal);
    } else if (fact.has(FrameKind.FLAG_DEAD_LETTER)) {
      addDeadLetter(fact, journal);
    } else if (fact.has(FrameKind.FLAG_REPLAYED)) {
      addReplayed(fact, journal);
    } else {
      addSent(fact);
    }
  }

  private void addKeys(Fact fact) {
    BatchHead head = fact.head();
    if (head.hasColumn(BatchHead.KEY_HASHES)) {
      for (int i = 0; i < fact.recordCount(); i++) {
        byKey
            .computeIfAbsent(head.keyHash(fact.recordFirst() + i), _ -> new ArrayList<>())
            .add(fact.baseOffset() + i);
      }
    }
  }

  private void addSent(Fact fact) {
    BatchHead head = fact.head();
    if (head.producerId() != 0) {
      Fact before = byProducer.put(new Sent(head.producerId(), head.sequence()), fact);
      Violation.unless(
          before == null,
          "batch %d of producer %d is stored twice: %s and %s",
          head.sequence(),
          head.producerId(),
          before,
          fact);
    }
  }

  /** A group was moved: it may give up the same messages once more. */
  void beginAnew(int group) {
    givenUp.removeIf(settled -> settled.group() == group);
    dealtWith.removeIf(settled -> settled.group() == group);
  }

  /** Whether a message was replayed for another group than this. */
  boolean isPassed(int group, long offset) {
    return passed.contains(new Settled(group, offset));
  }

  private void addReplayed(Fact fact, JournalModel journal) {
    LetterReplay replay = Objects.requireNonNull(LetterReplay.read(fact.extensionBytes()));
    PartitionModel letters = journal.partition(replay.partition());
    Fact letter = letters.at(replay.offset());
    Violation.unless(
        letter != null
            && letter.has(FrameKind.FLAG_DEAD_LETTER)
            && hasRecordsOf(fact, letter, replay.offset()),
        "%s holds other messages than the letters from offset %d of partition %d",
        fact,
        replay.offset(),
        replay.partition());
    for (int i = 0; i < fact.recordCount(); i++) {
      Violation.unless(
          letters.dealtWith.add(new Settled(replay.dealtWith(), replay.offset() + i)),
          "letter %d of partition %d is replayed twice",
          replay.offset() + i,
          replay.partition());
      for (int group : replay.passed()) {
        passed.add(new Settled(group, fact.baseOffset() + i));
      }
    }
  }

  private void addReleased(Fact fact, JournalModel journal) {
    long origin = fact.extensionBytes().getLong();
    Violation.unless(released.add(origin), "the batch delayed at %d is released twice", origin);
    Fact delayed = journal.at(origin);
    BitSet cancelled = waiting.remove(origin);
    BitSet never = journal.neverOf(origin);
    if (cancelled != null) {
      never.andNot(cancelled);
    }
    Violation.unless(
        never.isEmpty(), "%s releases messages %s, which were never to come", fact, never);
    Violation.unless(
        delayed != null
            && cancelled != null
            && (cancelled.isEmpty()
                ? Objects.equals(delayed.batch(), fact.batch())
                : Rest.isOf(fact.head(), delayed.head(), cancelled)),
        "%s releases %s, which is something else without %s",
        fact,
        delayed,
        cancelled);
    Violation.unless(
        fact.head().deliverAtMillis() <= fact.timeMillis(), "%s is released too early", fact);
  }

  /** Whether the messages that were cut out are those that were published. */
  private static boolean hasRecordsOf(Fact letter, Fact origin, long offset) {
    BatchReader cut = open(letter);
    BatchReader whole = open(origin);
    for (int i = 0; i < letter.recordCount(); i++) {
      int inCut = letter.recordFirst() + i;
      int inWhole = origin.recordFirst() + (int) (offset - origin.baseOffset()) + i;
      if (!Rest.isSame(cut, inCut, whole, inWhole)) {
        return false;
      }
    }
    return cut.head().producerId() == whole.head().producerId()
        && cut.head().sequence() == whole.head().sequence();
  }

  private static BatchReader open(Fact fact) {
    return BatchReader.open(fact.head(), Decompressor.NONE, 0);
  }

  private void addDeadLetter(Fact fact, JournalModel journal) {
    ByteBuffer extension = fact.extensionBytes();
    int group = extension.getInt();
    int partition = extension.getInt();
    long offset = extension.getLong();
    Fact origin = journal.partition(partition).at(offset);
    Violation.unless(
        origin != null && hasRecordsOf(fact, origin, offset),
        "%s holds other messages than its origin, offset %d of partition %d",
        fact,
        offset,
        partition);
    for (long each = offset; each < offset + fact.recordCount(); each++) {
      Violation.unless(
          givenUp.add(new Settled(group, each)),
          "offset %d of partition %d is given up twice by group %d",
          each,
          partition,
          group);
    }
  }
}
