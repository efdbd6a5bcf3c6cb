package io.feige.protocol.command;

/** Answer to {@link Ping}. */
public record Pong() implements Result {
  @Override
  public CommandType type() {
    return CommandType.PING;
  }
}
