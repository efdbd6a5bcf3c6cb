package io.feige.protocol.command;

import io.feige.protocol.model.TopicSpec;

/**
 * Gives a topic other settings. All of the spec but its order may differ from what it is now; it
 * counts for what is decided from then on.
 */
public record AlterTopic(TopicSpec spec) implements Request {
  @Override
  public CommandType type() {
    return CommandType.TOPIC_ALTER;
  }
}
