package io.feige.protocol.command;

/**
 * Asks for descriptions of groups, by names of topic and group, a page at a time.
 *
 * @param topic empty: all
 * @param group empty: all
 * @param afterTopic with {@code afterGroup}: only groups that come after that one of that topic,
 *     which is where the page before ended; empty: from the first
 */
public record ListGroups(String topic, String group, String afterTopic, String afterGroup)
    implements Request {
  /** Asks for the first page. */
  public ListGroups(String topic, String group) {
    this(topic, group, "", "");
  }

  @Override
  public CommandType type() {
    return CommandType.GROUP_LIST;
  }
}
