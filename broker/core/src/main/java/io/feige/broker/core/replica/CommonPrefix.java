package io.feige.broker.core.replica;

import io.feige.protocol.link.EpochStart;
import java.util.List;

/**
 * Up to where two journals are the same. An activation is one process that appends at one place, so
 * two journals that hold the same activation at the same position are the same up to there, and on
 * from there as far as both hold what that activation appended.
 */
final class CommonPrefix {
  private CommonPrefix() {}

  /**
   * The position up to which both are the same for certain; 0 if they have no activation in common.
   *
   * @param mine the activations in one journal, ascending
   * @param myEnd its end
   */
  static long end(List<EpochStart> mine, long myEnd, List<EpochStart> theirs, long theirEnd) {
    int i = mine.size() - 1;
    int j = theirs.size() - 1;
    while (i >= 0 && j >= 0) {
      long my = mine.get(i).epoch();
      long their = theirs.get(j).epoch();
      if (my == their && mine.get(i).position() == theirs.get(j).position()) {
        return Math.min(endOf(mine, i, myEnd), endOf(theirs, j, theirEnd));
      }
      if (my >= their) {
        i--;
      }
      if (their >= my) {
        j--;
      }
    }
    return 0;
  }

  private static long endOf(List<EpochStart> epochs, int index, long end) {
    return index + 1 < epochs.size() ? Math.min(epochs.get(index + 1).position(), end) : end;
  }
}
