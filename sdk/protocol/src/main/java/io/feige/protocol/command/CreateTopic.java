package io.feige.protocol.command;

import io.feige.protocol.model.TopicSpec;

/**
 * Creates a topic.
 *
 * @param ifAbsent an existing topic of the name is described instead of refused
 */
public record CreateTopic(TopicSpec spec, boolean ifAbsent) implements Request {
  @Override
  public CommandType type() {
    return CommandType.TOPIC_CREATE;
  }
}
