package io.feige.protocol.command;

import io.feige.protocol.model.GroupDescription;

/** Answer to {@link ResetGroup}. */
public record GroupReset(GroupDescription group) implements Result {
  @Override
  public CommandType type() {
    return CommandType.GROUP_RESET;
  }
}
