package io.feige.broker.journal.fault;

import io.feige.broker.core.port.JournalFault;

/** The journal cannot do what was asked; the subclasses differ in what a caller has to do. */
public abstract sealed class JournalException extends JournalFault
    permits JournalCorruptException,
        JournalFailedException,
        JournalFullException,
        JournalLockedException {
  private static final long serialVersionUID = 1L;

  JournalException(String message) {
    super(message);
  }

  JournalException(String message, Throwable cause) {
    super(message, cause);
  }
}
