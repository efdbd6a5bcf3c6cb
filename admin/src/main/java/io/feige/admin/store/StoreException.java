package io.feige.admin.store;

/** The store cannot be reached, or did not say what came of a request. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
