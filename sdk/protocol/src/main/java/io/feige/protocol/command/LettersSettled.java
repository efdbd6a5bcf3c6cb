package io.feige.protocol.command;

import io.feige.protocol.model.Range;

/**
 * Answer to {@link SettleLetters}: it is confirmed.
 *
 * @param done letters that were dealt with
 * @param passed letters that were dealt with before, are not held any more, or, when replayed, are
 *     past their time to live; the last stay open
 * @param left letters that stay open because they cannot be replayed
 * @param why the first of these cannot; empty: there are none
 * @param next the first letter that there was no time for; 0: there was for all
 */
public record LettersSettled(int done, int passed, int left, String why, long next)
    implements Result {
  /**
   * Refuses numbers below 0.
   *
   * @throws IllegalArgumentException naming the field
   */
  public LettersSettled {
    Range.requireNotNegative("done", done);
    Range.requireNotNegative("passed", passed);
    Range.requireNotNegative("left", left);
    Range.requireNotNegative("next", next);
  }

  @Override
  public CommandType type() {
    return CommandType.LETTER_SETTLE;
  }
}
