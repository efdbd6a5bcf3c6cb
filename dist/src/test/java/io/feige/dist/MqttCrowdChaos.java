package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.testkit.Waits;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes of a cluster are killed at random, again and again, under clients of MQTT whose
 * sessions are kept. {@code -Dfeige.chaos.rounds=10 -Dfeige.chaos.crowd=5000} for 50 times under
 * 5,000 clients.
 */
class MqttCrowdChaos {
  private static final int KILLS = 5 * Integer.getInteger("feige.chaos.rounds", 1);
  private static final int CROWD = Integer.getInteger("feige.chaos.crowd", 1_000);
  private static final int PUBLISHERS = 4;
  private static final long CALM_MILLIS = 1_000;

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> temporary.resolve("cluster/logs"));

  private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
  private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicBoolean isOver = new AtomicBoolean();

  @Test
  void whatIsAckedReachesEachSessionOnceWhateverIsKilled() throws Exception {
    Random random = new Random(Long.getLong("feige.chaos.seed", System.nanoTime()));
    try (HttpClient http = HttpClient.newHttpClient();
        ProxyPair pair = new ProxyPair(temporary.resolve("cluster"), http, "--pairs", "1");
        MqttCrowd crowd = new MqttCrowd(CROWD, pair.mqttPort(1), pair.mqttPort(2))) {
      await()
          .atMost(Waits.patience().multipliedBy(3))
          .until(() -> crowd.subscribed() == CROWD || !crowd.wrong().isEmpty());
      List<Thread> publishers = new ArrayList<>();
      for (int i = 0; i < PUBLISHERS; i++) {
        int number = i;
        publishers.add(Thread.ofPlatform().start(() -> publish(pair, number)));
      }
      Map<String, Integer> killed = new TreeMap<>();
      for (int i = 0; i < KILLS; i++) {
        Thread.sleep(CALM_MILLIS);
        boolean isNode = i > 0 && random.nextBoolean();
        String victim = (isNode ? "node-" : "proxy-") + (1 + random.nextInt(2));
        killed.merge(victim, 1, Integer::sum);
        pair.kill(victim);
        Thread.sleep(random.nextInt(500));
        pair.restart(victim);
        pair.awaitInSync();
        await()
            .atMost(Waits.patience().multipliedBy(3))
            .until(() -> crowd.connected() == CROWD || !crowd.wrong().isEmpty());
      }
      isOver.set(true);
      for (Thread publisher : publishers) {
        publisher.join();
      }
      await()
          .atMost(Waits.patience().multipliedBy(3))
          .until(
              () -> crowd.received().keySet().containsAll(confirmed) || !crowd.wrong().isEmpty());
      List<Long> pauses = crowd.pauses();
      System.out.printf(
          "killed %s under %d clients: %d messages acked, %d connections lost and back, after %d"
              + " ms (p50), %d (p99), %d at most%n",
          killed,
          CROWD,
          confirmed.size(),
          pauses.size(),
          pauses.get(pauses.size() / 2),
          pauses.get(pauses.size() * 99 / 100),
          pauses.getLast());
      assertThat(crowd.wrong()).isEmpty();
      assertThat(failures).isEmpty();
      assertThat(confirmed).hasSizeGreaterThan(KILLS);
      Set<String> lost = new HashSet<>(confirmed);
      lost.removeAll(crowd.received().keySet());
      assertThat(lost).isEmpty();
      assertThat(crowd.received().entrySet())
          .filteredOn(each -> isExactlyOnce(each.getKey()))
          .extracting(Map.Entry::getValue)
          .containsOnly(1);
    }
  }

  /** Those with an odd number have subscribed with QoS 2. */
  private static boolean isExactlyOnce(String received) {
    return Integer.parseInt(received.substring("crowd/".length(), received.indexOf('='))) % 2 == 1;
  }

  private void publish(ProxyPair pair, int number) {
    String here = pair.mqtt(1 + number % 2);
    try (PahoThree publisher = new PahoThree(here, "publisher-" + number, false)) {
      publisher.goOnAt(here, pair.mqtt(2 - number % 2));
      publisher.connect();
      while (!isOver.get()) {
        int body = next.getAndIncrement();
        String topic = MqttCrowd.topic(body % CROWD);
        if (publisher.publishedOnce(topic, Integer.toString(body))) {
          confirmed.add(topic + "=" + body);
        }
      }
    } catch (Exception e) {
      failures.add(e);
    }
  }
}
