package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.Environment;
import io.feige.dist.cluster.FreePorts;
import io.feige.protocol.error.ErrorCode;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Hostile clients against a pair of real processes that fails over all the while, and a publisher
 * and a consumer beside them that must lose nothing. {@code -Dfeige.hostile.minutes=10} for longer.
 */
class HostilePairChaos {
  private static final int MINUTES = Integer.getInteger("feige.hostile.minutes", 2);
  private static final long KILL_MILLIS = 30_000;
  private static final Set<ErrorCode> FAULTS =
      Set.of(
          ErrorCode.INTERNAL,
          ErrorCode.INTERNAL_NOT_DONE,
          ErrorCode.FENCED,
          ErrorCode.STORAGE_FAILED,
          ErrorCode.UNRECOGNIZED);
  private static final String CALM = "calm";

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> HostilePairChaos.dir.resolve("logs"));

  private static Path dir = Path.of("");

  private final Set<String> confirmed = ConcurrentHashMap.newKeySet();
  private final Set<String> handled = new ConcurrentSkipListSet<>();
  private final List<HostileClient> hostile = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean isOver;
  private String address = "";

  @AfterEach
  void down() {
    isOver = true;
    hostile.forEach(HostileClient::end);
    run("down", "--dir", dir.toString());
  }

  private static CommandRun run(String... arguments) {
    CommandRun run = CommandRun.of(Environment.REAL, new byte[0], arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  @Test
  void noClientTakesAPairAwayFromTheOthers() throws Exception {
    dir = temporary.resolve("cluster");
    int base = FreePorts.forNodes(2);
    address = "127.0.0.1:" + base;
    run("up", "--dir", dir.toString(), "--port-base", "" + base, "--detach", "--json");
    awaitInSync();
    try (FeigeClient feige = FeigeClient.builder().admin(address).build()) {
      feige.topics().create(TopicSpec.of(CALM).withMaxAttempts(1_000));
      start("publish", () -> publish(feige.producer(CALM).build()));
      start("consume", () -> consume(feige.consumer(CALM).group("calm").build()));
      beHostile();
      killInTurn();
      hostile.forEach(HostileClient::end);
      awaitInSync();
      isOver = true;
      for (Thread thread : threads) {
        thread.join(Waits.patienceMillis());
      }
      try (Consumer rest = feige.consumer(CALM).group("calm").build()) {
        await()
            .until(() -> {
              handle(rest);
              return handled.containsAll(confirmed);
            });
      }
    }
    check();
  }

  private void start(String name, Runnable work) {
    Thread thread =
        Thread.ofPlatform()
            .name(name)
            .start(() -> {
              try {
                work.run();
              } catch (RuntimeException | AssertionError e) {
                failures.add(e);
              }
            });
    threads.add(thread);
  }

  private void publish(Producer producer) {
    for (int i = 0; !isOver; i++) {
      String text = "message " + i;
      try {
        producer.publish(Message.of(text));
        confirmed.add(text);
      } catch (FeigeException e) {
        // Not confirmed: nobody counts on it.
      }
    }
  }

  private void consume(Consumer consumer) {
    while (!isOver) {
      handle(consumer);
    }
    consumer.close();
  }

  private void handle(Consumer consumer) {
    try {
      List<Delivery> deliveries = consumer.pull(100, Duration.ofMillis(500));
      deliveries.forEach(delivery -> handled.add(delivery.text()));
      consumer.ackAll(deliveries);
    } catch (FeigeException e) {
      // A failover: what was not acked comes again.
    }
  }

  private void beHostile() {
    long seed = 1;
    for (JsonNode node : status().get("nodes")) {
      String at = node.get("address").asString();
      int port = Integer.parseInt(at.substring(at.lastIndexOf(':') + 1));
      for (JsonNode pair : status().get("pairs")) {
        HostileClient client = new HostileClient(port, pair.get("id").asString(), seed++);
        hostile.add(client);
        start("hostile", client::run);
      }
    }
  }

  private void killInTurn() throws InterruptedException, IOException {
    long end = System.nanoTime() + Duration.ofMinutes(MINUTES).toNanos();
    for (int turn = 1; System.nanoTime() - end < 0; turn++) {
      Thread.sleep(Math.clamp((end - System.nanoTime()) / 1_000_000, 1, KILL_MILLIS));
      String node = "node-" + (1 + turn % 2);
      long pid = Long.parseLong(Files.readString(dir.resolve(node + ".pid")).strip());
      ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
      process.destroyForcibly();
      process.onExit().join();
      run("up", "--dir", dir.toString(), "--restart", node);
      awaitInSync();
    }
  }

  private JsonNode status() {
    return new JsonMapper().readTree(run("--admin", address, "status", "--json").out());
  }

  private void awaitInSync() {
    await()
        .ignoreExceptions()
        .until(() ->
            StreamSupport.stream(status().get("pairs").spliterator(), false)
                .allMatch(
                    pair -> pair.get("serving").asBoolean() && pair.get("inSync").size() == 2));
  }

  private void check() throws IOException {
    Map<ErrorCode, Long> refusals = new TreeMap<>();
    hostile.forEach(
        each -> each.refusals().forEach((code, n) -> refusals.merge(code, n, Long::sum)));
    System.out.printf(
        "%,d hostile requests sent, %,d done, refused: %s; %,d messages confirmed beside them%n",
        hostile.stream().mapToLong(HostileClient::sent).sum(),
        hostile.stream().mapToLong(HostileClient::results).sum(),
        refusals,
        confirmed.size());
    assertThat(failures).isEmpty();
    assertThat(refusals.keySet()).doesNotContainAnyElementsOf(FAULTS);
    assertThat(confirmed).hasSizeGreaterThan(1_000);
    try (Stream<Path> logs = Files.list(dir.resolve("logs"))) {
      for (Path log : logs.toList()) {
        assertThat(Files.readAllLines(log))
            .as(log.toString())
            .noneMatch(line -> line.contains("FEIGE-2006") || line.contains("FEIGE-9001"));
      }
    }
  }
}
