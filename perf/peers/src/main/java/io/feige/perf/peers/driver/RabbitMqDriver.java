package io.feige.perf.peers.driver;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * RabbitMQ with quorum queues: persistent messages, publisher confirms, a prefetch of 1,000 and an
 * acknowledgement for each message.
 */
public final class RabbitMqDriver implements Driver {
  private static final int PREFETCH = 1000;

  private final ConnectionFactory factory = new ConnectionFactory();
  private final Connection connection;

  /** At a broker: {@code HOST:PORT}. */
  public RabbitMqDriver(String server) throws Exception {
    int colon = server.lastIndexOf(':');
    factory.setHost(server.substring(0, colon));
    factory.setPort(Integer.parseInt(server.substring(colon + 1)));
    this.connection = factory.newConnection();
  }

  @Override
  public void create(String topic) throws Exception {
    try (Channel channel = connection.createChannel()) {
      channel.queueDeclare(topic, true, false, false, Map.of("x-queue-type", "quorum"));
    }
  }

  @Override
  public Sender sender(String topic, Aim aim) throws Exception {
    Connection own = factory.newConnection();
    Channel channel = own.createChannel();
    channel.confirmSelect();
    Confirms confirms = new Confirms();
    channel.addConfirmListener(confirms::confirmed, confirms::refused);
    return new Sender() {
      @Override
      public CompletableFuture<?> send(byte[] body) throws IOException {
        CompletableFuture<Void> done = new CompletableFuture<>();
        confirms.waiting.put(channel.getNextPublishSeqNo(), done);
        channel.basicPublish("", topic, MessageProperties.PERSISTENT_BASIC, body);
        return done;
      }

      @Override
      public void close() throws IOException {
        own.close();
      }
    };
  }

  private static final class Confirms {
    private final ConcurrentNavigableMap<Long, CompletableFuture<Void>> waiting =
        new ConcurrentSkipListMap<>();

    void confirmed(long sequence, boolean isMultiple) {
      var done = waiting.subMap(isMultiple ? 0L : sequence, true, sequence, true);
      done.values().forEach(one -> one.complete(null));
      done.clear();
    }

    void refused(long sequence, boolean isMultiple) {
      var done = waiting.subMap(isMultiple ? 0L : sequence, true, sequence, true);
      done.values().forEach(one -> one.completeExceptionally(new IOException("refused")));
      done.clear();
    }
  }

  @Override
  public AutoCloseable receive(String topic, Receiver receiver) throws Exception {
    Connection own = factory.newConnection();
    Channel channel = own.createChannel();
    channel.basicQos(PREFETCH);
    channel.basicConsume(
        topic,
        false,
        (tag, delivery) -> {
          receiver.received(delivery.getBody());
          channel.basicAck(delivery.getEnvelope().getDeliveryTag(), false);
        },
        tag -> {});
    return own;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
