package io.feige.protocol.command;

import io.feige.protocol.model.Range;

/**
 * Asks which mailboxes of a topic are here, by identity, a page at a time.
 *
 * @param identity the only one that is wanted; empty for all
 * @param after the page begins behind this identity; empty: with the first
 * @param limit the most mailboxes on the page, 1 to {@link #MAX_LIMIT}
 */
public record ListMailboxes(String topic, String identity, String after, int limit)
    implements Request {
  /** The most mailboxes that a page has. */
  public static final int MAX_LIMIT = 1_000;

  /**
   * Refuses a page of another length.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public ListMailboxes {
    Range.require("limit", limit, 1, MAX_LIMIT);
  }

  @Override
  public CommandType type() {
    return CommandType.MAILBOX_LIST;
  }
}
