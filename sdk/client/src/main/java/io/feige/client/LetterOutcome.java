package io.feige.client;

/**
 * What became of dead letters that were to be replayed or dropped.
 *
 * @param done letters that this call dealt with
 * @param passed letters that had been dealt with before, maybe by a first try of this call whose
 *     answer was lost; that are not held any more; or, when replayed, whose time to live is over,
 *     which stay open
 * @param left letters that stay open because they cannot be replayed: their group is no more, they
 *     were published to the dead-letter topic, or all that is left of them is a row of the message
 *     store from before it said where letters come from
 * @param why the first of these cannot be replayed; empty: there are none
 */
public record LetterOutcome(int done, int passed, int left, String why) {
  /** Nothing was to be done. */
  public static final LetterOutcome NOTHING = new LetterOutcome(0, 0, 0, "");

  /** This one, and another one after it. */
  public LetterOutcome and(LetterOutcome after) {
    return new LetterOutcome(
        done + after.done,
        passed + after.passed,
        left + after.left,
        why.isEmpty() ? after.why : why);
  }
}
