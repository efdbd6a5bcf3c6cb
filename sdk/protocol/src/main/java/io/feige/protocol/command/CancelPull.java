package io.feige.protocol.command;

/**
 * Ends a parked pull of the same connection.
 *
 * @param pull correlation id of the pull
 */
public record CancelPull(int pull) implements Request {
  @Override
  public CommandType type() {
    return CommandType.CANCEL_PULL;
  }
}
