package io.feige.perf.peers.driver;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Feige at its default durability; acks are sent and not waited for, as with the others. */
public final class FeigeDriver implements Driver {
  private static final Duration WAIT = Duration.ofMillis(100);

  private final String servers;
  private final FeigeClient client;

  /** At an Admin or a lone node: {@code HOST:PORT}. */
  public FeigeDriver(String servers) {
    this.servers = servers;
    this.client = connect();
  }

  private FeigeClient connect() {
    return FeigeClient.builder().admin(servers).build();
  }

  @Override
  public void create(String topic) {
    client.topics().createIfAbsent(TopicSpec.of(topic));
  }

  @Override
  public Sender sender(String topic, Aim aim) {
    FeigeClient own = connect();
    Producer producer = own.producer(topic).build();
    return new Sender() {
      @Override
      public CompletableFuture<?> send(byte[] body) {
        return producer.publishAsync(Message.of(body));
      }

      @Override
      public void sendAndWait(byte[] body) {
        var _ = producer.publish(Message.of(body));
      }

      @Override
      public void close() {
        own.close();
      }
    };
  }

  @Override
  public AutoCloseable receive(String topic, Receiver receiver) {
    FeigeClient own = connect();
    Consumer consumer = own.consumer(topic).group("bench").build();
    return Loop.start(
        "receiver",
        () -> {
          List<Delivery> batch = consumer.pull(1000, WAIT);
          batch.forEach(delivery -> receiver.received(delivery.body()));
          var _ = consumer.ackAllAsync(batch);
        },
        own::close);
  }

  @Override
  public void close() {
    client.close();
  }
}
