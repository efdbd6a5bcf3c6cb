package io.feige.protocol.command;

/** Answer to {@link DeleteGroup}. */
public record GroupDeleted() implements Result {
  @Override
  public CommandType type() {
    return CommandType.GROUP_DELETE;
  }
}
