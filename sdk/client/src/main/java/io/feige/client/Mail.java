package io.feige.client;

/**
 * A message of a mailbox.
 *
 * @param sequence its number in the mailbox: 1, 2, 3 and so on, without a gap
 * @param message the message; its key is the owner's identity
 */
public record Mail(long sequence, ReceivedMessage message) {
  /** The body read as UTF-8. */
  public String text() {
    return message.text();
  }
}
