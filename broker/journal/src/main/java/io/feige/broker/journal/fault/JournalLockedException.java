package io.feige.broker.journal.fault;

/** Another process, or another journal of this process, has the directory open. */
public final class JournalLockedException extends JournalException {
  private static final long serialVersionUID = 1L;

  public JournalLockedException(String directory) {
    super("JOURNAL-1011 the journal " + directory + " is in use by another process");
  }
}
