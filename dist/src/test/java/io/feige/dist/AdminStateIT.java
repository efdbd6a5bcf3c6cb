package io.feige.dist;

import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The only Admin comes back with what it knew some failovers ago. */
class AdminStateIT {
  private static final List<String> ADMINS = List.of("admin-1");
  private static final List<String> NODES = List.of("node-1", "node-2");
  private static final int SWITCHES = 3;
  private static final int STARTS = 2;

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  private static Path zookeeper() {
    return CLUSTER.get().dir().resolve("admin-1/zookeeper");
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Files.copy(each, to.resolve(from.relativize(each)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static void switchPairs() {
    for (int i = 0; i < SWITCHES; i++) {
      await().until(() -> CLUSTER.get().attempt("pair", "switch", "pair-1").exitCode() == 0);
      CLUSTER.get().awaitInSync();
    }
  }

  @Test
  void oldStateOfZooKeeperMakesNoSecondActiveAndLosesNothing() throws Exception {
    UpCluster cluster = CLUSTER.get();
    Path old = temporary.resolve("old");
    try (FeigeClient client = cluster.client()) {
      SteadyPublisher publisher = SteadyPublisher.start(client, "kept");
      await().until(() -> publisher.confirmedCount() > 100);
      cluster.kill(ADMINS);
      copy(zookeeper(), old);
      for (int i = 0; i < STARTS; i++) {
        // Each is a later leader epoch.
        cluster.restart(ADMINS);
        switchPairs();
        cluster.kill(ADMINS);
      }

      move(zookeeper(), temporary.resolve("newest"));
      move(old, zookeeper());
      cluster.restart(ADMINS);
      long before = publisher.confirmedCount();
      await().until(() -> publisher.confirmedCount() > before + 100);
      switchPairs();
      cluster.killAndRestart(NODES);
      long after = publisher.confirmedCount();
      await().until(() -> publisher.confirmedCount() > after + 100);
      publisher.stop();
      publisher.requireAllIn(client);
    }
  }
}
