package io.feige.protocol.model;

/**
 * A mailbox as it is now. Its messages are numbered from 1 on, without a gap.
 *
 * @param identity whose it is
 * @param held messages in it: those up to {@code end}, and no others
 * @param acked the owner has dealt with everything up to this sequence
 * @param end sequence of its last message; 0: there was none yet
 * @param dropped messages that were not acked when they made room for others
 */
public record MailboxDescription(String identity, int held, long acked, long end, long dropped) {
  /** How many messages in it are not acked. */
  public long unread() {
    return Math.min(held, end - acked);
  }
}
