package io.feige.protocol.link;

import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.model.Range;
import java.util.List;

/**
 * A replica wants to copy.
 *
 * @param pair whose replica it is
 * @param from who it is
 * @param epoch the highest it knows
 * @param history the activations in its journal, ascending; the oldest may be missing
 * @param end position behind its last byte; 0: it holds nothing
 * @param deathMark of its process; {@link Death#NONE}: nobody watches it
 */
public record Join(
    String pair, Member from, long epoch, List<EpochStart> history, long end, String deathMark)
    implements LinkMessage {
  /** The longest history that is sent. */
  public static final int MAX_HISTORY = 1_024;

  /**
   * Takes a copy of the list and refuses what is out of range or order.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Join {
    Range.requireName("pair", pair);
    if (from.isNone()) {
      throw new IllegalArgumentException("nobody joins");
    }
    Range.requireNotNegative("epoch", epoch);
    Range.requireNotNegative("end", end);
    Death.require("deathMark", deathMark);
    Range.require("length of history", history.size(), 0, MAX_HISTORY);
    history = List.copyOf(history);
    for (int i = 1; i < history.size(); i++) {
      requireAscending(history.get(i - 1), history.get(i));
    }
  }

  /** The wish of a process that nobody watches. */
  public Join(String pair, Member from, long epoch, List<EpochStart> history, long end) {
    this(pair, from, epoch, history, end, Death.NONE);
  }

  private static void requireAscending(EpochStart before, EpochStart after) {
    if (after.epoch() <= before.epoch() || after.position() <= before.position()) {
      throw new IllegalArgumentException("history: " + after + " follows " + before);
    }
  }
}
