package io.feige.access;

/**
 * Something that was done or tried and that somebody may ask about later. No secret stands in it.
 *
 * @param who did it
 * @param from which address
 * @param what was done to what
 * @param before how it was; empty: there was nothing, or it is not known
 * @param after how it was to become; empty: as what says
 * @param outcome {@code done}, or why not
 */
public record AuditEntry(
    String who, String from, String what, String before, String after, String outcome) {
  /** What an entry says that was done. */
  public static final String DONE = "done";

  /** Something without a state before and after it. */
  public static AuditEntry of(String who, String from, String what, String outcome) {
    return new AuditEntry(who, from, what, "", "", outcome);
  }

  boolean isDone() {
    return outcome.equals(DONE);
  }
}
