package io.feige.broker.core.port;

/**
 * The journal cannot do what was asked of it. No decision goes on after that: the replica is
 * fenced.
 */
public abstract class JournalFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected JournalFault(String message) {
    super(message);
  }

  protected JournalFault(String message, Throwable cause) {
    super(message, cause);
  }
}
