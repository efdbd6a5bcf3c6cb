package io.feige.perf.peers.driver;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.Nats;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.util.concurrent.CompletableFuture;

/** NATS JetStream with file storage; a durable push consumer with explicit acknowledgements. */
public final class NatsDriver implements Driver {
  private final String url;
  private final Connection connection;

  /** At a server: {@code HOST:PORT}. */
  public NatsDriver(String server) throws Exception {
    this.url = "nats://" + server;
    this.connection = Nats.connect(url);
  }

  @Override
  public void create(String topic) throws Exception {
    connection
        .jetStreamManagement()
        .addStream(
            StreamConfiguration.builder()
                .name(topic)
                .subjects(topic)
                .storageType(StorageType.File)
                .build());
  }

  @Override
  public Sender sender(String topic, Aim aim) throws Exception {
    Connection own = Nats.connect(url);
    JetStream stream = own.jetStream();
    return new Sender() {
      @Override
      public CompletableFuture<?> send(byte[] body) {
        return stream.publishAsync(topic, body);
      }

      @Override
      public void sendAndWait(byte[] body) throws Exception {
        var _ = stream.publish(topic, body);
      }

      @Override
      public void close() throws InterruptedException {
        own.close();
      }
    };
  }

  @Override
  public AutoCloseable receive(String topic, Receiver receiver) throws Exception {
    Connection own = Nats.connect(url);
    var _ =
        own.jetStream()
            .subscribe(
                topic,
                own.createDispatcher(),
                message -> {
                  receiver.received(message.getData());
                  message.ack();
                },
                false,
                PushSubscribeOptions.builder().durable("bench").build());
    return own;
  }

  @Override
  public void close() throws InterruptedException {
    connection.close();
  }
}
