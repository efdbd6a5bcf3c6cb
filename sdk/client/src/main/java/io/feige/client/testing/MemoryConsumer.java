package io.feige.client.testing;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.client.GroupStart;
import io.feige.client.internal.base.ConsumerSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Pulls straight from the group; fetches nothing ahead. */
final class MemoryConsumer implements Consumer {
  private final MemoryBroker broker;
  private final ConsumerSpec spec;
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
          if (isClosed) {
            throw new IllegalStateException("the consumer is closed");
          }
          deliveries.addAll(cursor().pull(max, lease()));
          return !deliveries.isEmpty();
        },
        wait);
    return deliveries;
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
  public void close() {
    isClosed = true;
    Boolean unused = broker.ask(() -> true); // Wakes who waits, to see it.
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
