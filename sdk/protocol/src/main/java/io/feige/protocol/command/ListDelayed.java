package io.feige.protocol.command;

import io.feige.protocol.model.DelayedPlace;
import io.feige.protocol.model.Range;

/**
 * Asks which messages of a topic wait for their time, in the order in which they are due, a page at
 * a time.
 *
 * @param limit the most messages on the page, 1 to {@link #MAX_LIMIT}
 * @param from where the page begins
 * @param showsKeys whether messages are shown with their keys; not on the wire, since the node
 *     knows who may see them
 */
public record ListDelayed(String topic, int limit, DelayedPlace from, boolean showsKeys)
    implements Request {
  /** The most messages that a page has. */
  public static final int MAX_LIMIT = 1_000;

  /**
   * Refuses a page of another length.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public ListDelayed {
    Range.require("limit", limit, 1, MAX_LIMIT);
  }

  /** Asks for all there is to see. */
  public ListDelayed(String topic, int limit, DelayedPlace from) {
    this(topic, limit, from, true);
  }

  /** The same for somebody who may not have the messages. */
  public ListDelayed withoutKeys() {
    return new ListDelayed(topic, limit, from, false);
  }

  @Override
  public CommandType type() {
    return CommandType.DELAYED_LIST;
  }
}
