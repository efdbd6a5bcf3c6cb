package io.feige.client;

/** What a listener does with each message. */
@FunctionalInterface
public interface Handler {
  /**
   * Handles one message and says what becomes of it. Runs on a listener thread and may block.
   *
   * @throws Exception whatever goes wrong; the message is then retried with the topic's back-off
   */
  Verdict handle(Delivery delivery) throws Exception;
}
