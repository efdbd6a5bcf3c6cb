package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.TopicSpec;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.StartAt;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that may publish and consume make the nodes of {@code up}, with the small heap that those
 * have, keep as much as they can. No process ends, no pair fails over, another client is served
 * meanwhile, and both nodes come back with what they have to keep.
 */
class GreedyClientIT {
  private static final int GROUPS = 20;
  private static final int MANY = 60_000;
  private static final int LOOK = 10_000;
  private static final int PULLS = 100_000;
  private static final int CONNECTIONS = 4;
  private static final int READS = 3_500;

  /** So many that each pair gets messages. */
  private static final int KEYS = 20;

  private static final Duration FAR = Duration.ofDays(1);
  private static final Duration LITTLE = Duration.ofMillis(200);
  private static final List<String> NODES = List.of("node-1", "node-2");
  private static final List<String> PAIRS = List.of("pair-1", "pair-2");

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  @Test
  void consumersThatGiveEachMessageADelayOfItsOwnStopNobody() throws Exception {
    publishMany();
    whileOthersAreServed(() ->
        await()
            .untilAsserted(() -> {
              // On a busy machine a pull can come back empty although there is more.
              for (int group = 0; group < GROUPS; group++) {
                nackAll("greedy-" + group);
              }
              for (String pair : PAIRS) {
                long limit = metric("feige_outstanding_limit", pair);
                assertThat(limit).isPositive();
                assertThat(metric("feige_outstanding_messages", pair)).isBetween(limit / 2, limit);
              }
            }));
    String described = CLUSTER.get().ask("group", "describe", "greedy", "greedy-0");
    assertThat(described).contains("messages outstanding of the");
    restartBoth();
  }

  @Test
  void delayedMessagesWithoutEndStopNobody() throws Exception {
    whileOthersAreServed(() -> {
      Semaphore open = new Semaphore(5_000);
      try (FeigeClient client = CLUSTER.get().client();
          Producer producer = client.producer("later").timeout(Duration.ofSeconds(2)).build()) {
        for (int i = 0; i % LOOK != 0 || fullOfDelayed() == 0; i++) {
          open.acquireUninterruptibly();
          Message message = Message.builder().body(new byte[0]).delay(FAR.plusSeconds(i)).build();
          var _ = producer.publishAsync(message).whenComplete((_, _) -> open.release());
        }
      }
    });
    assertThat(fullOfDelayed()).isPositive();
    restartBoth();
  }

  @Test
  void pullsWithoutEndOnFewConnectionsStopNobody() throws Exception {
    whileOthersAreServed(() -> {
      for (int round = 0; round < 3; round++) {
        try (RawConnection one = new RawConnection(CLUSTER.get().activePort("pair-1"), "pair-1");
            RawConnection another =
                new RawConnection(CLUSTER.get().activePort("pair-1"), "pair-1")) {
          for (RawConnection client : List.of(one, another)) {
            Thread.ofVirtual().start(() -> pullWithoutEnd(client));
          }
          for (RawConnection client : List.of(one, another)) {
            // The first answer refuses one: as many wait as may.
            assertThat(client.in().read()).isNotNegative();
          }
        }
      }
    });
  }

