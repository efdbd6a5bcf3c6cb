package io.feige.protocol.command;

import io.feige.protocol.model.TopicDescription;

/** Answer to {@link AlterTopic}. */
public record TopicAltered(TopicDescription topic) implements Result {
  @Override
  public CommandType type() {
    return CommandType.TOPIC_ALTER;
  }
}
