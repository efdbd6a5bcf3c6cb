package io.feige.protocol.command;

import io.feige.protocol.model.Subscriber;
import java.util.List;

/**
 * Answer to {@link ListSubscribers}: one page.
 *
 * @param next the next page begins behind this filter or identity; empty: this is the last one
 */
public record SubscriberList(List<Subscriber> subscribers, String next) implements Result {
  /** Takes a copy of the list. */
  public SubscriberList {
    subscribers = List.copyOf(subscribers);
  }

  @Override
  public CommandType type() {
    return CommandType.SUBSCRIBERS;
  }
}
