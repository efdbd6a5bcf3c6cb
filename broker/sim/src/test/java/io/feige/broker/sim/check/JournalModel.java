package io.feige.broker.sim.check;

import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.journal.Journal;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every frame that was appended and not lost, beside the journal itself: after a restart the
 * journal must hold a beginning of these that reaches at least to what was promised, and nothing
 * else.
 */
public final class JournalModel {
  private static final int DELETED = 3;

  private final List<Fact> facts = new ArrayList<>();
  private final TreeMap<Long, Fact> byPosition = new TreeMap<>();
  private final TreeMap<Integer, PartitionModel> partitions = new TreeMap<>();
  private final Map<Long, Long> startOfGroups = new HashMap<>();
  private final Map<Long, BitSet> cancelled = new HashMap<>();
  private long promised;

  /** A frame was given its place. */
  public void appended(RecordDraft draft, long epoch, long timeMillis, long position) {
    Violation.unless(position == end(), "a frame at %d, the journal ends at %d", position, end());
    boolean isCopy = (draft.flags() & FrameKind.FLAG_CARRIED) != 0;
    long last = isCopy ? 0 : lastStamp();
    Violation.unless(
        timeMillis >= last, "the stamp at %d is %d, after %d", position, timeMillis, last);
    add(Fact.of(draft, epoch, timeMillis, position));
  }

  /** A copy has the stamp of what it is a copy of. */
  private long lastStamp() {
    for (Fact fact : facts.reversed()) {
      if (!fact.has(FrameKind.FLAG_CARRIED)) {
        return fact.timeMillis();
      }
    }
    return 0;
  }

  private void add(Fact fact) {
    facts.add(fact);
    byPosition.put(fact.position(), fact);
    partition(fact.partition()).add(fact, this);
    if (fact.kind() == FrameKind.GROUP) {
      addGroup(fact.extensionBytes());
    }
  }

  private void addGroup(ByteBuffer extension) {
    if (extension.get() != DELETED) {
      int group = extension.getInt();
      partitions.values().forEach(partition -> partition.beginAnew(group));
      int generation = extension.getInt();
      startOfGroups.put(key(group, generation), extension.getLong());
    }
  }

  private static long key(int group, int generation) {
    return ((long) group << 32) | generation;
  }

  /** Where a generation of a group began. */
  long startOf(int group, int generation) {
    return startOfGroups.getOrDefault(key(group, generation), 0L);
  }

  public long end() {
    return facts.isEmpty() ? 0 : facts.getLast().end();
  }

  int size() {
    return facts.size();
  }

  List<Fact> facts() {
    return facts;
  }

  @Nullable Fact at(long position) {
    return byPosition.get(position);
  }

  /** The frame that a byte of the journal belongs to. */
  @Nullable Fact holding(long position) {
    Map.Entry<Long, Fact> floor = byPosition.floorEntry(position);
    return floor != null && position < floor.getValue().end() ? floor.getValue() : null;
  }

  PartitionModel partition(int id) {
    return partitions.computeIfAbsent(id, PartitionModel::new);
  }

  /** Somebody was told something that is only true as long as the journal reaches so far. */
  public void promise(long position) {
    promised = Math.max(promised, position);
  }

  /** Somebody was told that a message never comes. */
  void promiseNever(long id, int index) {
    cancelled.computeIfAbsent(id, _ -> new BitSet()).set(index);
  }

  /** Which messages of a batch never come, as somebody was told. */
  BitSet neverOf(long id) {
    BitSet told = cancelled.get(id);
    return told == null ? new BitSet() : (BitSet) told.clone();
  }

  long promised() {
    return promised;
  }

  /**
   * Compares what a restarted node found, and forgets what it did not find.
   *
   * @param atLeast what must have survived besides what was promised
   */
  public void recovered(Journal journal, long atLeast) {
    long end = journal.end();
    Violation.unless(
        end >= promised, "the journal ends at %d, promised was up to %d", end, promised);
    Violation.unless(end >= atLeast, "the journal ends at %d, safe was up to %d", end, atLeast);
    Violation.unless(end <= end(), "the journal ends at %d, appended was up to %d", end, end());
    if (end < end()) {
      forgetFrom(end);
    }
    compare(journal);
  }

  private void forgetFrom(long end) {
    List<Fact> kept = facts.stream().filter(fact -> fact.position() < end).toList();
    facts.clear();
    byPosition.clear();
    partitions.clear();
    kept.forEach(this::add);
    Violation.unless(end() == end, "the journal ends at %d, in the middle of a frame", end);
  }

  /** Every stored frame says what was appended there. */
  public void compare(Journal journal) {
    long at = journal.start();
    while (at < journal.written()) {
      Fact fact = byPosition.get(at);
      Violation.unless(fact != null, "a frame at %d, where none was appended", at);
      compare(journal.reader().frameAt(at), fact);
      at += fact == null ? 0 : fact.length();
    }
  }

  void compare(StoredFrame frame, @Nullable Fact fact) {
    Violation.unless(
        fact != null
            && frame.length() == fact.length()
            && frame.problem() == null
            && Fact.hashOf(frame) == fact.hash(),
        "the stored frame at %d is not what was appended: %s",
        frame.position(),
        fact);
  }
}
