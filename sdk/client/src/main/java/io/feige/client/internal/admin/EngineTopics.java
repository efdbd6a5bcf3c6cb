package io.feige.client.internal.admin;

import io.feige.client.FeigeException;
import io.feige.client.TopicDescription;
import io.feige.client.TopicSpec;
import io.feige.client.Topics;
import io.feige.client.internal.net.Requests;
import io.feige.client.internal.net.Requests.Repeat;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.error.ErrorCode;
import java.util.List;

/** Operations on topics, over single questions. */
public final class EngineTopics implements Topics {
  private static final String ALL = "";

  private final Requests requests;

  /** Operations by these questions. */
  public EngineTopics(Requests requests) {
    this.requests = requests;
  }

  @Override
  public TopicDescription create(TopicSpec spec) {
    CreateTopic request = new CreateTopic(Conversions.toWire(spec), false);
    return Conversions.fromWire(
        requests.call(request, TopicCreated.class, Repeat.NOT_WITHOUT_ASKING).topic());
  }

  @Override
  public TopicDescription createIfAbsent(TopicSpec spec) {
    CreateTopic request = new CreateTopic(Conversions.toWire(spec), true);
    return Conversions.fromWire(
        requests.call(request, TopicCreated.class, Repeat.HARMLESS).topic());
  }

  @Override
  public List<TopicDescription> list() {
    return ask(ALL);
  }

  @Override
  public TopicDescription describe(String topic) {
    List<TopicDescription> found = ask(topic);
    if (found.isEmpty()) {
      throw FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + topic + ".");
    }
    return found.get(0);
  }

  @Override
  public void delete(String topic) {
    requests.call(new DeleteTopic(topic), TopicDeleted.class, Repeat.NOT_WITHOUT_ASKING);
  }

  private List<TopicDescription> ask(String topic) {
    TopicList list = requests.call(new ListTopics(topic), TopicList.class, Repeat.HARMLESS);
    return list.topics().stream().map(Conversions::fromWire).toList();
  }
}
