package io.feige.protocol.command;

import io.feige.protocol.model.Range;

/**
 * Asks a node who is connected to it, in the order in which they came, a page at a time. It answers
 * whether or not it serves a pair.
 *
 * @param after the page begins behind the connection of this number; 0: at the first
 * @param limit the most clients on the page, 1 to {@link #MAX_LIMIT}
 */
public record ListClients(long after, int limit) implements Request {
  /** The most clients that a page has. */
  public static final int MAX_LIMIT = 1_000;

  /**
   * Refuses a page of another length.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public ListClients {
    Range.require("limit", limit, 1, MAX_LIMIT);
  }

  @Override
  public CommandType type() {
    return CommandType.CLIENTS;
  }
}
