package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.client.TopicSpec;
import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.cluster.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * ZooKeeper's leader, the leading Admin and the active node are killed together, as when a machine
 * goes that has all three. {@code -Dfeige.chaos.rounds=5} for more than once.
 */
class TripleKillChaos {
  private static final int ROUNDS = Integer.getInteger("feige.chaos.rounds", 2);
  private static final int ADMINS = 3;
  private static final long CALM_MILLIS = 1_500;
  private static final String TOPIC = "triple";

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> temporary.resolve("logs"));

  @Test
  void pairIsServedWithinTheBoundAndNothingConfirmedIsLost() throws Exception {
    List<Long> pauses = new ArrayList<>();
    long bound = 0;
    OwnCluster.Plan plan =
        new OwnCluster.Plan(temporary, FreePorts.forNodes(8), ADMINS, "", Map.of());
    try (OwnCluster cluster = new OwnCluster(plan)) {
      cluster.startAll();
      cluster.awaitWhole();
      try (FeigeClient feige = FeigeClient.builder().servers(cluster.addresses()).build()) {
        feige.topics().create(TopicSpec.of(TOPIC));
        SteadyPublisher publisher = SteadyPublisher.start(feige, TOPIC);
        for (int round = 0; round < ROUNDS; round++) {
          Thread.sleep(CALM_MILLIS);
          PairLine before = cluster.pair();
          bound = before.withAdminBoundMillis();
          assertThat(bound).as("the bound with the leading Admin").isPositive();
          pauses.add(killThree(cluster, publisher, before));
          cluster.awaitWhole();
        }
        publisher.stop();
        publisher.requireAllIn(feige);
      }
    }
    Collections.sort(pauses);
    System.out.printf(
        "ZooKeeper's leader, the leading Admin and the active killed together %d times: pauses of"
            + " %s ms, the bound is %d ms%n",
        pauses.size(), pauses, bound);
    assertThat(pauses.getLast()).isLessThan(bound);
  }

  private static long killThree(OwnCluster cluster, SteadyPublisher publisher, PairLine before)
      throws Exception {
    String[] three = {cluster.leadingZooKeeper(), cluster.leadingAdmin(), before.active()};
    publisher.forgetPause();
    cluster.kill(three);
    long killed = System.nanoTime();
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> publisher.lastBegunNanos() - killed > 0);
    long pause = publisher.longestPauseMillis();
    for (String name : three) {
      cluster.start(name);
    }
    await().until(() -> cluster.status().isPresent());
    assertThat(cluster.pair().epoch()).isGreaterThan(before.epoch());
    return pause;
  }
}
