package io.feige.client.testing;

import io.feige.client.Delayed;
import io.feige.client.DelayedMessage;
import io.feige.client.FeigeException;
import io.feige.client.internal.admin.EngineDelayed;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.DelayedId;
import java.util.List;

/** Operations on the broker's messages that wait for their time. */
final class MemoryDelayed implements Delayed {
  private final MemoryBroker broker;

  MemoryDelayed(MemoryBroker broker) {
    this.broker = broker;
  }

  @Override
  public List<DelayedMessage> list(String topic, int limit) {
    EngineDelayed.checkLimit(limit);
    return broker.ask(() -> present(topic).delayed().stream().limit(limit).toList());
  }

  @Override
  public List<DelayedMessage> listAfter(DelayedMessage last, int limit) {
    EngineDelayed.checkLimit(limit);
    long batch = EngineDelayed.parse(last.id()).batch();
    return broker.ask(() ->
        present(last.topic()).delayed().stream()
            .filter(waiting -> {
              int order = waiting.dueAt().compareTo(last.dueAt());
              return order > 0 || (order == 0 && EngineDelayed.parse(waiting.id()).batch() > batch);
            })
            .limit(limit)
            .toList());
  }

  @Override
  public void cancel(String topic, String id) {
    DelayedId message = EngineDelayed.parse(id);
    MemoryBroker.checkPair(message.pair());
    boolean isCancelled =
        broker.ask(() -> message.index() == 0 && present(topic).cancel(message.batch()));
    if (!isCancelled) {
      throw FeigeException.of(
          ErrorCode.DELAYED_NOT_FOUND, "Message " + id + ", topic " + topic + ".");
    }
  }

  private MemoryTopic present(String topic) {
    MemoryTopic present = broker.topics().get(topic);
    if (present == null) {
      throw FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + topic + ".");
    }
    return present;
  }
}
