package io.feige.broker.sim.check;

import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.frame.FrameKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
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
  private final Map<Sent, Fact> byProducer = new HashMap<>();
  private final Map<Integer, List<Long>> byKey = new HashMap<>();
  private final Set<Long> released = new HashSet<>();
  private final Set<Settled> givenUp = new HashSet<>();
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
    if (fact.kind() == FrameKind.DELAYED) {
      addSent(fact);
    } else if (fact.isMessages()) {
      addMessages(fact, journal);
    }
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
  }

  private void addReleased(Fact fact, JournalModel journal) {
    long origin = fact.extensionBytes().getLong();
    Violation.unless(released.add(origin), "the batch delayed at %d is released twice", origin);
    Fact delayed = journal.at(origin);
    Violation.unless(
        delayed != null
            && delayed.kind() == FrameKind.DELAYED
            && Objects.equals(delayed.batch(), fact.batch()),
        "%s releases %s, which is something else",
        fact,
        delayed);
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
      BatchRecord record = cut.record(inCut);
      BatchRecord published = whole.record(inWhole);
      boolean isSame =
          Arrays.equals(record.key(), published.key())
              && record.headers().equals(published.headers())
              && Arrays.equals(record.body(), published.body())
              && record.clientTimeMillis() == published.clientTimeMillis()
              && cut.head().keyHash(inCut) == whole.head().keyHash(inWhole)
              && cut.head().expiryMillis(inCut) == whole.head().expiryMillis(inWhole);
      if (!isSame) {
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
