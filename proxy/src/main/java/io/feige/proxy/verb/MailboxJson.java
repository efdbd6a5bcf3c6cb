package io.feige.proxy.verb;

import io.feige.client.MailboxState;

/**
 * A mailbox as it is told.
 *
 * @param held messages in it
 * @param acked its owner has dealt with everything up to this number
 * @param end number of its last message; 0: there was none yet
 * @param unread messages in it that are not acked
 * @param dropped messages that were not acked when they made room for others
 */
public record MailboxJson(
    String identity, String pair, int held, long acked, long end, long unread, long dropped) {
  /** This one. */
  public static MailboxJson of(MailboxState mailbox) {
    return new MailboxJson(
        mailbox.identity(),
        mailbox.pair(),
        mailbox.held(),
        mailbox.acked(),
        mailbox.end(),
        mailbox.unread(),
        mailbox.dropped());
  }
}
