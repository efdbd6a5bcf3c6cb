package io.feige.protocol.command;

/** Deletes a group. */
public record DeleteGroup(String topic, String group) implements Request {
  @Override
  public CommandType type() {
    return CommandType.GROUP_DELETE;
  }
}
