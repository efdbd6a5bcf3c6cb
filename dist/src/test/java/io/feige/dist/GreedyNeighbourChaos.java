package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.FeigeClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two clients of one cluster of {@code up}: an honest one that publishes and listens to 500
 * messages a second, and one that takes what it can. No process ends and no pair fails over, the
 * honest one loses nothing and waits for its confirms hardly longer than alone; and so it is when
 * both nodes were killed in the middle. {@code -Dfeige.greedy.minutes=10} for longer, {@code
 * -Dfeige.greedy.heap=128m} for nodes with less memory, {@code -Dfeige.greedy.kinds=PULLS,NAMES}
 * for some of them.
 */
@Timeout(value = 3, unit = TimeUnit.HOURS) // It may be told to go on for so long.
class GreedyNeighbourChaos {
  private static final long MINUTES = Long.getLong("feige.greedy.minutes", 2);
  private static final String HEAP = System.getProperty("feige.greedy.heap", "");
  private static final long WARM_MILLIS = 20_000;
  private static final long ALONE_MILLIS = 30_000;
  private static final int MOST_TIMES = 10;
  private static final List<String> NODES = List.of("node-1", "node-2");
  private static final List<String> PARTS = List.of("admin-1", "node-1", "node-2");

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> GreedyNeighbourChaos.dir.resolve("logs"));

  private static Path dir = Path.of("");

  private UpCluster cluster = new UpCluster(dir, 0, false);

  @AfterEach
  void down() {
    UpCluster.run("down", "--dir", dir.toString());
  }

  private void up(GreedyKind kind) throws IOException {
    dir = temporary.resolve(kind.name());
    List<String> options = new ArrayList<>();
    if (!HEAP.isEmpty()) {
      options.add("--node-opts=-Xmx" + HEAP);
    }
    if (kind == GreedyKind.HEADERS) {
      options.addAll(List.of("--store", "mysql"));
    }
    cluster = UpCluster.start(dir, 3, options.toArray(String[]::new));
  }

  private static Stream<GreedyKind> kinds() {
    String only = System.getProperty("feige.greedy.kinds", "");
    return only.isEmpty()
        ? Stream.of(GreedyKind.values())
        : Stream.of(only.split(",", -1)).map(name -> GreedyKind.valueOf(name.strip()));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void othersAreServed(GreedyKind kind) throws Exception {
    up(kind);
    try (FeigeClient client = cluster.client();
        HonestCouple honest = new HonestCouple(client, "honest")) {
      Thread.sleep(WARM_MILLIS);
      var _ = honest.confirmMicros();
      Thread.sleep(ALONE_MILLIS);
      Histogram alone = honest.confirmMicros();
      GreedyClients greedy = new GreedyClients(cluster, kind);
      Histogram beside = besideThem(honest);
      cluster.killAndRestart(NODES);
      cluster.awaitMasters();
      Thread.sleep(WARM_MILLIS);
      var _ = honest.confirmMicros();
      Histogram after = besideThem(honest);
      System.out.printf("%s: %s%n", kind, greedy.end());
      tell("alone", alone);
      tell("beside them", beside);
      tell("after a restart", after);
      honest.endWithNothingLost();
      System.out.printf(
          "%,d confirmed, %,d of them handled twice%n",
          honest.confirmedCount(), honest.handledAgain());
      for (Histogram each : List.of(beside, after)) {
        assertThat(p99(each)).isLessThanOrEqualTo(MOST_TIMES * p99(alone));
      }
    }
  }

  private Histogram besideThem(HonestCouple honest) throws Exception {
    List<Integer> epochs = cluster.epochs();
    List<String> processes = cluster.processes(PARTS);
    Thread.sleep(TimeUnit.MINUTES.toMillis(MINUTES) / 2);
    assertThat(cluster.processes(PARTS)).isEqualTo(processes);
    assertThat(cluster.epochs()).isEqualTo(epochs);
    return honest.confirmMicros();
  }

  private static long p99(Histogram micros) {
    return micros.getValueAtPercentile(99);
  }

  private static void tell(String when, Histogram micros) {
    System.out.printf(
        "  %-16s %,9d confirms, p50 %,.1f ms, p99 %,.1f ms, longest %,.1f ms%n",
        when,
        micros.getTotalCount(),
        micros.getValueAtPercentile(50) / 1e3,
        p99(micros) / 1e3,
        micros.getMaxValue() / 1e3);
  }
}
