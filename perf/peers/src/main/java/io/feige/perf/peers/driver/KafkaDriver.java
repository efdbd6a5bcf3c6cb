package io.feige.perf.peers.driver;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Kafka: acks=all, one partition, offsets committed after each poll and not waited for. For
 * throughput linger.ms=5 and batch.size of 512 KiB.
 */
public final class KafkaDriver implements Driver {
  private final String servers;
  private final String lingerMillis;
  private final Admin admin;

  /**
   * At a broker: {@code HOST:PORT}.
   *
   * @param lingerMillis how long a batch waits for more at a rate
   */
  public KafkaDriver(String servers, String lingerMillis) {
    this.servers = servers;
    this.lingerMillis = lingerMillis;
    this.admin = Admin.create(common());
  }

  private Properties common() {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", servers);
    return settings;
  }

  @Override
  public void create(String topic) throws Exception {
    admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
  }

  @Override
  public Sender sender(String topic, Aim aim) {
    Properties settings = common();
    settings.put("acks", "all");
    settings.put("linger.ms", linger(aim));
    if (aim == Aim.THROUGHPUT) {
      settings.put("batch.size", Integer.toString(512 << 10));
      settings.put("buffer.memory", Integer.toString(64 << 20));
    }
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    return new Sender() {
      @Override
      public CompletableFuture<?> send(byte[] body) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        var _ =
            producer.send(
                new ProducerRecord<>(topic, body),
                (stored, failure) -> {
                  if (failure == null) {
                    done.complete(null);
                  } else {
                    done.completeExceptionally(failure);
                  }
                });
        return done;
      }

      @Override
      public void close() {
        producer.close();
      }
    };
  }

  private String linger(Aim aim) {
    return switch (aim) {
      case THROUGHPUT -> "5";
      case LATENCY -> lingerMillis;
      case WAITING -> "0";
    };
  }

  @Override
  public AutoCloseable receive(String topic, Receiver receiver) {
    Properties settings = common();
    settings.put("group.id", "bench");
    settings.put("enable.auto.commit", "false");
    settings.put("auto.offset.reset", "earliest");
    settings.put("max.poll.records", "1000");
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    consumer.subscribe(List.of(topic));
    return Loop.start(
        "receiver",
        () -> {
          var records = consumer.poll(Duration.ofMillis(100));
          for (ConsumerRecord<byte[], byte[]> record : records) {
            receiver.received(record.value());
          }
          if (!records.isEmpty()) {
            consumer.commitAsync();
          }
        },
        consumer::close);
  }

  @Override
  public void close() {
    admin.close();
  }
}
