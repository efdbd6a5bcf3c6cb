package io.feige.protocol.command;

import io.feige.protocol.model.Range;

/**
 * Asks which dead letters of a topic nobody has dealt with yet, a page at a time.
 *
 * @param topic the one that they come from
 * @param from the first offset of the dead-letter topic that is of interest
 * @param limit the most ranges of offsets on the page, 1 to {@link #MAX_LIMIT}
 */
public record ListLetters(String topic, long from, int limit) implements Request {
  /** The most ranges that a page has. */
  public static final int MAX_LIMIT = 1_000;

  /**
   * Refuses a negative offset, and a page of another length.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public ListLetters {
    Range.requireNotNegative("from", from);
    Range.require("limit", limit, 1, MAX_LIMIT);
  }

  @Override
  public CommandType type() {
    return CommandType.LETTER_LIST;
  }
}
