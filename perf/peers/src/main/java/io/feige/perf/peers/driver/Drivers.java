package io.feige.perf.peers.driver;

import java.util.Map;

/** The driver of a broker by its name. Only that broker's client is on the class path. */
public final class Drivers {
  private Drivers() {}

  /**
   * Connects.
   *
   * @param kind which client
   * @param server {@code HOST:PORT}
   * @param settings of the client, in the broker's own words
   * @throws IllegalArgumentException if there is no such driver
   */
  public static Driver connect(String kind, String server, Map<String, String> settings)
      throws Exception {
    return switch (kind) {
      case "feige" -> new FeigeDriver(server);
      case "kafka" -> new KafkaDriver(server, settings.getOrDefault("linger.ms", "0"));
      case "rocketmq" -> new RocketMqDriver(server);
      case "artemis" -> new ArtemisDriver(server);
      case "rabbitmq" -> new RabbitMqDriver(server);
      case "mqtt" -> new MqttDriver(server);
      case "nats" -> new NatsDriver(server);
      case "redis" -> new RedisDriver(server);
      default -> throw new IllegalArgumentException("there is no driver " + kind);
    };
  }
}
