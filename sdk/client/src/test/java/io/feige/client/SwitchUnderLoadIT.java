package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.ScriptedAdmin;
import io.feige.client.node.ScriptedPair;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.PairRoute;
import io.feige.testkit.Waits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Publishers and a consumer at work while their pair moves again and again. */
class SwitchUnderLoadIT {
  private static final int PUBLISHERS = 3;
  private static final int SWITCHES = 12;

  private final ScriptedAdmin admin = new ScriptedAdmin("admin-1");
  private final ScriptedPair pair = new ScriptedPair("pair-1");
  private final List<SwitchEvent> switches = new CopyOnWriteArrayList<>();
  private final FeigeClient feige =
      FeigeClient.builder().admin(admin.address()).onSwitch(switches::add).build();
  private final AtomicBoolean isPublishing = new AtomicBoolean(true);
  private final Set<String> published = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> ackedAt = new ConcurrentHashMap<>();
  private final Set<String> afterAck = ConcurrentHashMap.newKeySet();
  private final AtomicInteger delivered = new AtomicInteger();
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService workers = Executors.newCachedThreadPool();

  SwitchUnderLoadIT() {
    admin.tell(pair.route());
  }

  @AfterEach
  void close() {
    feige.close();
    admin.close();
    pair.close();
    later.shutdownNow();
    workers.shutdownNow();
  }

  @Test
  void plannedSwitchesLoseNothingAndDeliverNothingAgainThatWasAcked() throws Exception {
    runThroughSwitches(pair::switchOver);
  }

  @Test
  void killsLoseNothingAndDeliverNothingAgainThatWasAcked() throws Exception {
    runThroughSwitches(pair::kill);
    assertThat(switches.stream().mapToInt(SwitchEvent::resentBatches).sum()).isPositive();
  }

  private void runThroughSwitches(Supplier<PairRoute> activateOther) throws Exception {
    List<CompletableFuture<Void>> publishers = new ArrayList<>();
    Producer producer = feige.producer("t").build();
    for (int i = 0; i < PUBLISHERS; i++) {
      int number = i;
      publishers.add(CompletableFuture.runAsync(() -> publish(producer, number), workers));
    }
    CompletableFuture<Void> consuming = CompletableFuture.runAsync(this::consume, workers);
    for (int i = 1; i <= SWITCHES; i++) {
      long begin = System.nanoTime();
      int before = delivered.get();
      long end = pair.end();
      await().until(() -> delivered.get() > before && pair.end() > end + 50);
      PairRoute route = activateOther.get();
      int expected = i;
      var unused = later.schedule(() -> admin.tell(route), 5, TimeUnit.MILLISECONDS);
      await().until(() -> switches.size() == expected);
      // Something was answered after the beginning, so no pause began before it.
      long millis = Duration.ofNanos(System.nanoTime() - begin).toMillis();
      assertThat(switches.get(i - 1).pauseMillis()).isLessThanOrEqualTo(millis);
    }
    isPublishing.set(false);
    publishers.forEach(CompletableFuture::join);
    Waits.get(consuming);

    List<String> stored = stored();
    assertThat(Set.copyOf(stored).equals(published)).isTrue();
    assertThat(stored).hasSize(published.size());
    assertThat(ackedAt.keySet().equals(published)).isTrue();
    assertThat(afterAck).isEmpty();
  }

  /** Some wait for each message, others for none. */
  private void publish(Producer producer, int number) {
    List<CompletableFuture<Receipt>> futures = new ArrayList<>();
    for (int i = 0; isPublishing.get(); i++) {
      String body = number + "-" + i;
      published.add(body);
      if (number == 0) {
        producer.publish(Message.of("k" + i % 10, body));
      } else {
        futures.add(producer.publishAsync(Message.of(body)));
        if (futures.size() % 20 == 0) {
          futures.get(futures.size() - 1).join();
        }
      }
    }
    futures.forEach(CompletableFuture::join);
  }

  private void consume() {
    Consumer consumer = feige.consumer("t").group("g").build();
    while (isPublishing.get() || ackedAt.size() < published.size()) {
      List<Delivery> deliveries = consumer.pull(100, Duration.ofMillis(20));
      for (Delivery delivery : deliveries) {
        if (ackedAt.containsKey(delivery.text())) {
          afterAck.add(delivery.text());
        }
      }
      consumer.ackAll(deliveries);
      deliveries.forEach(delivery -> ackedAt.put(delivery.text(), System.nanoTime()));
      delivered.addAndGet(deliveries.size());
    }
  }

  private List<String> stored() {
    List<String> bodies = new ArrayList<>();
    for (ByteBuffer frame : pair.frames()) {
      BatchReader batch =
          BatchReader.open(
              StoredFrame.at(frame, 0).batch(), (how, from, to) -> Decompressor.DAMAGED, 1 << 24);
      for (int i = 0; i < batch.head().recordCount(); i++) {
        bodies.add(new String(batch.record(i).body(), StandardCharsets.UTF_8));
      }
    }
    return bodies;
  }
}
