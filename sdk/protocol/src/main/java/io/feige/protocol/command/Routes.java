package io.feige.protocol.command;

import io.feige.protocol.model.PairRoute;
import java.util.List;

/**
 * Answer to {@link FindRoute}.
 *
 * @param version grows with each change
 * @param pairs every pair that has an active node
 */
public record Routes(long version, List<PairRoute> pairs) implements Result {
  /** Takes a copy of the list. */
  public Routes {
    pairs = List.copyOf(pairs);
  }

  @Override
  public CommandType type() {
    return CommandType.ROUTE;
  }
}
