package io.feige.perf.peers.driver;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Redis streams with a consumer group: XADD, XREADGROUP of up to 1,000, one XACK for them. */
public final class RedisDriver implements Driver {
  private static final byte[] GROUP = bytes("bench");
  private static final byte[] FIELD = bytes("b");
  private static final int PIPELINE = 100;

  private final RedisClient client;

  /** At a server: {@code HOST:PORT}. */
  public RedisDriver(String server) {
    this.client = RedisClient.create("redis://" + server);
  }

  @Override
  public void create(String topic) {
    try (var connection = client.connect(ByteArrayCodec.INSTANCE)) {
      connection
          .sync()
          .xgroupCreate(
              XReadArgs.StreamOffset.from(bytes(topic), "0"),
              GROUP,
              XGroupCreateArgs.Builder.mkstream());
    }
  }

  @Override
  public Sender sender(String topic, Aim aim) {
    StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
    byte[] key = bytes(topic);
    boolean gathers = aim == Aim.THROUGHPUT;
    connection.setAutoFlushCommands(!gathers);
    return new Sender() {
      private int unflushed;

      @Override
      public CompletableFuture<?> send(byte[] body) {
        var sent = connection.async().xadd(key, Map.of(FIELD, body)).toCompletableFuture();
        if (gathers && ++unflushed == PIPELINE) {
          flush();
        }
        return sent;
      }

      @Override
      public void flush() {
        unflushed = 0;
        connection.flushCommands();
      }

      @Override
      public void close() {
        connection.close();
      }
    };
  }

  @Override
  public AutoCloseable receive(String topic, Receiver receiver) {
    StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
    byte[] key = bytes(topic);
    Consumer<byte[]> consumer = Consumer.from(GROUP, bytes("1"));
    return Loop.start(
        "receiver",
        () -> {
          List<StreamMessage<byte[], byte[]>> batch = read(connection, consumer, key);
          batch.forEach(message -> message.getBody().values().forEach(receiver::received));
          if (!batch.isEmpty()) {
            String[] ids = batch.stream().map(StreamMessage::getId).toArray(String[]::new);
            var _ = connection.async().xack(key, GROUP, ids);
          }
        },
        connection::close);
  }

  @SuppressWarnings("unchecked") // an array of one generic type, which Lettuce only reads
  private static List<StreamMessage<byte[], byte[]>> read(
      StatefulRedisConnection<byte[], byte[]> connection, Consumer<byte[]> consumer, byte[] key) {
    return connection
        .sync()
        .xreadgroup(
            consumer,
            XReadArgs.Builder.count(1000).block(100),
            XReadArgs.StreamOffset.lastConsumed(key));
  }

  @Override
  public void close() {
    client.shutdown();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
