package io.feige.protocol.command;

/** Asks a node for its settings and where each comes from. It answers whether or not it serves. */
public record GetSettings() implements Request {
  @Override
  public CommandType type() {
    return CommandType.SETTINGS;
  }
}
