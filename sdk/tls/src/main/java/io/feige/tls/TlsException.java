package io.feige.tls;

/** The certificates that were configured cannot be used; the message says which file and why. */
public final class TlsException extends Exception {
  private static final long serialVersionUID = 1L;

  TlsException(String message) {
    super(message);
  }

  TlsException(String message, Throwable cause) {
    super(message, cause);
  }
}
