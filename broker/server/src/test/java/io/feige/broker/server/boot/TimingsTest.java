package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.CopyRules;
import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.broker.server.config.NodeSettings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the settings of a node mean for its replicas. */
final class TimingsTest {
  private static ReplicaSettings of(Map<String, String> flags) {
    return Timings.of(NodeSettings.load(Optional.empty(), Map.of(), flags).config());
  }

  @Test
  void rulesOfCopiesAreAsTheyAreSet() {
    ReplicaSettings replica =
        of(
            Map.of(
                "cluster.admins", "127.0.0.1:7700",
                "cluster.secret", "a secret of sixteen and more",
                "journal.fsyncTimeout", "700ms",
                "cluster.timeout", "3s",
                "cluster.maxLagFor", "7s",
                "pair.minCopies", "2"));

    assertThat(replica.copies()).isEqualTo(new CopyRules(700, 700, 7_000, 2));
    assertThat(replica.timeoutMillis()).isEqualTo(3_000);
  }

  @Test
  void aDatabaseMayBeSilentForLongerThanANode() {
    ReplicaSettings copying = of(Map.of());
    ReplicaSettings sharing =
        of(
            Map.of(
                "cluster.admins", "127.0.0.1:7700",
                "cluster.secret", "a secret of sixteen and more",
                "cluster.replication", "shared-sql",
                "sql.url", "jdbc:mysql://127.0.0.1:3306/feige"));

    assertThat(copying.leaseMillis()).isEqualTo(200);
    assertThat(copying.timeoutMillis()).isEqualTo(400);
    assertThat(sharing.leaseMillis()).isEqualTo(300);
    assertThat(sharing.timeoutMillis()).isEqualTo(1_000);
  }

  @Test
  void byDefaultADiskHasHalfASecondAndOneCopyIsEnough() {
    assertThat(of(Map.of()).copies()).isEqualTo(new CopyRules(500, 500, 30_000, 1));
  }
}
