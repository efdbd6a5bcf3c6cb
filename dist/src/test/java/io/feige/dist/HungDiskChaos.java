package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.dist.cli.Environment;
import io.feige.dist.cluster.FreePorts;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Real processes of which one has a disk that does not answer: strace holds its fsyncs up. {@code
 * -Dfeige.chaos.rounds=5} for more than once.
 */
class HungDiskChaos {
  private static final int ROUNDS = Integer.getInteger("feige.chaos.rounds", 2);
  private static final long HANGS_NANOS = 8_000_000_000L;
  private static final String HOLD_UP = "inject=fdatasync,fsync:delay_enter=6000000";

  /** What clusters of {@code up} have as journal.fsyncTimeout. */
  private static final long FSYNC_MILLIS = 2_000;

  /** While it begins, strace stops every thread of the process. */
  private static final long ATTACHING_MILLIS = 1_000;

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS =
      new ClusterLogs(() -> temporary.resolve("cluster").resolve("logs"));

  private Path dir = temporary;
  private String address = "";

  @BeforeEach
  void up() {
    dir = temporary.resolve("cluster");
    int base = FreePorts.forNodes(2);
    address = "127.0.0.1:" + base;
    run("up", "--dir", dir.toString(), "--port-base", "" + base, "--detach");
    await().until(() -> pair().get("inSync").size() == 2);
  }

  @AfterEach
  void down() {
    run("down", "--dir", dir.toString());
  }

  private static CommandRun run(String... arguments) {
    CommandRun run = CommandRun.of(Environment.REAL, new byte[0], arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private JsonNode pair() {
    CommandRun status = run("--admin", address, "status", "--json");
    return new JsonMapper().readTree(status.out()).get("pairs").get(0);
  }

  private String logOf(String node) throws IOException {
    return Files.readString(dir.resolve("logs").resolve(node + ".log"));
  }

  private Process holdUp(String node) throws IOException {
    String pid = Files.readString(dir.resolve(node + ".pid")).strip();
    try {
      return new ProcessBuilder(
              "strace", "-f", "-q", "-p", pid, "-e", "trace=fdatasync,fsync", "-e", HOLD_UP)
          .redirectErrorStream(true)
          .redirectOutput(dir.resolve("strace.out").toFile())
          .start();
    } catch (IOException e) {
      throw new AssertionError(
          "this test needs strace, which is not here: apt-get install strace", e);
    }
  }

  @Test
  void pairLeavesAnActiveWhoseDiskHangsWithinTheBoundAndNothingIsLost() throws Exception {
    List<String> published = new ArrayList<>();
    List<Long> pauses = new ArrayList<>();
    long boundMillis = pair().get("failoverBoundMillis").asLong();
    try (FeigeClient feige = FeigeClient.builder().admin(address).build()) {
      Producer producer = feige.producer("hung").build();
      for (int i = 0; i < 100; i++) {
        publish(producer, published);
      }
      for (int round = 0; round < ROUNDS; round++) {
        await().until(() -> pair().get("inSync").size() == 2);
        pauses.add(hang(producer, published));
      }
    }

    Collections.sort(pauses);
    System.out.printf(
        "an fsync hung, %d times: publishing stood still for %s ms, the bound is %d ms%n",
        ROUNDS, pauses, boundMillis);
    assertThat(pauses.getLast()).isLessThan(boundMillis + FSYNC_MILLIS + ATTACHING_MILLIS);
    assertThat(run("--admin", address, "read", "hung").outText().lines())
        .containsExactlyInAnyOrderElementsOf(published);
  }

  /** The longest time that a publish took while the active's disk hung, in milliseconds. */
  private long hang(Producer producer, List<String> published) throws Exception {
    JsonNode before = pair();
    String active = before.get("active").asString();
    long longestNanos = 0;
    Process strace = holdUp(active);
    try {
      for (long end = System.nanoTime() + HANGS_NANOS; System.nanoTime() < end; ) {
        longestNanos = Math.max(longestNanos, publish(producer, published));
      }
    } finally {
      strace.destroy();
      Waits.end(strace);
    }
    assertThat(logOf(active)).contains("FEIGE-2021 pair-1");
    assertThat(pair().get("epoch").asLong()).isGreaterThan(before.get("epoch").asLong());
    return longestNanos / 1_000_000;
  }

  /** Publishes one more and says how long that took. */
  private static long publish(Producer producer, List<String> published) {
    String text = "message " + published.size();
    long from = System.nanoTime();
    producer.publish(Message.of(text));
    published.add(text);
    return System.nanoTime() - from;
  }
}
