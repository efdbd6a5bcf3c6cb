package io.feige.broker.core.state;

import io.feige.protocol.model.ChannelRule;
import io.feige.protocol.model.IdentityRule;

/** What mailboxes take of the heap, at most, in bytes; tests measure it with real ones. */
public final class MailCost {
  /** A mailbox without the owner's identity and messages. */
  public static final int MAILBOX_BYTES = 288;

  /** A message in a mailbox: a ring has up to twice the places that it needs. */
  public static final int MESSAGE_BYTES = 16;

  /** A filter's end, each of its levels, and each 64 characters. */
  public static final int FILTER_BYTES = 256;

  /** What a message begins at most: a mailbox with the longest name, and itself. */
  public static final int MOST_OF_A_MESSAGE =
      MAILBOX_BYTES + 2 * IdentityRule.MAX_BYTES + MESSAGE_BYTES;

  /** So many characters of a filter count as a level. */
  private static final int LONG = 64;

  private MailCost() {}

  /** An empty mailbox of an owner. */
  public static long ofMailbox(String identity) {
    return MAILBOX_BYTES + 2L * identity.length();
  }

  /** A subscription of a mailbox. */
  public static long ofFilter(String filter) {
    long units = 1L + ChannelRule.levels(filter).length + filter.length() / LONG;
    return FILTER_BYTES * units;
  }
}
