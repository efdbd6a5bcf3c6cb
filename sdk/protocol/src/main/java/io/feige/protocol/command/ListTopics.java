package io.feige.protocol.command;

/**
 * Asks for descriptions of topics, by name, a page at a time.
 *
 * @param topic empty: all
 * @param after only those whose names come after it: where the page before ended; empty: from the
 *     first
 */
public record ListTopics(String topic, String after) implements Request {
  /** Asks for the first page. */
  public ListTopics(String topic) {
    this(topic, "");
  }

  @Override
  public CommandType type() {
    return CommandType.TOPIC_LIST;
  }
}
