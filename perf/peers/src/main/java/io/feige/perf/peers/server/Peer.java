package io.feige.perf.peers.server;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A broker with the settings of one class of durability.
 *
 * @param name such as {@code kafka-fsync}
 * @param words for a person, with what differs from the defaults
 * @param driver which client drives it, and whose jars it needs
 * @param safety when it confirms
 * @param settings what the class of durability changes, in the broker's own words
 * @param client what its client is set to where latency counts: the best of what was tried
 */
public record Peer(
    String name,
    String words,
    String driver,
    Safety safety,
    Map<String, String> settings,
    Map<String, String> client) {
  /** When a message is confirmed. Only what is equal is compared. */
  public enum Safety {
    /** It is in the memory of the broker: its end takes the last seconds or minutes. */
    MEMORY("memory of the broker"),
    /** It is in the memory of the machine: a power loss takes the last seconds. */
    PAGE_CACHE("page cache"),
    /** It is on the disk. */
    FSYNC("fsync before confirm"),
    /** It is on the disk of one node and in the memory of another one. */
    TWO_NODES("fsync on one node, held by another");

    private final String words;

    Safety(String words) {
      this.words = words;
    }

    /** For a person. */
    public String words() {
      return words;
    }
  }

  /** Those that are measured where nothing is said, in the order of the report. */
  public static final List<Peer> ALL =
      List.of(
          new Peer("feige-node", "Feige, one node", "feige", Safety.FSYNC, Map.of(), Map.of()),
          new Peer(
              "kafka-fsync",
              "Kafka, log.flush.interval.messages=1",
              "kafka",
              Safety.FSYNC,
              Map.of("log.flush.interval.messages", "1"),
              Map.of("linger.ms", "5")),
          new Peer(
              "rocketmq-fsync",
              "RocketMQ, SYNC_FLUSH",
              "rocketmq",
              Safety.FSYNC,
              Map.of("flushDiskType", "SYNC_FLUSH"),
              Map.of()),
          new Peer(
              "artemis", "Artemis, durable messages", "artemis", Safety.FSYNC, Map.of(), Map.of()),
          new Peer(
              "rabbitmq",
              "RabbitMQ, quorum queue of one node",
              "rabbitmq",
              Safety.FSYNC,
              Map.of(),
              Map.of()),
          new Peer(
              "redis-always",
              "Redis streams, appendfsync always",
              "redis",
              Safety.FSYNC,
              Map.of("appendfsync", "always"),
              Map.of()),
          new Peer("feige-pair", "Feige, two nodes", "feige", Safety.TWO_NODES, Map.of(), Map.of()),
          new Peer(
              "kafka",
              "Kafka, its defaults",
              "kafka",
              Safety.PAGE_CACHE,
              Map.of(),
              Map.of("linger.ms", "1")),
          new Peer(
              "rocketmq",
              "RocketMQ, ASYNC_FLUSH, its default",
              "rocketmq",
              Safety.PAGE_CACHE,
              Map.of("flushDiskType", "ASYNC_FLUSH"),
              Map.of()),
          new Peer(
              "nats",
              "NATS JetStream, file storage",
              "nats",
              Safety.PAGE_CACHE,
              Map.of(),
              Map.of()),
          new Peer(
              "redis-everysec",
              "Redis streams, appendfsync everysec, its default",
              "redis",
              Safety.PAGE_CACHE,
              Map.of("appendfsync", "everysec"),
              Map.of()));

  /** Those of MQTT: each with QoS 1 and sessions that it keeps. */
  public static final List<Peer> MQTT =
      List.of(
          new Peer(
              "mqtt-feige",
              "Feige, two nodes and a proxy",
              "mqtt",
              Safety.TWO_NODES,
              Map.of(),
              Map.of()),
          new Peer(
              "mqtt-nats",
              "NATS, MQTT over JetStream, file storage",
              "mqtt",
              Safety.PAGE_CACHE,
              Map.of(),
              Map.of()),
          new Peer(
              "mqtt-mosquitto",
              "Mosquitto, persistence, without limits of queues",
              "mqtt",
              Safety.MEMORY,
              Map.of("max_inflight_messages", "1000", "max_queued_messages", "0"),
              Map.of()),
          new Peer(
              "mqtt-moquette", "Moquette, H2 store", "mqtt", Safety.MEMORY, Map.of(), Map.of()));

  private static List<Peer> everybody() {
    return Stream.concat(ALL.stream(), MQTT.stream()).toList();
  }

  /**
   * That of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Peer named(String name) {
    return everybody().stream()
        .filter(peer -> peer.name.equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no peer '"
                    + name
                    + "'; there are "
                    + String.join(", ", everybody().stream().map(Peer::name).toList())));
  }
}
