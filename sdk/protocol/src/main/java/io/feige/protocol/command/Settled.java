package io.feige.protocol.command;

import io.feige.protocol.model.OffsetRange;
import java.util.List;

/**
 * Answer to {@link Settle}, given when its record is committed; at once if it needs none.
 *
 * @param stale offsets whose verdict came too late and did nothing. A message whose claim or start
 *     is stale is somebody else's and must not be handled
 */
public record Settled(List<OffsetRange> stale) implements Result {
  /** Takes a copy of the list. */
  public Settled {
    stale = List.copyOf(stale);
  }

  @Override
  public CommandType type() {
    return CommandType.SETTLE;
  }
}
