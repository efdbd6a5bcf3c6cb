package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.Receipt;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.client.TopicSpec;
import io.feige.dist.admin.ClusterStatus;
import io.feige.dist.cluster.FreePorts;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pair of real processes whose wall clocks are put an hour forward and back, each on the standby
 * and on the active, with failovers in between. What holds then is in docs/adr/0014-time.md. {@code
 * -Dfeige.chaos.rounds=5} for more than once.
 */
class ClockStepChaos {
  private static final int ROUNDS = Integer.getInteger("feige.chaos.rounds", 1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

  /** A date is looked at every ten seconds at the latest; the rest is for slow machines. */
  private static final Duration LOOKED_AT = Duration.ofSeconds(16);

  /** So much is written that journal files are sealed, which is when they could go. */
  private static final int LONG = 200_000;

  private static final int LONG_MESSAGES = 60;
  private static final int MESSAGES = 50;
  private static final int TRIES = 5;
  private static final long CLOSE_MILLIS = 30_000;
  private static final String TOPIC = "steps";
  private static final String DATES = "dates";
  private static final String SETTINGS =
      """
      journal: {segmentBytes: 4MiB}
      limits: {maxFrameBytes: 1MiB, maxBatchBytes: 900KiB}
      """;

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> temporary.resolve("logs"));

  private final Map<String, SteppedClock> clocks = new HashMap<>();
  private final Map<String, Receipt> confirmed = new LinkedHashMap<>();
  private final Map<String, Instant> came = new ConcurrentHashMap<>();
  private final List<Long> lateMillis = new ArrayList<>();
  private volatile boolean isOver;

  @Test
  void clocksThatAreSteppedLoseNothingAndDatesGoByTheClockOfWhoServes() throws Exception {
    Map<String, Map<String, String>> environment = new HashMap<>();
    for (String node : List.of("node-1", "node-2")) {
      SteppedClock clock = SteppedClock.in(temporary.resolve(node + ".clock"));
      clocks.put(node, clock);
      environment.put(node, clock.environment());
    }
    OwnCluster.Plan plan =
        new OwnCluster.Plan(temporary, FreePorts.forNodes(4), 1, SETTINGS, environment);
    try (OwnCluster cluster = new OwnCluster(plan)) {
      cluster.startAll();
      cluster.awaitWhole();
      try (FeigeClient feige = FeigeClient.builder().servers(cluster.addresses()).build()) {
        feige.topics().create(TopicSpec.of(DATES));
        feige
            .topics()
            .create(TopicSpec.of(TOPIC).withRetention(HALF_AN_HOUR).withKeepForGroups(false));
        Thread consumer = Thread.ofPlatform().start(() -> consume(feige));
        fillJournalFiles(feige);
        for (int round = 0; round < ROUNDS; round++) {
          standbyIsWrong(cluster, feige, HOUR);
          standbyIsWrong(cluster, feige, HOUR.negated());
          activeIsAhead(cluster, feige, round == 0);
          activeIsBehind(cluster, feige);
        }
        requireEverything(feige);
        isOver = true;
        consumer.join(Waits.patience());
      }
    }
    lateMillis.sort(null);
    System.out.printf(
        "clocks stepped by an hour, %d times: %d messages confirmed, all found; dates met after %s"
            + " ms%n",
        4 * ROUNDS, confirmed.size(), lateMillis);
  }

  private void consume(FeigeClient feige) {
    try (Consumer consumer = feige.consumer(DATES).group("dates").build()) {
      while (!isOver) {
        try {
          for (Delivery delivery : consumer.pull(100, Duration.ofMillis(200))) {
            came.putIfAbsent(delivery.text(), Instant.now());
            delivery.ack();
          }
        } catch (FeigeException e) {
          // A failover: what was not acked comes again.
        }
      }
    }
  }

  private void fillJournalFiles(FeigeClient feige) {
    try (Producer producer = feige.producer(TOPIC).build()) {
      for (int i = 0; i < LONG_MESSAGES; i++) {
        String text = "long " + i + " " + "x".repeat(LONG);
        confirmed.put(text, producer.publish(Message.of(text)));
      }
    }
  }

  /** Publishes some messages; the last receipt. */
  private Receipt publish(FeigeClient feige, String what) {
    try (Producer producer = feige.producer(TOPIC).build()) {
      for (int i = 1; i < MESSAGES; i++) {
        publish(producer, what);
      }
      return publish(producer, what);
    }
  }

  private Receipt publish(Producer producer, String what) {
    String text = what + " " + confirmed.size();
    Receipt receipt = producer.publish(Message.of(text));
    confirmed.put(text, receipt);
    return receipt;
  }

  private static void date(FeigeClient feige, String text, Instant deliverAt) {
    try (Producer producer = feige.producer(DATES).build()) {
      producer.publish(Message.builder().body(text).deliverAt(deliverAt).build());
    }
  }

  private void mustCome(String text, Instant due) {
    await().until(() -> came.containsKey(text));
    Duration late = Duration.between(due, cameAt(text));
    assertThat(late).as(text).isBetween(Duration.ofMillis(-50), LOOKED_AT);
    lateMillis.add(late.toMillis());
  }

  private void mustNotCome(String text) throws InterruptedException {
    Thread.sleep(LOOKED_AT);
    assertThat(came).doesNotContainKey(text);
  }

  private SteppedClock clock(String node) {
    return Objects.requireNonNull(clocks.get(node), node);
  }

  private Instant cameAt(String text) {
    return Objects.requireNonNull(came.get(text), text);
  }

  private static String other(String node) {
    return node.equals("node-1") ? "node-2" : "node-1";
  }

