package io.feige.protocol.command;

import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Range;
import java.util.List;

/**
 * Answer to {@link Settle}, given when its record is committed; at once if it needs none.
 *
 * @param stale offsets whose verdict came too late and did nothing. A message whose claim or start
 *     is stale is somebody else's and must not be handled
 * @param restMillis how long further verdicts may gather before the next are sent, as long as
 *     nobody waits for their outcome: each request costs the pair a record. 0 to {@value
 *     #MAX_REST_MILLIS}; 0 where messages wait until those before them are settled
 */
public record Settled(List<OffsetRange> stale, int restMillis) implements Result {
  /** The longest rest. */
  public static final int MAX_REST_MILLIS = 1_000;

  /**
   * Takes a copy of the list.
   *
   * @throws IllegalArgumentException if the rest is out of range
   */
  public Settled {
    Range.require("restMillis", restMillis, 0, MAX_REST_MILLIS);
    stale = List.copyOf(stale);
  }

  @Override
  public CommandType type() {
    return CommandType.SETTLE;
  }
}
