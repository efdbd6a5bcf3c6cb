package io.feige.client;

/**
 * A mailbox as it is now.
 *
 * @param identity whose it is
 * @param pair the pair that has it
 * @param held messages in it: the last so many up to {@code end}
 * @param acked its owner has dealt with everything up to this sequence
 * @param end sequence of its last message; 0: there was none yet
 * @param dropped messages that were not acked when they made room for others
 */
public record MailboxState(
    String identity, String pair, int held, long acked, long end, long dropped) {
  /** How many messages in it are not acked. */
  public long unread() {
    return Math.min(held, end - acked);
  }
}
