package io.feige.protocol.command;

import io.feige.protocol.model.Range;

/**
 * Asks a node what its replicas had to cut and keep, the newest first. It answers whether or not it
 * serves.
 *
 * @param limit the most files that are named, 1 to {@link #MAX_LIMIT}
 */
public record ListSalvage(int limit) implements Request {
  /** The most files that an answer names. */
  public static final int MAX_LIMIT = 1_000;

  /**
   * Refuses another number.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public ListSalvage {
    Range.require("limit", limit, 1, MAX_LIMIT);
  }

  @Override
  public CommandType type() {
    return CommandType.SALVAGE;
  }
}
