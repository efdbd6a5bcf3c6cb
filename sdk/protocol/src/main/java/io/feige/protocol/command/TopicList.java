package io.feige.protocol.command;

import io.feige.protocol.model.TopicDescription;
import java.util.List;

/** Answer to {@link ListTopics}. */
public record TopicList(List<TopicDescription> topics) implements Result {
  /** Takes a copy of the list. */
  public TopicList {
    topics = List.copyOf(topics);
  }

  @Override
  public CommandType type() {
    return CommandType.TOPIC_LIST;
  }
}
