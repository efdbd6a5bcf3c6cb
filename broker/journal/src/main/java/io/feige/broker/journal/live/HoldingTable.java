package io.feige.broker.journal.live;

import java.util.List;

/**
 * Who needs the journal, as the last look through all of it found.
 *
 * @param number which look it was; 0: there was none yet
 * @param first those that hold most, first; at most 1,000
 * @param all how many there are
 * @param sums all of a kind together, those of which there are any
 */
public record HoldingTable(long number, List<Holding> first, int all, List<Holding> sums) {
  /** Nothing was looked at yet. */
  public static final HoldingTable NONE = new HoldingTable(0, List.of(), 0, List.of());

  public HoldingTable {
    first = List.copyOf(first);
    sums = List.copyOf(sums);
  }
}
