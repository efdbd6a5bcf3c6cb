package io.feige.dist.bench;

import io.feige.client.FeigeClient;
import io.feige.client.Order;
import io.feige.client.TopicSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** The topic that a measurement uses; one made for it is gone afterwards. */
final class BenchTopic implements AutoCloseable {
  private static final Duration LEASE = Duration.ofMinutes(5);

  private final Supplier<FeigeClient> connect;
  private final String name;
  private final Order order;
  private final boolean isOurs;

  private BenchTopic(Supplier<FeigeClient> connect, String name, Order order, boolean isOurs) {
    this.connect = connect;
    this.name = name;
    this.order = order;
    this.isOurs = isOurs;
  }

  static BenchTopic open(Supplier<FeigeClient> connect, Optional<String> named) {
    return open(connect, named, Order.NONE);
  }

  /**
   * A topic to measure with.
   *
   * @param order of a topic that is made
   */
  static BenchTopic open(Supplier<FeigeClient> connect, Optional<String> named, Order order) {
    String name = named.orElse("bench-" + Long.toString(System.currentTimeMillis(), 36));
    try (FeigeClient client = connect.get()) {
      TopicSpec spec = TopicSpec.of(name).withLease(LEASE).withOrder(order);
      Order its = client.topics().createIfAbsent(spec).spec().order();
      return new BenchTopic(connect, name, its, named.isEmpty());
    }
  }

  String name() {
    return name;
  }

  /** In which order its messages are delivered. */
  Order order() {
    return order;
  }

  /** A group that nobody has used. */
  String group(int run) {
    return "bench-" + run + "-" + Long.toString(System.currentTimeMillis(), 36);
  }

  @Override
  public void close() {
    if (isOurs) {
      try (FeigeClient client = connect.get()) {
        client.topics().delete(name);
      }
    }
  }
}
