package io.feige.admin.drill;

/**
 * One thing that a drill is judged by.
 *
 * @param sentence what was seen, with figures; or what is waited for
 */
public record Check(Kind kind, State state, String sentence) {
  /** What is looked at, in the order in which it is decided. */
  public enum Kind {
    /** The other member served, and within the bound. */
    SERVED,
    /** All that was confirmed is there. */
    KEPT,
    /** The node that was ended is back and in sync. */
    RETURNED
  }

  /** How it is. */
  public enum State {
    WAITING,
    PASSED,
    FAILED,
    /** It cannot be told from what Admin sees. */
    SKIPPED
  }
}
