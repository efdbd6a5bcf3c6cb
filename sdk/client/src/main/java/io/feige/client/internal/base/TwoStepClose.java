package io.feige.client.internal.base;

/**
 * Something whose closing takes time that others need not wait for: many are closed at once by
 * beginning with all of them.
 */
public interface TwoStepClose extends AutoCloseable {
  /** Begins to close, without waiting. */
  void beginClose();

  /** Begins if that was not done, and waits until it is closed, or its time is over. */
  @Override
  void close();
}
