package io.feige.protocol.command;

/**
 * Asks for descriptions of topics.
 *
 * @param topic empty: all
 */
public record ListTopics(String topic) implements Request {
  @Override
  public CommandType type() {
    return CommandType.TOPIC_LIST;
  }
}
