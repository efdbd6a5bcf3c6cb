package io.feige.broker.core.replica;

import java.util.ArrayList;
import java.util.List;

/**
 * The store that two nodes share in a play: the rows of frames, the epoch that may write, and the
 * one whose journal the rows are of.
 */
final class PlayStore {
  private final List<Long> frames = new ArrayList<>();
  private final boolean[] isCut = new boolean[2];
  private long claimed;
  private long filled;

  void cut(int node, boolean newIsCut) {
    isCut[node] = newIsCut;
  }

  boolean reaches(int node) {
    return !isCut[node];
  }

  long end() {
    return (long) frames.size() * FakeJournal.FRAME;
  }

  List<Long> frames() {
    return List.copyOf(frames);
  }

  /** A tail begins. */
  boolean claim(long epoch) {
    if (claimed > epoch) {
      return false;
    }
    claimed = epoch;
    filled = epoch;
    return true;
  }

  boolean isOf(long epoch) {
    return claimed == epoch;
  }

  /** A transaction of a tail; refused, all of it, if another epoch may write. */
  boolean write(long epoch, long position, List<Long> rows) {
    if (claimed != epoch) {
      return false;
    }
    // What is there already stays.
    int known = (int) ((end() - position) / FakeJournal.FRAME);
    frames.addAll(rows.subList(Math.min(known, rows.size()), rows.size()));
    return true;
  }

  /** What became of an attempt to take over. */
  enum Claim {
    TAKEN,
    OWN,
    REFUSED
  }

  Claim takeOver(long epoch, long own) {
    if (claimed > epoch) {
      return Claim.REFUSED;
    }
    claimed = epoch;
    if (filled <= own) {
      return Claim.OWN;
    }
    filled = epoch;
    return Claim.TAKEN;
  }
}
