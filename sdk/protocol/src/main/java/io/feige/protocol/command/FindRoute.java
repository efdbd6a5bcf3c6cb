package io.feige.protocol.command;

/**
 * Asks who serves which pair; waits for news if asked to.
 *
 * @param knownVersion version of the routes the caller has, 0: none
 * @param waitMillis answer not before the routes are newer, but after so long at the latest
 */
public record FindRoute(long knownVersion, int waitMillis) implements Request {
  @Override
  public CommandType type() {
    return CommandType.ROUTE;
  }
}
