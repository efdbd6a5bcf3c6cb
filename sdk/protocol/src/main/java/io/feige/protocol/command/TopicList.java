package io.feige.protocol.command;

import io.feige.protocol.model.TopicDescription;
import java.util.List;

/**
 * Answer to {@link ListTopics}: one page.
 *
 * @param next asking for what comes after it gives the next page; empty: this is the last one
 */
public record TopicList(List<TopicDescription> topics, String next) implements Result {
  /** Takes a copy of the list. */
  public TopicList {
    topics = List.copyOf(topics);
  }

  /** The only page, or the last one. */
  public TopicList(List<TopicDescription> topics) {
    this(topics, "");
  }

  @Override
  public CommandType type() {
    return CommandType.TOPIC_LIST;
  }
}
