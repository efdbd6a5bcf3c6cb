package io.feige.protocol.command;

/** Asks a node how it is. */
public record GetStatus() implements Request {
  @Override
  public CommandType type() {
    return CommandType.STATUS;
  }
}
