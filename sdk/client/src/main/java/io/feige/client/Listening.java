package io.feige.client;

/** A handler at work. */
public interface Listening extends AutoCloseable {
  /**
   * Whether messages are still being handled. False once closed, or once the broker has refused the
   * consumer for good.
   */
  boolean isOpen();

  /**
   * Takes no new messages, waits for the handlers that run and for their verdicts, at most for the
   * client's close timeout, and gives the rest back to the broker.
   */
  @Override
  void close();
}
