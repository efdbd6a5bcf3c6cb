package io.feige.protocol.command;

import io.feige.protocol.model.OffsetRange;
import java.util.List;

/**
 * Answer to {@link ListLetters}: one page.
 *
 * @param letters offsets of the dead-letter topic, ascending; some may hold nothing any more
 * @param next the {@code from} of the next page; 0: this is the last one
 */
public record LetterList(List<OffsetRange> letters, long next) implements Result {
  /** Takes a copy of the list. */
  public LetterList {
    letters = List.copyOf(letters);
  }

  @Override
  public CommandType type() {
    return CommandType.LETTER_LIST;
  }
}