  private static long aheadMillis(Receipt receipt) {
    return receipt.storedAtMillis() - System.currentTimeMillis();
  }

  /** Nothing goes by the standby's clock; unless it becomes the active meanwhile. */
  private void standbyIsWrong(OwnCluster cluster, FeigeClient feige, Duration by) throws Exception {
    for (int tries = 0; tries < TRIES; tries++) {
      cluster.awaitWhole();
      ClusterStatus.PairLine pair = cluster.pair();
      String standby = other(pair.active());
      long before = aheadMillis(publish(feige, "before the standby's step by " + by));
      clock(standby).step(by);
      Instant due = Instant.now().plusSeconds(2);
      String text = "standby's step by " + by + due;
      date(feige, text, due);
      await().until(() -> came.containsKey(text));
      long after = aheadMillis(publish(feige, "after the standby's step by " + by));
      boolean isSame = cluster.pair().epoch() == pair.epoch();
      clock(standby).step(Duration.ZERO);
      if (isSame) {
        mustCome(text, due);
        assertThat(after - before)
            .as("how far stamps moved")
            .isBetween(-CLOSE_MILLIS, CLOSE_MILLIS);
        return;
      }
    }
    throw new AssertionError("the pair does not stay where it is");
  }

  private void activeIsAhead(OwnCluster cluster, FeigeClient feige, boolean isFirst)
      throws Exception {
    cluster.awaitWhole();
    String active = cluster.pair().active();
    publish(feige, "before the step");
    Instant stepped = Instant.now();
    String soon = "within the hour " + stepped;
    date(feige, soon, stepped.plus(HALF_AN_HOUR));
    clock(active).step(HOUR);
    mustCome(soon, stepped);
    Instant due = Instant.now().plusSeconds(4);
    date(feige, "ahead " + due, due.plus(HOUR));
    mustCome("ahead " + due, due);
    Receipt last = publish(feige, "ahead");
    assertThat(aheadMillis(last))
        .isBetween(HOUR.toMillis() - CLOSE_MILLIS, HOUR.toMillis() + 1_000);
    if (isFirst) {
      readsFromTheSkippedHour(feige, stepped.plus(HALF_AN_HOUR));
    }
    failOver(cluster, active);
    clock(active).step(Duration.ZERO);
    cluster.start(active);
    long later = publish(feige, "behind the stamps").storedAtMillis();
    assertThat(later).as("stamps do not go back").isGreaterThanOrEqualTo(last.storedAtMillis());
    due = Instant.now().plusSeconds(3);
    date(feige, "right again " + due, due);
    date(feige, "not within the hour " + due, due.plus(HALF_AN_HOUR));
    mustCome("right again " + due, due);
    mustNotCome("not within the hour " + due);
  }

  private void activeIsBehind(OwnCluster cluster, FeigeClient feige) throws Exception {
    cluster.awaitWhole();
    String active = cluster.pair().active();
    long before = publish(feige, "before the step back").storedAtMillis();
    clock(active).step(HOUR.negated());
    long after = publish(feige, "behind").storedAtMillis();
    assertThat(after).as("stamps do not go back").isGreaterThanOrEqualTo(before);
    Instant due = Instant.now().plusSeconds(1);
    String text = "when that clock says so " + due;
    date(feige, text, due);
    mustNotCome(text);
    Instant failedOver = Instant.now();
    failOver(cluster, active);
    clock(active).step(Duration.ZERO);
    cluster.start(active);
    mustCome(text, failedOver);
    long last = publish(feige, "after the step back").storedAtMillis();
    assertThat(last).as("stamps do not go back").isGreaterThanOrEqualTo(after);
  }

  private static void failOver(OwnCluster cluster, String active) throws Exception {
    cluster.kill(active);
    await()
        .until(() ->
            cluster
                .status()
                .filter(status -> !status.pairs().getFirst().active().equals(active))
                .filter(status -> status.pairs().getFirst().serving())
                .isPresent());
  }

  /** Nothing has a stamp within the hour that was skipped. */
  private void readsFromTheSkippedHour(FeigeClient feige, Instant from) {
    List<String> later =
        confirmed.entrySet().stream()
            .filter(entry -> entry.getValue().storedAtMillis() >= from.toEpochMilli())
            .map(Map.Entry::getKey)
            .toList();
    assertThat(later).hasSizeBetween(1, MESSAGES).allMatch(text -> text.startsWith("ahead"));
    List<ReceivedMessage> found =
        read(feige, StartFrom.time(from), texts -> texts.containsAll(later));
    assertThat(found.stream().map(ReceivedMessage::text)).containsExactlyElementsOf(later);
  }

  /** Retention has removed nothing, nothing is lost or there twice, and stamps are in order. */
  private void requireEverything(FeigeClient feige) {
    List<ReceivedMessage> found =
        read(feige, StartFrom.earliest(), texts -> texts.containsAll(confirmed.keySet()));
    assertThat(found.stream().map(ReceivedMessage::text))
        .containsExactlyElementsOf(confirmed.keySet());
    assertThat(found.stream().map(ReceivedMessage::storedAtMillis)).isSorted();
  }

  private static List<ReceivedMessage> read(
      FeigeClient feige, StartFrom from, Predicate<List<String>> isAll) {
    List<ReceivedMessage> found = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    long end = System.nanoTime() + Waits.patience().toNanos();
    try (Reader reader = feige.reader(TOPIC).from(from).build()) {
      boolean isWhole = false;
      while (!isWhole && System.nanoTime() - end < 0) {
        for (ReceivedMessage message : reader.read(100, Duration.ofSeconds(1))) {
          found.add(message);
          texts.add(message.text());
        }
        isWhole = isAll.test(texts);
      }
    }
    return found;
  }
}
