package io.feige.broker.journal.live;

import io.feige.broker.journal.segment.JournalReader;
import io.feige.protocol.model.DiskHolderKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Puts those first who hold most of the journal, and looks up since when, a little at a time. Where
 * nothing is carried forward, those hold most who need the oldest of it; else, those who need the
 * most bytes. Loop thread only.
 */
final class Ranking {
  /** So many are listed at most. */
  private static final int MAX_LISTED = 1_000;

  /** Looking at a frame may wait for the disk, and counts as so many sums. */
  private static final int STEPS_PER_FRAME = 128;

  private static final Comparator<Tally> MOST_BYTES =
      Comparator.comparingLong(Tally::bytes).reversed();

  private static final Comparator<Tally> OLDEST =
      Comparator.comparingLong(Tally::position).thenComparing(MOST_BYTES);

  private final Iterator<Tally> toRank;
  private final Comparator<Tally> mostFirst;
  private final PriorityQueue<Tally> kept;
  private final Map<DiskHolderKind, Tally> sums = new EnumMap<>(DiskHolderKind.class);
  private final List<Tally> toDate = new ArrayList<>();
  private final List<Holding> dated = new ArrayList<>();
  private final Map<Long, Long> datesBefore;
  private final Map<Long, Long> dates = new HashMap<>();
  private int all;

  /**
   * @param toRank all sums; those of nothing are passed over
   * @param datesBefore when frames were stored, by position, as was looked up before
   */
  Ranking(Iterator<Tally> toRank, boolean isCarried, Map<Long, Long> datesBefore) {
    this.toRank = toRank;
    this.mostFirst = isCarried ? MOST_BYTES : OLDEST;
    this.kept = new PriorityQueue<>(mostFirst.reversed());
    this.datesBefore = datesBefore;
  }

  boolean isDone() {
    return !toRank.hasNext() && dated.size() == toDate.size();
  }

  /** Goes on; returns how much work that was. */
  int step(JournalReader reader, int maxSteps) {
    return toRank.hasNext() ? rank(maxSteps) : date(reader);
  }

  private int rank(int maxSteps) {
    int steps = 0;
    while (steps < maxSteps && toRank.hasNext()) {
      rank(toRank.next());
      steps++;
    }
    if (!toRank.hasNext()) {
      toDate.addAll(kept);
      toDate.sort(mostFirst);
      toDate.addAll(sums.values());
    }
    return steps;
  }

  private void rank(Tally tally) {
    if (tally.bytes() == 0) {
      return;
    }
    all++;
    sums.computeIfAbsent(tally.kind(), Tally::ofAll).add(tally);
    kept.add(tally);
    if (kept.size() > MAX_LISTED) {
      kept.remove();
    }
  }

  private int date(JournalReader reader) {
    Tally tally = toDate.get(dated.size());
    long position = tally.position();
    Long known = dates.getOrDefault(position, datesBefore.get(position));
    long millis = known == null ? reader.timeAt(position) : known;
    dates.put(position, millis);
    dated.add(tally.holding(millis));
    return known == null ? STEPS_PER_FRAME : 1;
  }

  /** When frames were stored, by position. */
  Map<Long, Long> dates() {
    return dates;
  }

  /** What came of it. */
  HoldingTable table(long number) {
    int listed = kept.size();
    return new HoldingTable(
        number, dated.subList(0, listed), all, dated.subList(listed, dated.size()));
  }
}
