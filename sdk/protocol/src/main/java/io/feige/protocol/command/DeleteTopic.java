package io.feige.protocol.command;

/** Deletes a topic with its groups. */
public record DeleteTopic(String topic) implements Request {
  @Override
  public CommandType type() {
    return CommandType.TOPIC_DELETE;
  }
}
