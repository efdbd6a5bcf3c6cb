package io.feige.protocol.command;

/** Asks a node what it is like right now. It answers whether or not it serves. */
public record GetVitals() implements Request {
  @Override
  public CommandType type() {
    return CommandType.VITALS;
  }
}
