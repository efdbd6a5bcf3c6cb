package io.feige.protocol.command;

/**
 * Asks for descriptions of groups.
 *
 * @param topic empty: all
 * @param group empty: all
 */
public record ListGroups(String topic, String group) implements Request {
  @Override
  public CommandType type() {
    return CommandType.GROUP_LIST;
  }
}
