package io.feige.protocol.command;

import io.feige.protocol.model.TopicDescription;

/** Answer to {@link CreateTopic}. */
public record TopicCreated(TopicDescription topic) implements Result {
  @Override
  public CommandType type() {
    return CommandType.TOPIC_CREATE;
  }
}
