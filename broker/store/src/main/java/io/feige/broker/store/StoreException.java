package io.feige.broker.store;

/** The store cannot be used as it is, and trying again changes nothing; the message says why. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreException(String message) {
    super(message);
  }
}
