package io.feige.protocol.model;

/** Why a message went to the dead letters, where nobody has rejected it. */
public final class LetterReason {
  /** What stands for the reason of a last try whose lease ended without a verdict. */
  public static final String LEASE_ENDED = "its lease ended";

  private LetterReason() {}

  /**
   * It was tried too often.
   *
   * @param last what was said of the last try; empty: nothing
   */
  public static String notSettled(int tries, String last) {
    return "not settled in "
        + tries
        + (tries == 1 ? " try" : " tries")
        + (last.isEmpty() ? "" : "; the last: " + last);
  }
}
