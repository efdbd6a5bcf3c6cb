package io.feige.client.testing;

import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.client.GroupStart;
import io.feige.client.Settlement;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.base.DeliveryHandle;
import io.feige.client.internal.base.HandlingTime;
import io.feige.client.internal.listen.Feed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Pulls straight from the group; fetches nothing ahead. */
final class MemoryConsumer implements Feed {
  private final MemoryBroker broker;
  private final ConsumerSpec spec;
  private volatile boolean isHungry;
  private volatile boolean isClosed;

  MemoryConsumer(MemoryBroker broker, ConsumerSpec spec) {
    this.broker = broker;
    this.spec = spec;
  }

  @Override
  public String topic() {
    return spec.topic();
  }

  @Override
  public String group() {
    return spec.group();
  }

  @Override
  public List<Delivery> pull(int max, Duration wait) {
    List<Delivery> deliveries = new ArrayList<>();
    broker.await(
        () -> {
          checkOpen();
          deliveries.addAll(cursor().pull(max, lease()));
          return !deliveries.isEmpty();
        },
        wait);
    return deliveries;
  }

  @Override
  public Settlement settlement(String handle) {
    DeliveryHandle named = DeliveryHandle.parse(handle, spec.topic(), spec.group());
    MemoryBroker.checkPair(named.pair());
    return broker.ask(() -> {
      MemoryTopic topic = broker.topic(spec.topic());
      if (named.offset() >= topic.messages().size()) {
        throw new IllegalArgumentException("there is no message at offset " + named.offset());
      }
      StoredMessage message = topic.messages().get((int) named.offset());
      return new MemoryDelivery(message, cursor(), named.generation(), named.attempt());
    });
  }

  @Override
  public List<Delivery> poll(int most, int free) {
    int max = Math.min(most, free);
    if (max == 0) {
      return List.of();
    }
    List<Delivery> deliveries = pull(max, Duration.ZERO);
    if (!deliveries.isEmpty()) {
      return deliveries;
    }
    isHungry = true;
    // What came since it was looked is found now, what comes later gives the signal.
    return pull(max, Duration.ZERO);
  }

  @Override
  public void pacedBy(HandlingTime handlers) {
    // Nothing is fetched ahead.
  }

  @Override
  public boolean begin(Delivery delivery) {
    return true;
  }

  @Override
  public Collection<Delivery> claim(Collection<Delivery> deliveries) {
    return List.of();
  }

  @Override
  public boolean hasMore() {
    return true;
  }

  @Override
  public void whenReady(Runnable signal) {
    broker.whenChanged(
        this,
        () -> {
          if (isHungry) {
            isHungry = false;
            signal.run();
          }
        });
  }

  @Override
  public void ackAll(Collection<? extends Delivery> deliveries) {
    deliveries.forEach(Delivery::ack);
  }

  @Override
  public CompletableFuture<Void> ackAllAsync(Collection<? extends Delivery> deliveries) {
    try {
      ackAll(deliveries);
      return CompletableFuture.completedFuture(null);
    } catch (FeigeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void flush() {
    // Verdicts take effect at once.
  }

  @Override
  public void beginClose() {
    broker.forget(this);
  }

  @Override
  public void close() {
    beginClose();
    isClosed = true;
    Boolean unused = broker.ask(() -> true); // Wakes who waits, to see it.
  }

  private void checkOpen() {
    if (isClosed) {
      throw new IllegalStateException("the consumer is closed");
    }
  }

  private MemoryGroup cursor() {
    MemoryTopic topic = broker.topic(spec.topic());
    long start = spec.start() == GroupStart.EARLIEST ? 0 : topic.messages().size();
    return topic
        .groups()
        .computeIfAbsent(spec.group(), name -> new MemoryGroup(topic, name, start));
  }

  private Duration lease() {
    long millis = spec.policy().leaseMillis();
    return millis == 0 ? broker.topic(spec.topic()).spec().lease() : Duration.ofMillis(millis);
  }
}
