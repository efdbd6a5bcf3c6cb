package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.testkit.Waits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Proxies and nodes are killed under thousands of clients of the proxies. Nothing that had a
 * receipt is lost, nothing is stored or told twice, and each client is back soon.
 */
class ProxyChaos {
  private static final int SESSIONS = Integer.getInteger("feige.chaos.sessions", 2_000);
  private static final int PUBLISHERS = Integer.getInteger("feige.chaos.publishers", 200);
  private static final int KILLS = Integer.getInteger("feige.chaos.kills", 20);
  private static final int ROOMS = 20;
  private static final long BACK_MILLIS = 2_000;

  @TempDir Path temporary;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .executor(Executors.newVirtualThreadPerTaskExecutor())
          .build();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final List<AtomicInteger> rooms =
      Stream.generate(AtomicInteger::new).limit(ROOMS).toList();
  private final Outages sessionsWereAway = new Outages();
  private final Outages publishesMetAKill = new Outages();
  private final List<ChaosListener> listeners = new ArrayList<>();

  @Test
  void killsLoseNothingAndRepeatNothingAndEachClientIsBackSoon() throws Exception {
    long seed = Long.getLong("feige.chaos.seed", System.nanoTime());
    System.out.println("feige.chaos.seed=" + seed);
    try (ProxyPair pair = new ProxyPair(temporary.resolve("cluster"), http);
        ChaosCrowd crowd = follow(pair)) {
      awaitAllThere(crowd);
      List<ProxyCaller> proxies = List.of(pair.one(), pair.two());
      AtomicBoolean isOver = new AtomicBoolean();
      List<Thread> publishers =
          IntStream.range(0, PUBLISHERS)
              .mapToObj(_ ->
                  Thread.ofVirtual()
                      .start(
                          new ChaosPublisher(
                              proxies, rooms, publishesMetAKill, isOver::get, faults::add)))
              .toList();
      kill(pair, crowd, new Random(seed));
      isOver.set(true);
      for (Thread publisher : publishers) {
        publisher.join();
      }
      await()
          .atMost(Waits.patience().multipliedBy(4))
          .untilAsserted(() -> assertThat(behind()).isZero());
    } finally {
      http.shutdownNow();
    }
    int published = rooms.stream().mapToInt(AtomicInteger::get).sum();
    System.out.println(
        KILLS
            + " kills, "
            + published
            + " messages with a receipt, none lost, none twice; sessions were away "
            + sessionsWereAway
            + "; publishes that met a kill took: "
            + publishesMetAKill);
    assertThat(faults).isEmpty();
    assertThat(sessionsWereAway.percentile(99)).isLessThanOrEqualTo(BACK_MILLIS);
    assertThat(publishesMetAKill.percentile(99)).isLessThanOrEqualTo(BACK_MILLIS);
  }

  private ChaosCrowd follow(ProxyPair pair) throws IOException {
    List<InetSocketAddress> places =
        Stream.of(pair.one(), pair.two())
            .map(proxy -> URI.create(proxy.base()))
            .map(place -> new InetSocketAddress(place.getHost(), place.getPort()))
            .toList();
    for (int room = 0; room < ROOMS; room++) {
      pair.run("topic", "create", ChaosPublisher.topic(room));
    }
    for (int i = 0; i < SESSIONS; i++) {
      String topic = ChaosPublisher.topic(i % ROOMS);
      int first = i / ROOMS % places.size();
      listeners.add(new ChaosListener(first, topic, sessionsWereAway, faults::add));
    }
    return new ChaosCrowd(places, listeners, faults::add);
  }

  private void kill(ProxyPair pair, ChaosCrowd crowd, Random random) throws Exception {
    for (int i = 0; i < KILLS; i++) {
      Thread.sleep(random.nextLong(1_000, 3_000));
      String victim = pair.victim(random.nextInt(4));
      pair.kill(victim);
      awaitAllThere(crowd);
      pair.restart(victim);
      pair.awaitInSync();
      System.out.println((i + 1) + ": killed " + victim + "; sessions away " + sessionsWereAway);
    }
  }

  private static void awaitAllThere(ChaosCrowd crowd) {
    await().atMost(Waits.patience().multipliedBy(4)).until(crowd::areAllThere);
  }

  private long behind() {
    return IntStream.range(0, listeners.size())
        .filter(i -> !listeners.get(i).hasAllBelow(rooms.get(i % ROOMS).get()))
        .count();
  }
}
