package io.feige.access;

/**
 * Something that was done or tried and that somebody may ask about later. No secret stands in it.
 *
 * @param kind in which file it is kept
 * @param who did it
 * @param from which address
 * @param what was done to what
 * @param before how it was; empty: there was nothing, or it is not known
 * @param after how it was to become; empty: as what says
 * @param outcome {@code done}, or why not
 */
public record AuditEntry(
    Kind kind, String who, String from, String what, String before, String after, String outcome) {
  /** What an entry says that was done. */
  public static final String DONE = "done";

  /** What an entry says of a change whose caller was not told what came of it. */
  public static final String UNKNOWN = "the outcome is not known";

  /** Whether somebody was let do what it asked. */
  public enum Kind {
    /** Somebody who may: a change that was made, or that could not be made. */
    CHANGE,
    /** Somebody who may not, or who did not come in. */
    REFUSED
  }

  boolean isDone() {
    return outcome.equals(DONE);
  }

  /** A change that somebody who may has asked for. */
  public static AuditEntry change(
      String who, String from, String what, String before, String after, String outcome) {
    return new AuditEntry(Kind.CHANGE, who, from, what, before, after, outcome);
  }

  /** A try of somebody who may not. */
  public static AuditEntry refused(String who, String from, String what, String outcome) {
    return new AuditEntry(Kind.REFUSED, who, from, what, "", "", outcome);
  }
}
