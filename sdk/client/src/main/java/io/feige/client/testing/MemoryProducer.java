package io.feige.client.testing;

import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.protocol.error.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Stores at once. */
final class MemoryProducer implements Producer {
  private final MemoryBroker broker;
  private final String topic;
  private final Durability durability;
  private volatile boolean isClosed;

  MemoryProducer(MemoryBroker broker, String topic, Durability durability) {
    this.broker = broker;
    this.topic = topic;
    this.durability = durability;
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public Receipt publish(Message message) {
    if (isClosed) {
      throw FeigeException.of(ErrorCode.CLIENT_CLOSED, "Topic " + topic + ".");
    }
    return broker.ask(() -> {
      broker.throwScriptedFailure();
      return broker.topicOrCreate(topic).publish(message, durability, broker.nowMillis());
    });
  }

  @Override
  public CompletableFuture<Receipt> publishAsync(Message message) {
    try {
      return CompletableFuture.completedFuture(publish(message));
    } catch (FeigeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<Receipt> publishTogether(List<Message> messages) {
    if (messages.isEmpty()) {
      return CompletableFuture.failedFuture(
          FeigeException.of(ErrorCode.INVALID_ARGUMENT, "There is no message."));
    }
    try {
      return broker.ask(() -> {
        CompletableFuture<Receipt> first = publishAsync(messages.get(0));
        if (!first.isCompletedExceptionally()) {
          messages.subList(1, messages.size()).forEach(this::publish);
        }
        return first;
      });
    } catch (FeigeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void flush() {
    // Everything is stored already.
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
