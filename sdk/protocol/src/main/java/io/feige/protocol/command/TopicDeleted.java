package io.feige.protocol.command;

/** Answer to {@link DeleteTopic}. */
public record TopicDeleted() implements Result {
  @Override
  public CommandType type() {
    return CommandType.TOPIC_DELETE;
  }
}
