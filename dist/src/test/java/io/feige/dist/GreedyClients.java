package io.feige.dist;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.GroupStart;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.TopicSpec;
import io.feige.protocol.batch.HeaderLimits;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Clients that have the right to do what they do, and do as much of it as they can. What is refused
 * or cut off they try again, until they are told to end.
 */
final class GreedyClients {
  private static final String TOPIC = "greedy";
  private static final Duration FAR = Duration.ofDays(1);
  private static final Duration LITTLE = Duration.ofMillis(50);
  private static final int GROUPS = 20;
  private static final int OPEN = 2_000;
  private static final int MOST_VERDICTS = 65_000;
  private static final int CONNECTIONS = 13;
  private static final int PULLS_EACH = 4_000;
  private static final int WAIT_MILLIS = 5_000;
  private static final int MUCH = 8 << 20;
  private static final int NAMES_OF_A_CLIENT = 1_000;

  private final UpCluster cluster;
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<HostileClient> floods = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
  private final AtomicLong names = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private volatile boolean isOver;

  /** What one of them does, until that is over or is refused. */
  private interface Greed {
    void goOn() throws Exception;
  }

  /** All that are greedy in this way begin. */
  GreedyClients(UpCluster cluster, GreedyKind kind) {
    this.cluster = cluster;
    switch (kind) {
      case NACKS -> begin(() -> publish(Duration.ZERO), this::nack);
      case DELAYED -> begin(() -> publish(FAR), () -> publish(Duration.ofSeconds(1)));
      case HEADERS -> begin(this::publishHeaders, this::look);
      case VERDICTS -> begin(this::publishMost, () -> settle("pair-1"), () -> settle("pair-2"));
      case PULLS -> {
        for (int i = 0; i < CONNECTIONS; i++) {
          begin(() -> pull("pair-1"), () -> pull("pair-2"));
        }
      }
      case NAMES -> begin(this::makeTopics, () -> makeGroups("pair-1"), () -> makeGroups("pair-2"));
      case FRAMES -> begin(() -> flood("pair-1"), () -> flood("pair-2"), () -> flood("pair-1"));
    }
  }

  private void begin(Greed... all) {
    for (Greed greed : all) {
      threads.add(Thread.ofPlatform().name("greedy").start(() -> goOn(greed)));
    }
  }

  private void goOn(Greed greed) {
    while (!isOver) {
      try {
        greed.goOn();
      } catch (ConnectException e) {
        refused.incrementAndGet();
        LockSupport.parkNanos(LITTLE.toNanos());
      } catch (FeigeException | IOException | UncheckedIOException e) {
        refused.incrementAndGet();
      } catch (Exception | AssertionError e) {
        faults.add(e);
        return;
      }
    }
  }

  /** All end, and say what they were given. */
  String end() throws InterruptedException {
    isOver = true;
    floods.forEach(HostileClient::end);
    for (Thread thread : threads) {
      thread.join();
    }
    for (Throwable fault : faults) {
      throw new AssertionError("a greedy client", fault);
    }
    long sent = floods.stream().mapToLong(HostileClient::sent).sum();
    return "%,d done, %,d refused or cut off".formatted(done.get() + sent, refused.get());
  }

  private void count(@Nullable Throwable failure) {
    (failure == null ? done : refused).incrementAndGet();
  }

  /** Every second message waits for so long that none of those before is due with it. */
  private void publish(Duration delay) throws IOException, InterruptedException {
    Semaphore open = new Semaphore(OPEN);
    String topic = delay.isZero() ? TOPIC : TOPIC + "-later";
    try (FeigeClient client = cluster.client();
        Producer producer = client.producer(topic).timeout(Duration.ofSeconds(2)).build()) {
      for (int i = 0; !isOver; i++) {
        open.acquire();
        Message.Builder message = Message.builder().body(new byte[0]);
        if (!delay.isZero()) {
          message.delay(delay.plusMillis(i % 2 == 0 ? 1_000L * i : i));
        }
        var _ =
            producer
                .publishAsync(message.build())
                .whenComplete((_, failure) -> {
                  count(failure);
                  open.release();
                });
      }
    }
  }

  /** Neighbours come again at times that are far apart; every second one soon. */
  private void nack() throws IOException {
    try (FeigeClient client = cluster.client()) {
      List<Consumer> consumers = new ArrayList<>();
      for (int i = 0; i < GROUPS; i++) {
        consumers.add(
            client
                .consumer(TOPIC)
                .group("greedy-" + i)
                .prefetch(0)
                .startFrom(GroupStart.EARLIEST)
                .build());
      }
      while (!isOver) {
        for (Consumer consumer : consumers) {
          for (Delivery delivery : consumer.pull(500, LITTLE)) {
            long place = delivery.offset();
            Duration delay =
                place % 2 == 0 ? FAR.plusSeconds(2 * place) : Duration.ofMillis(place % 60_000);
            var _ = delivery.nackAsync(delay).whenComplete((_, failure) -> count(failure));
          }
        }
      }
      consumers.forEach(Consumer::close);
    }
  }

