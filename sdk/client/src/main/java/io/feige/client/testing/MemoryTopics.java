package io.feige.client.testing;

import io.feige.client.FeigeException;
import io.feige.client.TopicDescription;
import io.feige.client.TopicSpec;
import io.feige.client.Topics;
import io.feige.protocol.error.ErrorCode;
import java.util.List;

/** Operations on the broker's topics. */
final class MemoryTopics implements Topics {
  private final MemoryBroker broker;
  private final MemoryWork work;

  MemoryTopics(MemoryBroker broker, MemoryWork work) {
    this.broker = broker;
    this.work = work;
  }

  @Override
  public TopicDescription create(TopicSpec spec) {
    return broker.ask(() -> {
      if (broker.topics().containsKey(spec.name())) {
        throw FeigeException.of(ErrorCode.TOPIC_EXISTS, "Topic " + spec.name() + ".");
      }
      return createdOrPresent(spec);
    });
  }

  @Override
  public TopicDescription createIfAbsent(TopicSpec spec) {
    return broker.ask(() -> createdOrPresent(spec));
  }

  @Override
  public TopicDescription alter(TopicSpec spec) {
    return broker.ask(() -> {
      MemoryTopic topic = present(spec.name());
      if (topic.spec().order() != spec.order()) {
        throw FeigeException.of(
            ErrorCode.INVALID_ARGUMENT, "Topic " + spec.name() + ": the order cannot change.");
      }
      if (topic.spec().onePair() != spec.onePair()) {
        throw FeigeException.of(
            ErrorCode.INVALID_ARGUMENT, "Topic " + spec.name() + ": its pairs cannot change.");
      }
      if (!topic.spec().stages().equals(spec.stages())) {
        throw FeigeException.of(
            ErrorCode.INVALID_ARGUMENT, "Topic " + spec.name() + ": its stages cannot change.");
      }
      topic.alter(spec);
      return describe(topic);
    });
  }

  @Override
  public List<TopicDescription> list() {
    return broker.ask(() -> broker.topics().values().stream().map(this::describe).toList());
  }

  @Override
  public TopicDescription describe(String topic) {
    return broker.ask(() -> describe(broker.topic(topic)));
  }

  @Override
  public void delete(String topic) {
    TopicDescription unused =
        broker.ask(() -> {
          TopicDescription last = describe(present(topic));
          broker.topics().remove(topic);
          return last;
        });
    work.deleted(topic);
  }

  private TopicDescription createdOrPresent(TopicSpec spec) {
    MemoryTopic topic =
        broker
            .topics()
            .computeIfAbsent(
                spec.name(),
                name -> new MemoryTopic(broker, spec, broker.nowMillis(), broker.nextPartition()));
    return describe(topic);
  }

  private TopicDescription describe(MemoryTopic topic) {
    return topic.describe(work.figures(topic.spec()));
  }

  private MemoryTopic present(String topic) {
    MemoryTopic present = broker.topics().get(topic);
    if (present == null) {
      throw FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + topic + ".");
    }
    return present;
  }
}
