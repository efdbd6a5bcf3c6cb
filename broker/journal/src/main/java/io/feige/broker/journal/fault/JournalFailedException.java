package io.feige.broker.journal.fault;

/**
 * A write or fsync failed, or the files could not be read. The journal does nothing any more: after
 * a failed fsync nobody knows what the disk holds, and asking again would lie. Open it anew.
 */
public final class JournalFailedException extends JournalException {
  private static final long serialVersionUID = 1L;

  public JournalFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