  @Test
  void readsWithoutEndThatWaitForOneMessageStopNobody() throws Exception {
    try (FeigeClient client = CLUSTER.get().client();
        Producer producer = client.producer("crowd").build()) {
      client.topics().create(TopicSpec.of("crowd"));
      whileOthersAreServed(() -> {
        int port = CLUSTER.get().activePort("pair-1");
        List<RawConnection> crowd = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
          RawConnection one = new RawConnection(port, "pair-1");
          one.send(READS, new Read("crowd", 0, ReadFrom.latest(), 1 << 20, 600_000));
          // It is behind them, so they all wait when it is answered.
          assertThat(one.ask(new ListTopics("crowd"))).isInstanceOf(TopicList.class);
          crowd.add(one);
        }
        for (int i = 0; i < KEYS; i++) {
          producer.publish(Message.of("key-" + i, ""));
        }
        for (RawConnection one : crowd) {
          one.skipAnswers(READS);
          one.close();
        }
      });
    }
  }

  /** Very many pulls at once, each of which is to wait. */
  private static void pullWithoutEnd(RawConnection client) {
    try {
      client.send(
          PULLS,
          new Pull(
              "nothing",
              0,
              "g",
              "c",
              0,
              StartAt.LATEST,
              1,
              1 << 20,
              600_000,
              0,
              LeaseStage.STARTED));
    } catch (IOException e) {
      // The test has seen enough and closed it.
    }
  }

  /** How many pairs have as many delayed batches as they may. */
  private static long fullOfDelayed() {
    return PAIRS.stream()
        .filter(pair -> {
          long limit = metric("feige_delayed_limit", pair);
          return limit > 0 && metric("feige_delayed_batches", pair) == limit;
        })
        .count();
  }

  @Test
  void mailboxesWithoutEndStopNobody() throws Exception {
    whileOthersAreServed(() -> {
      Semaphore open = new Semaphore(5_000);
      try (FeigeClient client = CLUSTER.get().client();
          Producer producer = client.producer("inbox").build()) {
        client.topics().create(TopicSpec.of("inbox").withMailboxCap(800));
        for (int i = 0; i % LOOK != 0 || leastFullOfMail() < 0.9; i++) {
          open.acquireUninterruptibly();
          Message message = Message.of("owner-" + i, "");
          var _ = producer.publishAsync(message).whenComplete((_, _) -> open.release());
        }
      }
    });
    long before = metric("feige_mailboxes", "pair-1");
    assertThat(before).isPositive();
    restartBoth();
    await().until(() -> metric("feige_mailboxes", "pair-1") == before);
  }

  /** Of the pair whose mailboxes take less of what they may. */
  private static double leastFullOfMail() {
    return PAIRS.stream()
        .mapToDouble(pair ->
            (double) metric("feige_mailbox_bytes", pair)
                / metric("feige_mailbox_limit_bytes", pair))
        .min()
        .orElseThrow();
  }

  private static void publishMany() throws IOException {
    try (FeigeClient client = CLUSTER.get().client();
        Producer producer = client.producer("greedy").build()) {
      List<CompletableFuture<?>> confirmed = new ArrayList<>();
      for (int i = 0; i < 2 * MANY; i++) {
        // Their keys spread them over both pairs.
        confirmed.add(producer.publishAsync(Message.of(Integer.toString(i), "")));
      }
      CompletableFuture.allOf(confirmed.toArray(CompletableFuture[]::new)).join();
    }
  }

  /** Every message again after a time that no other one has, and none is ever settled. */
  private static void nackAll(String group) throws IOException {
    try (FeigeClient client = CLUSTER.get().client();
        Consumer consumer =
            client
                .consumer("greedy")
                .group(group)
                .prefetch(0)
                .startFrom(GroupStart.EARLIEST)
                .build()) {
      List<CompletableFuture<Void>> said = new ArrayList<>();
      List<Delivery> some = consumer.pull(500, Waits.patience());
      while (!some.isEmpty()) {
        for (Delivery delivery : some) {
          // Neighbours are far apart, so that none can be kept together with the next.
          long seconds = delivery.offset() % 2 == 0 ? delivery.offset() : MANY + delivery.offset();
          said.add(delivery.nackAsync(FAR.plusSeconds(2 * seconds)));
        }
        some = consumer.pull(500, LITTLE);
      }
      CompletableFuture.allOf(said.toArray(CompletableFuture[]::new)).join();
    }
  }

  private static String newTopic() {
    return "honest-" + System.nanoTime();
  }

  private static void whileOthersAreServed(Greed greed) throws Exception {
    // After a test that has killed both, pairs are handed back to their masters.
    CLUSTER.get().awaitMasters();
    List<Integer> epochs = CLUSTER.get().epochs();
    List<String> processes = CLUSTER.get().processes(NODES);
    String topic = newTopic();
    try (FeigeClient client = CLUSTER.get().client()) {
      SteadyPublisher honest = SteadyPublisher.start(client, topic);
      greed.isSated();
      try (Consumer consumer = client.consumer(topic).group("g").build()) {
        assertThat(consumer.pull(1, Waits.patience())).hasSize(1);
      }
      honest.stop();
      honest.requireAllIn(client);
    }
    assertThat(CLUSTER.get().processes(NODES)).isEqualTo(processes);
    assertThat(CLUSTER.get().epochs()).isEqualTo(epochs);
  }

  /** What somebody does until there is no more to be had. */
  private interface Greed {
    void isSated() throws Exception;
  }

  private static void restartBoth() throws Exception {
    CLUSTER.get().killAndRestart(NODES);
    try (FeigeClient client = CLUSTER.get().client()) {
      SteadyPublisher honest = SteadyPublisher.start(client, newTopic());
      await().until(() -> honest.confirmedCount() > 100);
      honest.stop();
    }
  }

  /** At the node that serves the pair; the other one has nothing outstanding. */
  private static long metric(String name, String pair) {
    long highest = 0;
    for (int node = 1; node <= 2; node++) {
      String prefix = name + "{pair=\"" + pair + "\"} ";
      highest =
          Math.max(
              highest,
              scrape(CLUSTER.get().port() + 10 * node + 2)
                  .lines()
                  .filter(line -> line.startsWith(prefix))
                  .mapToLong(line -> (long) Double.parseDouble(line.substring(prefix.length())))
                  .findFirst()
                  .orElse(0));
    }
    return highest;
  }

  private static String scrape(int port) {
    try (HttpClient http = HttpClient.newHttpClient()) {
      URI metrics = URI.create("http://127.0.0.1:" + port + "/metrics");
      return http.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("no metrics at port " + port, e);
    }
  }
}
