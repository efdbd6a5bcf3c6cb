package io.feige.broker.server.pair.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.core.replica.CopyRules;
import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.broker.server.access.Quotas;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.net.NetLoops;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.Supervisor;
import io.feige.protocol.cluster.Death;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The threads that put a store right or close it: what becomes of the node when one dies. */
final class StoreMovesIT {
  private static final ReplicaSettings REPLICA =
      new ReplicaSettings(
          300,
          1_000,
          100,
          75,
          1_000,
          1 << 20,
          1 << 16,
          0,
          false,
          new CopyRules(500, 500, 30_000, 1));

  private final Supervisor supervisor = new Supervisor((name, duty) -> dyingIf(name, duty));
  private final NetLoops loops = NetLoops.start(1, 0, supervisor);
  private final NodeMetrics metrics = new NodeMetrics();
  private final List<Store> led = new CopyOnWriteArrayList<>();
  private final List<RuntimeException> failed = new CopyOnWriteArrayList<>();
  private final StoreMoves moves;
  private String victim = "none";

  StoreMovesIT(@TempDir Path dir) throws IOException {
    PairSetup setup =
        new PairSetup(
            NodeSettings.load(Optional.empty(), Map.of(), Map.of("node.dir", dir.toString()))
                .config(),
            "pair-1",
            "node-1",
            "boot-1",
            Death.NONE,
            Files.createDirectories(dir.resolve("journal")),
            dir.resolve("salvage"),
            REPLICA,
            () -> {},
            loops.place(true),
            supervisor,
            metrics,
            Quotas.none());
    this.moves = new StoreMoves(setup, new Nobody());
  }

  private static final class Nobody implements Store.Listener {
    @Override
    public void durable(Store store, long position) {}

    @Override
    public void fetched(int partition) {}

    @Override
    public void atHand(Store store) {}

    @Override
    public void onLoop(Runnable task) {}

    @Override
    public void failed(Store store, RuntimeException cause) {}
  }

  private Runnable dyingIf(String name, Runnable duty) {
    return name.startsWith(victim) ? StoreMovesIT::die : duty;
  }

  private static void die() {
    throw new AssertionError("killed on purpose");
  }

  @AfterEach
  void close() {
    loops.close();
    metrics.close();
  }

  @Test
  void aMoveThatDiesIsSeenAndTheReplicaIsTold() {
    moves.start(
        () -> {
          die();
          return moves.open();
        },
        led::add,
        failed::add);

    await().until(() -> !failed.isEmpty());
    assertThat(failed.getFirst())
        .hasMessageContaining("feige-move-pair-1 has died")
        .hasRootCauseMessage("killed on purpose");
    assertThat(led).isEmpty();
    assertUnwell("feige-move-pair-1");
  }

  @Test
  void aMoveThatFailsInOrderIsTheReplicasBusinessAlone() {
    moves.start(
        () -> {
          throw new IOException("the disk is gone");
        },
        led::add,
        failed::add);

    await().until(() -> !failed.isEmpty());
    assertThat(failed.getFirst()).hasMessageContaining("the disk is gone");
    assertThat(supervisor.over(HealthReport.WELL)).isEqualTo(HealthReport.WELL);
  }

  @Test
  void aCloseThatDiesIsSeenAndWhoWaitsForItIsTold() throws Exception {
    Store store = moves.open();
    victim = "feige-close-";
    CompletableFuture<Void> closed = new CompletableFuture<>();
    moves.close(store, true, closed);

    await().until(closed::isDone);
    assertThat(closed.exceptionNow()).hasMessage("killed on purpose");
    assertUnwell("feige-close-pair-1");
    store.journal().close();
  }

  private void assertUnwell(String thread) {
    HealthReport health = supervisor.over(HealthReport.WELL);
    assertThat(health.alive()).isFalse();
    assertThat(health.reason())
        .contains("thread " + thread + " has died")
        .contains("killed on purpose");
  }
}
