package io.feige.admin.stored;

/** The message store has no answer now. */
public final class UnreadableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean isSlow;

  /**
   * Without a stack: it says nothing about this process.
   *
   * @param place of the database
   * @param isSlow whether it is there, and needs longer than anybody waits
   */
  UnreadableException(String place, boolean isSlow) {
    super(place, null, false, false);
    this.isSlow = isSlow;
  }

  /** Which database it is. */
  public String place() {
    return String.valueOf(getMessage());
  }

  /** Whether it is there, and needs longer than anybody waits. */
  public boolean isSlow() {
    return isSlow;
  }
}
