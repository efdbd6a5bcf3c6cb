package io.feige.client;

/** What a listener does with each message. */
@FunctionalInterface
public interface Handler {
  /**
   * Handles one message and says what becomes of it. Runs on a thread that the listeners of the
   * process share, and may block.
   *
   * @return what becomes of it; null is a failure, as an exception is
   * @throws Exception whatever goes wrong; the message is then retried with the topic's back-off
   */
  Verdict handle(Delivery delivery) throws Exception;
}
