package io.feige.broker.journal.fault;

/** The disk is full. Nothing was changed, and the same call works once there is room. */
public final class JournalFullException extends JournalException {
  private static final long serialVersionUID = 1L;

  public JournalFullException(String message) {
    super(message);
  }
}
