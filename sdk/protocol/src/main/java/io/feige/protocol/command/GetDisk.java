package io.feige.protocol.command;

/**
 * Asks a node who holds how much of a pair's journal. It answers whether or not it serves the pair.
 *
 * @param limit so many holders at most, 1 to {@link #MAX_LIMIT}
 */
public record GetDisk(int limit) implements Request {
  /** As many holders as one answer may list. */
  public static final int MAX_LIMIT = 1_000;

  /** Checks the limit. */
  public GetDisk {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", not " + limit);
    }
  }

  @Override
  public CommandType type() {
    return CommandType.DISK;
  }
}
