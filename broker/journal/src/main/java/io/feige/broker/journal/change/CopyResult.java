package io.feige.broker.journal.change;

/**
 * What became of bytes that another journal's replica was to take.
 *
 * @param cause why not, in words; empty if it was done
 */
public record CopyResult(Kind kind, String cause) {
  /** What became of them. */
  public enum Kind {
    /** They are written. */
    DONE,
    /** They are not what the other journal holds, or cannot be what this one lacks. */
    DAMAGED,
    /** The disk is full; the same bytes can be offered again later. */
    FULL
  }

  public static final CopyResult DONE = new CopyResult(Kind.DONE, "");

  public static CopyResult damaged(String cause) {
    return new CopyResult(Kind.DAMAGED, cause);
  }

  public static CopyResult full(String cause) {
    return new CopyResult(Kind.FULL, cause);
  }

  /** Whether everything was taken. */
  public boolean isDone() {
    return kind == Kind.DONE;
  }
}
