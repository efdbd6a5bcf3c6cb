package io.feige.admin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.history.Look;
import io.feige.admin.history.Look.Backlog;
import io.feige.admin.history.Stages;
import io.feige.admin.history.Stages.Missing;
import io.feige.admin.history.Totals;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ClusterView.NodeView;
import io.feige.broker.core.controller.port.ClusterView.PairView;
import io.feige.client.NodeVitals;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.StoreLag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NodeRulesTest {
  private static final Instant NOW = Instant.parse("2026-11-23T00:42:00Z");
  private static final ClusterView VIEW =
      new ClusterView(List.of(node("node-1"), node("node-2")), List.of(pair()));

  @Test
  void aGroupThatLeavesMessagesForMoreThanAnHourIsAWarningOfItsPair() {
    assertThat(backlogs(waiting("billing", Duration.ofMinutes(59)))).isEmpty();
    List<Alert> one = backlogs(waiting("billing", Duration.ofMinutes(61)));
    assertThat(AlertIds.of(one)).containsExactly("WARNING backlog-old pair-1");
    assertThat(one.getFirst().sentence())
        .isEqualTo(
            "at pair-1 orders/billing has not settled messages for more than an hour,"
                + " the oldest since 2026-11-22T23:41:00Z");
  }

  @Test
  void howeverManyGroupsLeaveMessagesThereIsOneAlertOfAPair() {
    List<Alert> alerts =
        backlogs(
            waiting("billing", Duration.ofHours(2)),
            waiting("audit", Duration.ofHours(5)),
            waiting("quick", Duration.ofSeconds(5)),
            waiting("search", Duration.ofHours(3)));
    assertThat(AlertIds.of(alerts)).containsExactly("WARNING backlog-old pair-1");
    assertThat(alerts.getFirst().sentence())
        .startsWith("at pair-1 orders/audit and 2 other groups have not settled");
    assertThat(alerts.getFirst().whatToDo()).contains("feige group describe orders audit");
  }

  @Test
  void theCertificateOfANodeIsLookedAtAsAnAdminsOwnIs() {
    assertThat(certificate(Duration.ofDays(15))).isEmpty();
    assertThat(certificate(Duration.ofDays(13)))
        .containsExactly("WARNING certificate-expires node-1");
    assertThat(certificate(Duration.ofHours(3)))
        .containsExactly("CRITICAL certificate-expires node-1");
  }

  @Test
  void whatWasHeardLongAgoIsNotKnownAnyMore() {
    Instant then = NOW.minusSeconds(61);
    Look old =
        new Look(
            then,
            List.of(waiting("billing", Duration.ofHours(2))),
            List.of(broken("node-1", then)),
            Totals.NOTHING,
            Stages.NOTHING);
    assertThat(find(VIEW, new NodeSight(Map.of(), old))).isEmpty();

    Look now =
        new Look(
            NOW,
            List.of(),
            List.of(broken("node-1", then), broken("node-2", NOW)),
            Totals.NOTHING,
            Stages.NOTHING);
    assertThat(AlertIds.of(find(VIEW, new NodeSight(Map.of(), now))))
        .containsExactly("CRITICAL thread-dead node-2");
  }

  @Test
  void anAdminThatDoesNotLeadTellsNothingOfNodes() {
    Look look =
        new Look(
            NOW,
            List.of(waiting("billing", Duration.ofHours(2))),
            List.of(broken("node-1", NOW)),
            Totals.NOTHING,
            Stages.NOTHING);
    assertThat(find(ClusterView.NOTHING, new NodeSight(Map.of("node-1", NOW), look))).isEmpty();
  }

  @Test
  void stagesThatRefuseRequestsForWantOfAWorkerAreToldOncePerPair() {
    Missing compute = new Missing("pair-1", "primes", "compute", 12);
    Missing parse = new Missing("pair-1", "primes", "parse", 3);
    List<Alert> one = stages(compute);
    assertThat(AlertIds.of(one)).containsExactly("WARNING no-worker pair-1");
    assertThat(one.getFirst().sentence())
        .isEqualTo(
            "stage compute of primes has no worker: requests were refused in the last 10 s, 12 of"
                + " them");
    List<Alert> two = stages(parse, compute);
    assertThat(AlertIds.of(two)).containsExactly("WARNING no-worker pair-1");
    assertThat(two.getFirst().sentence())
        .startsWith("stage compute of primes and one other stage have no worker");
  }

  private static List<Alert> stages(Missing... missing) {
    Stages stages = new Stages(Map.of(), List.of(missing));
    Look look = new Look(NOW, List.of(), List.of(), Totals.NOTHING, stages);
    return find(VIEW, new NodeSight(Map.of(), look));
  }

  private static Look.OfNode broken(String node, Instant at) {
    return new Look.OfNode(
        node,
        at,
        new NodeVitals.Health(false, List.of("a thread has died"), List.of()),
        new NodeVitals.Clock(at, Duration.ZERO, Duration.ZERO),
        List.of());
  }

  private static List<Alert> backlogs(Backlog... backlogs) {
    return find(
        VIEW,
        new NodeSight(
            Map.of(), new Look(NOW, List.of(backlogs), List.of(), Totals.NOTHING, Stages.NOTHING)));
  }

  private static List<String> certificate(Duration left) {
    return AlertIds.of(find(VIEW, new NodeSight(Map.of("node-1", NOW.plus(left)), Look.NOTHING)));
  }

  private static List<Alert> find(ClusterView view, NodeSight sight) {
    AlertRules.Own well = new AlertRules.Own("admin-1", true, true, Optional.empty());
    return AlertRules.find(view, sight, List.of(), well, NOW);
  }

  private static Backlog waiting(String group, Duration age) {
    return new Backlog("pair-1", "orders", group, NOW.minus(age));
  }

  private static NodeView node(String id) {
    return new NodeView(id, "127.0.0.1", 7700, true, "boot of " + id, 5);
  }

  private static PairView pair() {
    List<Member> both =
        List.of(new Member("node-1", "boot of node-1"), new Member("node-2", "boot of node-2"));
    PairState state =
        new PairState("pair-1", "node-1", "node-2", "node-1", 7, both, false, BackupServes.ALL, 3);
    return new PairView(state, true, 0, 0, StoreLag.NONE, 900, -1, "");
  }
}