  private void publishHeaders() throws IOException, InterruptedException {
    try (FeigeClient client = cluster.client();
        Producer now = client.producer(TOPIC).build();
        Producer later = client.producer(TOPIC + "-later").build()) {
      while (!isOver) {
        now.publish(withMostHeaders().build());
        later.publish(withMostHeaders().delay(FAR).build());
        done.addAndGet(2);
        Thread.sleep(2);
      }
    }
  }

  private static Message.Builder withMostHeaders() {
    Message.Builder message = Message.builder().body(new byte[0]);
    for (int i = 0; i < HeaderLimits.MAX_COUNT; i++) {
      message.header("n" + i, "");
    }
    return message;
  }

  private void look() throws IOException {
    int port = cluster.port() + 1;
    String token = Files.readString(cluster.dir().resolve("admin-1/http-" + port + ".token"));
    try (HttpClient http = HttpClient.newHttpClient()) {
      ProxyCaller admin =
          new ProxyCaller(http, "http://127.0.0.1:" + port, "Bearer " + token.strip());
      while (!isOver) {
        String topics = "/api/v1/topics/" + TOPIC;
        var _ = admin.get(topics + "/messages?from=earliest");
        var _ = admin.get(topics + "-later/delayed");
        done.addAndGet(2);
      }
    }
  }

  private void publishMost() throws IOException, InterruptedException {
    try (FeigeClient client = cluster.client();
        Producer producer = client.producer(TOPIC).build()) {
      client.topics().create(TopicSpec.of(TOPIC).withMaxAttempts(1_000));
      for (int i = 0; i < 2 * MOST_VERDICTS; i++) {
        var _ = producer.publishAsync(Message.of(""));
      }
      producer.flush();
      while (!isOver) {
        Thread.sleep(LITTLE);
      }
    }
  }

  /**
   * Takes all that there is, and gives each message back with a time of its own, in one request.
   */
  private void settle(String pair) throws IOException, InterruptedException {
    String group = "greedy-" + System.nanoTime();
    try (RawConnection connection = new RawConnection(cluster.activePort(pair), pair)) {
      int generation = 0;
      for (int attempt = 1; !isOver; attempt++) {
        int taken = 0;
        int some;
        do {
          Answer answer = connection.ask(pull(group, MOST_VERDICTS, 1_000));
          some = 0;
          if (answer instanceof Pulled pulled) {
            generation = Math.max(generation, pulled.generation());
            some = messages(pulled);
            pulled.releaseBuffers();
          }
          taken += some;
        } while (some > 0 && taken < MOST_VERDICTS && !isOver);
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < MOST_VERDICTS; i++) {
          verdicts.add(Verdict.nack(i, i, attempt, 200 + 7L * i % 1_000));
        }
        Settle settle = new Settle(TOPIC, 0, group, "c", 0, generation, verdicts);
        (connection.ask(settle) instanceof Settled ? done : refused).incrementAndGet();
      }
    }
  }

  private static Pull pull(String group, int most, int waitMillis) {
    return new Pull(
        TOPIC, 0, group, "c", 0, StartAt.EARLIEST, most, MUCH, waitMillis, 0, LeaseStage.STARTED);
  }

  private static int messages(Pulled pulled) {
    return pulled.deliveries().stream()
        .map(DeliveredBatch::selections)
        .flatMap(List::stream)
        .mapToInt(Selection::count)
        .sum();
  }

  /** Pulls that wait, and are sent anew when all have ended. */
  private void pull(String pair) throws IOException {
    try (RawConnection connection = new RawConnection(cluster.activePort(pair), pair)) {
      while (!isOver) {
        connection.send(PULLS_EACH, pull("nothing", 1, WAIT_MILLIS));
        connection.skipAnswers(PULLS_EACH);
        done.addAndGet(PULLS_EACH);
      }
    }
  }

  private void makeTopics() throws IOException {
    try (FeigeClient client = cluster.client()) {
      for (int i = 0; i < NAMES_OF_A_CLIENT && !isOver; i++) {
        client.topics().create(TopicSpec.of(TOPIC + "-" + names.getAndIncrement()));
        done.incrementAndGet();
      }
    }
  }

  private void makeGroups(String pair) throws IOException {
    try (RawConnection connection = new RawConnection(cluster.activePort(pair), pair)) {
      for (int i = 0; i < NAMES_OF_A_CLIENT && !isOver; i++) {
        Answer answer = connection.ask(pull("g" + names.getAndIncrement(), 1, 0));
        (answer instanceof Refusal ? refused : done).incrementAndGet();
      }
    }
  }

  private void flood(String pair) throws IOException {
    HostileClient client =
        new HostileClient(cluster.activePort(pair), pair, names.getAndIncrement());
    floods.add(client);
    client.run(1);
  }
}
