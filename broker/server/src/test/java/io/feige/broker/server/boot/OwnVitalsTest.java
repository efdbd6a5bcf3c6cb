package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.feige.broker.server.net.RequestSink;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.Supervisor;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.NodeHealth;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.NodeUsage;
import io.feige.protocol.model.ReplicaDisk;
import io.feige.protocol.model.ThreadUse;
import io.feige.testkit.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a node tells of itself, whatever its replicas do. */
final class OwnVitalsTest {
  private static final long SOON_MILLIS = 20;
  private static final NodeUsage USAGE = new NodeUsage(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

  private final Supervisor supervisor = new Supervisor();
  private final SortedMap<String, CompletableFuture<DiskUse>> asked = new TreeMap<>();
  private final SortedMap<String, String> broken = new TreeMap<>();
  private final SortedMap<String, Integer> connections = new TreeMap<>();
  private boolean isDiskMissing;

  private OwnVitals vitals(long replicasMillis) {
    OwnVitals.Sources sources =
        new OwnVitals.Sources(
            () -> USAGE,
            () -> connections,
            supervisor,
            () -> supervisor.over(HealthReport.WELL),
            new Told(),
            this::freeBytes);
    return new OwnVitals("node-1", sources, replicasMillis);
  }

  private long freeBytes(String pair) {
    if (isDiskMissing) {
      throw new IllegalStateException("no disk");
    }
    return pair.length();
  }

  private final class Told implements Replicas {
    @Override
    public @Nullable RequestSink find(String pair) {
      return null;
    }

    @Override
    public SortedMap<String, CompletableFuture<DiskUse>> ask(String pair, int limit) {
      assertThat(pair).isEmpty();
      return asked;
    }

    @Override
    public HealthReport health() {
      return HealthReport.WELL;
    }

    @Override
    public SortedMap<String, String> broken() {
      return broken;
    }

    @Override
    public void handOver(long endNanos) {}

    @Override
    public void stop(long endNanos) {}

    @Override
    public void close() {}
  }

  private static DiskUse use(NodeRole role, long end) {
    return new DiskUse("node-1", role, 100, end, 9, 50, 12, 30, true, 0, List.of(), 0);
  }

  private static Answer await(CompletableFuture<Answer> asked) throws Exception {
    return Waits.get(asked);
  }

  private NodeVitals vitals() throws Exception {
    return (NodeVitals) await(vitals(Waits.patienceMillis()).ask());
  }

  @Test
  void everyReplicaIsToldWithItsDiskWhateverItDoes() throws Exception {
    asked.put("pair-1", CompletableFuture.completedFuture(use(NodeRole.ACTIVE, 104)));
    asked.put("pair-22", CompletableFuture.completedFuture(use(NodeRole.STANDBY, 200)));

    NodeVitals vitals = vitals();

    assertThat(vitals.nodeId()).isEqualTo("node-1");
    assertThat(vitals.usage()).isEqualTo(USAGE);
    assertThat(vitals.health()).isEqualTo(new NodeHealth(true, List.of(), List.of()));
    assertThat(vitals.replicas())
        .containsExactly(
            new ReplicaDisk("pair-1", NodeRole.ACTIVE, 4, 50, 6, 30),
            new ReplicaDisk("pair-22", NodeRole.STANDBY, 100, 50, 7, 30));
  }

  @Test
  void deadThreadsAndWhatFailsAreNamedWithTheirCauses() throws Exception {
    supervisor.died("feige-flush-pair-1", new AssertionError("on purpose"));
    supervisor.trouble("upkeep", new IllegalStateException("too large"));
    broken.put("pair-3", "the journal is damaged");

    NodeHealth health = vitals().health();

    assertThat(health.isAlive()).isFalse();
    assertThat(health.deadThreads())
        .containsExactly("feige-flush-pair-1 has died: java.lang.AssertionError: on purpose");
    assertThat(health.failing())
        .containsExactly(
            "upkeep fails: java.lang.IllegalStateException: too large",
            "the replica of pair-3 takes no part: the journal is damaged");
  }

  @Test
  void whatIsTooLongIsCutAndWhatIsTooManyIsCounted() throws Exception {
    for (int i = 10; i < 30; i++) {
      broken.put("pair-" + i, i == 10 ? "x".repeat(1_000) : "damaged");
    }

    List<String> failing = vitals().health().failing();

    assertThat(failing).hasSize(NodeHealth.MAX_SENTENCES);
    assertThat(failing.getFirst())
        .hasSize(503)
        .startsWith("the replica of pair-10 ")
        .endsWith("xxx...");
    assertThat(failing.getLast()).isEqualTo("and 5 more");
  }

  @Test
  void whatALibraryHasThrownIsOneLineOfWholeCharacters() throws Exception {
    String half = "\ud83d";
    broken.put("pair-1", "first\r\nsecond\u0000" + half);
    broken.put("pair-2", "\ud83d\udd4a".repeat(600));

    List<String> failing = vitals().health().failing();

    assertThat(failing.getFirst()).isEqualTo("the replica of pair-1 takes no part: first second ?");
    assertThat(failing.getLast()).endsWith("\ud83d\udd4a...");
  }

  @Test
  void replicaThatDoesNotAnswerHoldsNobodyUpAndIsNamed() throws Exception {
    asked.put("pair-1", new CompletableFuture<>());
    asked.put("pair-2", CompletableFuture.completedFuture(use(NodeRole.ACTIVE, 104)));
    asked.put("pair-3", CompletableFuture.failedFuture(new IllegalStateException("no loop")));

    NodeVitals vitals = (NodeVitals) await(vitals(SOON_MILLIS).ask());

    assertThat(vitals.replicas()).extracting(ReplicaDisk::pair).containsExactly("pair-2");
    assertThat(vitals.health().failing())
        .containsExactly(
            "the replica of pair-1 does not answer", "the replica of pair-3 does not answer");
  }

  @Test
  void threadsAreToldWithTheirConnections() throws Exception {
    CountDownLatch isOver = new CountDownLatch(1);
    connections.put("feige-net-7", 3);
    List<Thread> threads = new ArrayList<>();
    for (String name : List.of("feige-net-7", "feige-idle-7")) {
      Thread thread = supervisor.thread(name, () -> awaitOver(isOver), _ -> {});
      thread.start();
      threads.add(thread);
    }

    assertThat(vitals().threads())
        .filteredOn(thread -> thread.name().endsWith("-7"))
        .extracting(ThreadUse::name, ThreadUse::connections)
        .containsExactlyInAnyOrder(tuple("feige-net-7", 3), tuple("feige-idle-7", ThreadUse.NONE));

    isOver.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void awaitOver(CountDownLatch isOver) {
    try {
      isOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void manyWhoAskShareOneLookAndTooManyAreRefused() throws Exception {
    CompletableFuture<DiskUse> slow = new CompletableFuture<>();
    asked.put("pair-1", slow);
    OwnVitals vitals = vitals(Waits.patienceMillis());
    List<CompletableFuture<Answer>> waiting = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      waiting.add(vitals.ask());
    }

    assertThat(await(vitals.ask()))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.BUSY));

    slow.complete(use(NodeRole.ACTIVE, 104));
    for (CompletableFuture<Answer> each : waiting) {
      assertThat(await(each)).isInstanceOf(NodeVitals.class);
    }
    assertThat(await(vitals.ask())).isInstanceOf(NodeVitals.class);
  }

  @Test
  void lookThatFailsIsRefusedAndHarmsNobody() throws Exception {
    asked.put("pair-1", CompletableFuture.completedFuture(use(NodeRole.ACTIVE, 104)));
    isDiskMissing = true;
    OwnVitals vitals = vitals(Waits.patienceMillis());

    assertThat(await(vitals.ask())).isInstanceOf(Refusal.class);
    assertThat(supervisor.over(HealthReport.WELL)).isEqualTo(HealthReport.WELL);

    isDiskMissing = false;
    assertThat(await(vitals.ask())).isInstanceOf(NodeVitals.class);
  }
}
