package io.feige.protocol.command;

import io.feige.protocol.model.ReadFrom;

/** Moves a group; begins a new generation of its cursor. */
public record ResetGroup(String topic, String group, ReadFrom to) implements Request {
  @Override
  public CommandType type() {
    return CommandType.GROUP_RESET;
  }
}
