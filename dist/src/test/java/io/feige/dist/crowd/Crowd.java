package io.feige.dist.crowd;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import io.feige.client.Message;
import io.feige.client.Order;
import io.feige.client.Producer;
import io.feige.client.TopicSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Fills the cluster in a directory of {@code feige up --tls}, for whoever tries its Admin from
 * outside. Runs from its source, with the libraries of the archive.
 *
 * <pre>
 *   Crowd DIR small                          something of everything
 *   Crowd DIR large TOPICS GROUPS CLIENTS    so many topics, groups of each, and clients that stay
 *                                            until standard input ends
 * </pre>
 */
final class Crowd {
  private static final int AT_ONCE = 16;
  private static final int MESSAGES = 10;
  private static final int SPARE = 9;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration LATER = Duration.ofDays(2);

  private final Path directory;
  private final String server;

  private Crowd(Path directory, String server) {
    this.directory = directory;
    this.server = server;
  }

  /** Fills it. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    Crowd crowd = new Crowd(directory, "localhost:" + System.getenv("FEIGE_PORT_BASE"));
    if (args[1].equals("small")) {
      crowd.fill();
    } else {
      crowd.fill(Integer.parseInt(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
    }
  }

  /**
   * Topics of each order with groups, messages of each kind, dead letters, delayed messages; and
   * some that are not missed.
   */
  private void fill() throws IOException {
    try (FeigeClient client = client("crowd")) {
      for (int i = 0; i < SPARE; i++) {
        fill(client, "spare-" + i, 2);
      }
      int number = 0;
      for (Order order : List.of(Order.NONE, Order.BY_KEY, Order.WHOLE)) {
        String topic = "orders-" + number++;
        var _ =
            client.topics().createIfAbsent(TopicSpec.of(topic).withOrder(order).withMaxAttempts(2));
        publish(client, topic, 50);
        for (String group : List.of("billing", "shipping", "audit")) {
          settle(client, topic, group);
        }
      }
    }
  }

  private static void publish(FeigeClient client, String topic, int messages) {
    try (Producer producer = client.producer(topic).build()) {
      for (int i = 0; i < messages; i++) {
        var _ =
            producer.publishAsync(
                Message.builder()
                    .key("key-" + i % 7)
                    .header("n", "" + i)
                    .body("body " + i)
                    .build());
      }
      var _ = producer.publish(Message.builder().body(new byte[] {(byte) 0xff, 0, 1}).build());
      var _ = producer.publish(Message.builder().key("later").body("later").delay(LATER).build());
      producer.flush();
    }
  }

  /** Of ten each some are acked, come again, are given up, and stay with nobody. */
  private static void settle(FeigeClient client, String topic, String group) {
    try (Consumer consumer = client.consumer(topic).group(group).name(group + "-1").build()) {
      for (Delivery delivery : consumer.pull(MESSAGES, PATIENCE)) {
        switch ((int) (delivery.offset() % 4)) {
          case 0 -> delivery.reject("not of use");
          case 1 -> delivery.nack(LATER);
          default -> delivery.ack();
        }
      }
    }
  }

  /** So many, in however many pieces they come. */
  private static List<Delivery> pull(Consumer consumer, int count) {
    List<Delivery> all = new ArrayList<>();
    while (all.size() < count) {
      List<Delivery> some = consumer.pull(count - all.size(), PATIENCE);
      if (some.isEmpty()) {
        throw new IllegalStateException("nothing comes any more of " + consumer.topic());
      }
      all.addAll(some);
    }
    return all;
  }

  private void fill(int topics, int groups, int clients)
      throws IOException, InterruptedException, ExecutionException {
    try (FeigeClient client = client("crowd");
        ExecutorService tasks = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < topics; i++) {
        String topic = "topic-%04d".formatted(i);
        boolean isTenth = i % 10 == 0;
        all.add(
            tasks.submit(() -> {
              fill(client, topic, groups);
              if (isTenth) {
                giveUp(client, topic);
              }
            }));
      }
      for (Future<?> each : all) {
        var _ = each.get();
      }
    }
    List<FeigeClient> idle = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      FeigeClient client = client("idle-" + i);
      client.awaitConnected(PATIENCE);
      idle.add(client);
    }
    System.out.println("filled");
    while (System.in.read() >= 0) {
      // Whoever has started this has a pipe open for as long as the clients are to stay.
    }
    idle.forEach(FeigeClient::close);
  }

  private static void fill(FeigeClient client, String topic, int groups) {
    var _ = client.topics().createIfAbsent(TopicSpec.of(topic));
    try (Producer producer = client.producer(topic).build()) {
      for (int i = 0; i < MESSAGES; i++) {
        var _ = producer.publishAsync(Message.builder().key("" + i).body("body " + i).build());
      }
      producer.flush();
    }
    for (int i = 0; i < groups; i++) {
      String group = "group-%02d".formatted(i);
      try (Consumer consumer = client.consumer(topic).group(group).prefetch(i + 1).build()) {
        consumer.ackAll(pull(consumer, Math.min(i + 1, MESSAGES)));
      }
    }
  }

  /** One message is given up, and one waits for its time. */
  private static void giveUp(FeigeClient client, String topic) {
    try (Producer producer = client.producer(topic).build();
        Consumer consumer = client.consumer(topic).group("group-00").build()) {
      var _ = producer.publish(Message.builder().body("later").delay(LATER).build());
      pull(consumer, 1).forEach(delivery -> delivery.reject("not of use"));
    }
  }

  private FeigeClient client(String software) throws IOException {
    FeigeClientBuilder builder = FeigeClient.builder().servers(server).software(software);
    Path ca = directory.resolve("ca.pem");
    return Files.exists(ca)
        ? builder.ca(ca).token(Files.readString(directory.resolve("admin.token")).strip()).build()
        : builder.build();
  }
}
