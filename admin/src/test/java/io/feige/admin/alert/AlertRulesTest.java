package io.feige.admin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ClusterView.NodeView;
import io.feige.broker.core.controller.port.ClusterView.PairView;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.StoreLag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AlertRulesTest {
  private static final Instant NOW = Instant.parse("2026-11-23T00:42:00Z");
  private static final Member ONE = new Member("node-1", "boot of node-1");
  private static final Member TWO = new Member("node-2", "boot of node-2");
  private static final AlertRules.Own WELL =
      new AlertRules.Own("admin-1", true, true, Optional.empty());

  @Test
  void whereAllIsWellThereIsNone() {
    assertThat(find(pair(true, "", ONE, TWO))).isEmpty();
  }

  @Test
  void aPairWithOneCopyIsAWarningAndOneThatNobodyServesIsCritical() {
    assertThat(find(pair(true, "", ONE))).containsExactly("WARNING no-standby-in-sync pair-1");
    assertThat(find(pair(false, "node-1 is silent", ONE, TWO)))
        .containsExactly("CRITICAL pair-not-served pair-1");
    PairState fresh = PairState.fresh("pair-1", "node-1", "node-2", BackupServes.ALL);
    PairView never = new PairView(fresh, false, 0, 0, StoreLag.NONE, 900, -1, "it waits");
    assertThat(find(never)).containsExactly("WARNING pair-not-served pair-1");
    PairView forgotten = new PairView(fresh, false, 4_096, 0, StoreLag.NONE, 900, -1, "it waits");
    assertThat(find(forgotten)).containsExactly("CRITICAL pair-not-served pair-1");
    assertThat(find(pair(true, "the disk of node-1 is full", ONE, TWO)))
        .containsExactly("CRITICAL pair-in-trouble pair-1");
  }

  @Test
  void rowsThatAreBehindForLongAreAWarning() {
    StoreLag lag = new StoreLag(1_000, AlertRules.STORE_BEHIND.toMillis() + 1);
    PairView behind = new PairView(state(ONE, TWO), true, 0, 0, lag, 900, -1, "");
    assertThat(find(behind)).containsExactly("WARNING store-behind pair-1");
  }

  @Test
  void aNodeThatIsNotHeardIsAWarning() {
    ClusterView view =
        new ClusterView(List.of(new NodeView("node-2", "", 0, false, "", -1)), List.of());
    assertThat(AlertIds.of(AlertRules.find(view, NodeSight.NOTHING, List.of(), WELL, NOW)))
        .containsExactly("WARNING node-silent node-2");
  }

  @Test
  void anAdminKnowsWhatItLacksItself() {
    assertThat(own(false, true, Optional.empty()))
        .containsExactly("CRITICAL zookeeper-away admin-1");
    assertThat(own(true, false, Optional.empty())).containsExactly("CRITICAL no-leader admin-1");
    assertThat(own(true, true, Optional.of(NOW.plus(Duration.ofDays(15))))).isEmpty();
    assertThat(own(true, true, Optional.of(NOW.plus(Duration.ofDays(13)))))
        .containsExactly("WARNING certificate-expires admin-1");
    assertThat(own(true, true, Optional.of(NOW.plus(Duration.ofHours(3)))))
        .containsExactly("CRITICAL certificate-expires admin-1");
  }

  private static List<String> own(boolean store, boolean leader, Optional<Instant> end) {
    AlertRules.Own own = new AlertRules.Own("admin-1", store, leader, end);
    return AlertIds.of(
        AlertRules.find(ClusterView.NOTHING, NodeSight.NOTHING, List.of(), own, NOW));
  }

  private static List<String> find(PairView pair) {
    return AlertIds.of(
        AlertRules.find(
            new ClusterView(List.of(), List.of(pair)), NodeSight.NOTHING, List.of(), WELL, NOW));
  }

  private static PairView pair(boolean isServing, String trouble, Member... inSync) {
    return new PairView(state(inSync), isServing, 0, 0, StoreLag.NONE, 900, -1, trouble);
  }

  private static PairState state(Member... inSync) {
    return new PairState(
        "pair-1", "node-1", "node-2", "node-1", 7, List.of(inSync), false, BackupServes.ALL, 3);
  }
}
