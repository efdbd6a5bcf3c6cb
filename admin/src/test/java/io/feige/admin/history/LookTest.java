package io.feige.admin.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.feige.admin.history.Look.Backlog;
import io.feige.admin.history.Look.Disk;
import io.feige.admin.history.Look.OfNode;
import io.feige.client.GroupDescription;
import io.feige.client.GroupInPair;
import io.feige.client.NodeRole;
import io.feige.client.NodeVitals;
import io.feige.client.Vitals;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class LookTest {
  private static final Instant NOW = Instant.parse("2026-11-23T00:42:00Z");
  private static final Instant OLD = Instant.parse("2026-11-20T08:00:00Z");

  @Test
  void onlyWhatIsNotSettledIsABacklogAndItIsThatOfItsPair() {
    Look look =
        Look.NOTHING.withGroups(
            NOW,
            List.of(),
            List.of(group(part("pair-1", Optional.empty()), part("pair-2", Optional.of(OLD)))));
    assertThat(look.at()).isEqualTo(NOW);
    assertThat(look.backlogs()).containsExactly(new Backlog("pair-2", "orders", "billing", OLD));
    assertThat(look.nodes()).isEmpty();
    assertThat(look.totals().groups()).isEqualTo(1);
  }

  @Test
  void lettersThatNobodyHasDealtWithAreNoBacklog() {
    GroupDescription account =
        new GroupDescription(
            "orders.dlq",
            "dealt-with",
            1,
            0,
            9,
            0,
            0,
            0,
            0,
            Optional.of(OLD),
            5,
            "",
            List.of(part("pair-1", Optional.of(OLD))));
    assertThat(Look.NOTHING.withGroups(NOW, List.of(), List.of(account)).backlogs()).isEmpty();
  }

  @Test
  void groupsAndNodesAreKnownApart() {
    Look nodes = of(NOW, new Vitals(List.of(node("node-1")), List.of()), Look.NOTHING);
    assertThat(nodes.knowsGroups()).isFalse();
    assertThat(nodes.asOf(NOW).nodes()).hasSize(1);

    Look both =
        nodes.withGroups(
            NOW.plusSeconds(50), List.of(), List.of(group(part("pair-1", Optional.of(OLD)))));
    assertThat(both.asOf(NOW.plusSeconds(61)))
        .isEqualTo(
            new Look(
                NOW.plusSeconds(50), both.backlogs(), List.of(), both.totals(), Stages.NOTHING));
    Look later =
        both.withNodes(NOW.plusSeconds(100), new Vitals(List.of(node("node-1")), List.of()));
    assertThat(later.knowsGroups()).isTrue();
    assertThat(later.asOf(NOW.plusSeconds(111)).knowsGroups()).isFalse();
    assertThat(later.asOf(NOW.plusSeconds(111)).backlogs()).isEmpty();
    assertThat(later.asOf(NOW.plusSeconds(111)).nodes()).hasSize(1);
    assertThat(later.asOf(NOW.plusSeconds(161))).isEqualTo(Look.NOTHING);
  }

  @Test
  void everyReplicaOfANodeHasItsDisk() {
    NodeVitals.Clock clock = new NodeVitals.Clock(OLD, Duration.ofDays(-3), Duration.ofMillis(2));
    NodeVitals.Health health = new NodeVitals.Health(false, List.of("a"), List.of("b"));
    NodeVitals node =
        new NodeVitals(
            "node-2",
            new NodeVitals.Program("feige", "25", OLD, 4),
            clock,
            new NodeVitals.Usage(
                1,
                2,
                3,
                4,
                OptionalLong.empty(),
                OptionalLong.empty(),
                5,
                6,
                OptionalLong.empty(),
                OptionalLong.empty()),
            health,
            List.of(),
            List.of(
                new NodeVitals.Replica("pair-1", NodeRole.ACTIVE, 1_000, 0, 4_000, 64),
                new NodeVitals.Replica("pair-2", NodeRole.STANDBY, 2_000, 0, 5_000, 65)));

    assertThat(of(NOW, new Vitals(List.of(node), List.of()), Look.NOTHING).nodes())
        .containsExactly(
            new OfNode(
                "node-2",
                NOW,
                health,
                clock,
                List.of(
                    new Disk("pair-1", true, 4_000, 64, 1_000),
                    new Disk("pair-2", false, 5_000, 65, 2_000))));
  }

  @Test
  void aNodeThatDoesNotAnswerIsAsItWasForAMinute() {
    Look first =
        of(NOW, new Vitals(List.of(node("node-1"), node("node-2")), List.of()), Look.NOTHING);
    Vitals missing = new Vitals(List.of(node("node-1")), List.of("node-2"));

    Look second = of(NOW.plusSeconds(50), missing, first);
    assertThat(second.nodes())
        .extracting(OfNode::node, OfNode::at)
        .containsExactly(tuple("node-1", NOW.plusSeconds(50)), tuple("node-2", NOW));
    assertThat(second.asOf(NOW.plusSeconds(60)).nodes()).hasSize(2);
    assertThat(second.asOf(NOW.plusSeconds(61)).nodes())
        .extracting(OfNode::node)
        .containsExactly("node-1");

    Look third = of(NOW.plusSeconds(61), missing, second);
    assertThat(third.nodes()).extracting(OfNode::node).containsExactly("node-1");
    assertThat(of(NOW, new Vitals(List.of(), List.of()), first).nodes())
        .as("a node that is not of the cluster any more is not missing")
        .isEmpty();
  }

  @Test
  void confirmsAreAsSlowAsWhereTheyAreSlowest() {
    Vitals idle = new Vitals(List.of(node("node-1")), List.of());
    assertThat(HistoryWatch.slowest(idle).get(Figure.CONFIRM_P99)).isEmpty();

    Vitals busy =
        new Vitals(List.of(node("node-1"), node("node-2", 4_500), node("node-3", 900)), List.of());
    assertThat(HistoryWatch.slowest(busy).get(Figure.CONFIRM_P99)).containsOnly(entry("", 4.5));
  }

  private static Look of(Instant at, Vitals vitals, Look before) {
    return before.withNodes(at, vitals);
  }

  private static NodeVitals node(String id) {
    return node(id, OptionalLong.empty());
  }

  private static NodeVitals node(String id, long confirmP99Micros) {
    return node(id, OptionalLong.of(confirmP99Micros));
  }

  private static NodeVitals node(String id, OptionalLong micros) {
    OptionalLong unknown = OptionalLong.empty();
    return new NodeVitals(
        id,
        new NodeVitals.Program("feige", "25", OLD, 4),
        new NodeVitals.Clock(OLD, Duration.ZERO, Duration.ZERO),
        new NodeVitals.Usage(1, 2, 3, 4, unknown, unknown, 5, 6, micros, micros),
        new NodeVitals.Health(true, List.of(), List.of()),
        List.of(),
        List.of());
  }

  private static GroupDescription group(GroupInPair... parts) {
    return new GroupDescription(
        "orders", "billing", 1, 0, 9, 0, 0, 0, 0, Optional.of(OLD), 5, "", List.of(parts));
  }

  private static GroupInPair part(String pair, Optional<Instant> oldest) {
    return new GroupInPair(pair, 1, 0, 9, 0, 0, 0, 0, oldest, 5, "", List.of(), 0);
  }
}
