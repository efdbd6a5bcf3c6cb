package io.feige.broker.sim.cluster.node;

import io.feige.broker.journal.Journal;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.segment.SegmentChain;
import io.feige.broker.sim.disk.SimDisk;
import io.feige.broker.sim.world.Chance;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.util.ArrayList;
import java.util.List;

/** Damages what a replica has stored, where nobody notices who does not check whole batches. */
final class Rot {
  private static final int MOST_PLACES = 5;

  /** Damage in the last two segments keeps a process from starting. */
  private static final int CHECKED_AT_START = 2;

  private record Spot(String file, long at) {}

  private final Journal journal;
  private final SimDisk disk;
  private final Chance chance;

  Rot(Journal journal, SimDisk disk, Chance chance) {
    this.journal = journal;
    this.disk = disk;
    this.chance = chance;
  }

  /**
   * Flips bits in batches of sealed segments.
   *
   * @param below only what ends at or below
   * @return how many; 0: there is nothing to damage
   */
  int spread(long below) {
    List<Spot> spots = spots(below);
    int count = spots.isEmpty() ? 0 : chance.between(1, MOST_PLACES);
    for (int i = 0; i < count; i++) {
      Spot spot = chance.of(spots);
      disk.flipBit(spot.file(), spot.at(), chance.between(0, 7));
    }
    return count;
  }

  private List<Spot> spots(long below) {
    List<Long> firsts = SegmentChain.firsts(disk.names());
    List<Spot> spots = new ArrayList<>();
    for (int i = 0; i + CHECKED_AT_START < firsts.size(); i++) {
      long end = firsts.get(i + 1);
      if (firsts.get(i) >= journal.start() && end <= below) {
        add(firsts.get(i), end, spots);
      }
    }
    return spots;
  }

  private void add(long first, long end, List<Spot> spots) {
    long position = first;
    while (position < end) {
      StoredFrame frame = journal.reader().frameAt(position);
      if (frame.kind() == FrameKind.MESSAGES) {
        int at = chance.between(BatchHead.HEADER_BYTES, frame.batchLength() - 1);
        long batchAt = position + frame.length() - frame.batchLength();
        spots.add(
            new Spot(SegmentHeader.nameOf(first), batchAt - first + SegmentHeader.BYTES + at));
      }
      position += frame.length();
    }
  }
}
