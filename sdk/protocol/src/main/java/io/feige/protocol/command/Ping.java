package io.feige.protocol.command;

/** Asks whether the other side is there. */
public record Ping() implements Request {
  @Override
  public CommandType type() {
    return CommandType.PING;
  }
}
