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

  MemoryTopics(MemoryBroker broker) {
    this.broker = broker;
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
      topic.alter(spec);
      return topic.describe();
    });
  }

  @Override
  public List<TopicDescription> list() {
    return broker.ask(() -> broker.topics().values().stream().map(MemoryTopic::describe).toList());
  }

  @Override
  public TopicDescription describe(String topic) {
    return broker.ask(() -> broker.topic(topic).describe());
  }

  @Override
  public void delete(String topic) {
    TopicDescription unused =
        broker.ask(() -> {
          TopicDescription last = present(topic).describe();
          broker.topics().remove(topic);
          return last;
        });
  }

  private TopicDescription createdOrPresent(TopicSpec spec) {
    return broker
        .topics()
        .computeIfAbsent(
            spec.name(),
            name -> new MemoryTopic(broker, spec, broker.nowMillis(), broker.nextPartition()))
        .describe();
  }

  private MemoryTopic present(String topic) {
    MemoryTopic present = broker.topics().get(topic);
    if (present == null) {
      throw FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + topic + ".");
    }
    return present;
  }
}
