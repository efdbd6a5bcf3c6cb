package io.feige.protocol.command;

/** Asks which nodes there are, also those that serve no pair now. */
public record ListNodes() implements Request {
  @Override
  public CommandType type() {
    return CommandType.NODES;
  }
}
