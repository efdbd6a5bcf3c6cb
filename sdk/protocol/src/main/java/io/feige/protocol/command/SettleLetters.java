package io.feige.protocol.command;

import io.feige.protocol.model.LetterAction;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Range;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deals with dead letters of a topic. What was dealt with before is passed over, so that the same
 * request can be sent again.
 *
 * @param topic the one that they come from
 * @param letters offsets of the dead-letter topic, ascending, at most {@link #MAX_LETTERS} of them
 * @param edited a batch of one message that goes in the place of the only letter; null: as it is
 */
public record SettleLetters(
    String topic, LetterAction action, List<OffsetRange> letters, @Nullable ByteBuffer edited)
    implements Request {
  /** The most letters of one request. */
  public static final int MAX_LETTERS = 1_000;

  /**
   * Refuses no letters, more than {@link #MAX_LETTERS}, some that do not ascend, and an edited
   * message that does not stand for one that is replayed.
   *
   * @throws IllegalArgumentException naming the field
   */
  public SettleLetters {
    letters = List.copyOf(letters);
    long count = 0;
    long last = -1;
    for (OffsetRange range : letters) {
      if (range.first() <= last) {
        throw new IllegalArgumentException("letters must ascend");
      }
      last = range.last();
      count = Math.addExact(count, range.count());
    }
    Range.require("letters", count, 1, MAX_LETTERS);
    if (edited != null && (count != 1 || action != LetterAction.REPLAY)) {
      throw new IllegalArgumentException("edited: one letter is edited, to be replayed");
    }
  }

  @Override
  public CommandType type() {
    return CommandType.LETTER_SETTLE;
  }
}
