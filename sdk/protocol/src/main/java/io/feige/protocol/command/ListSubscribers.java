package io.feige.protocol.command;

import io.feige.protocol.model.Range;

/**
 * Asks for subscriptions, a page at a time: those of one mailbox, by filter, or those with one
 * filter, by identity.
 *
 * @param identity whose mailbox; empty: of all
 * @param filter the only one that is wanted; empty: all of one mailbox
 * @param after the page begins behind this filter or identity; empty: with the first
 * @param limit the most subscriptions on the page, 1 to {@link #MAX_LIMIT}
 */
public record ListSubscribers(String topic, String identity, String filter, String after, int limit)
    implements Request {
  /** The most subscriptions that a page has. */
  public static final int MAX_LIMIT = 1_000;

  /**
   * Refuses a page of another length, and a question for everything.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public ListSubscribers {
    Range.require("limit", limit, 1, MAX_LIMIT);
    if (identity.isEmpty() == filter.isEmpty()) {
      throw new IllegalArgumentException("either identity or filter is given, and not both");
    }
  }

  @Override
  public CommandType type() {
    return CommandType.SUBSCRIBERS;
  }
}
