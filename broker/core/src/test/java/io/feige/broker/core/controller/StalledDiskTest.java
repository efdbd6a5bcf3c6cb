package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.Publishing;
import org.junit.jupiter.api.Test;

/** A member of a pair says that its own disk does not answer. */
final class StalledDiskTest {
  private static final String NODE_1_STALLED =
      "node-1's own disk does not answer: a byte has waited 510 ms for its fsync";
  private static final String NODE_2_STALLED = NODE_1_STALLED.replace("node-1", "node-2");

  private final Desk desk = Desk.serving();
  private final FakeNode active = desk.node1;
  private final FakeNode standby = desk.node2;

  private void stalls(FakeNode node) {
    node.stallMillis = 510;
    desk.report(node);
  }

  private void handsOver() {
    active.asks(AskKind.HAND_OVER, desk.stored.version(), standby.member());
    desk.report(active);
  }

  @Test
  void activeWhoseDiskStallsHandsOverThoughNobodyAskedIt() {
    stalls(active);
    handsOver();

    assertThat(desk.kinds()).containsExactly(DecisionKind.SWITCH);
    assertThat(desk.stored.active()).isEqualTo("node-2");
    assertThat(desk.decisions.getFirst().evidence())
        .containsExactly(
            NODE_1_STALLED,
            "node-1 stopped serving and asked to hand over",
            "node-2 holds everything confirmed: in sync as boot node-2-boot-1");
  }

  @Test
  void standbyWhoseDiskStallsIsNotHandedTo() {
    stalls(standby);
    handsOver();
    assertThat(desk.kinds()).isEmpty();

    standby.stallMillis = 0;
    desk.report(standby);
    assertThat(desk.kinds()).containsExactly(DecisionKind.SWITCH);
  }

  @Test
  void standbyWhoseDiskStallsReplacesNobodyUntilItAnswers() {
    desk.disconnect(active);
    standby.lapses();
    stalls(standby);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains(NODE_2_STALLED);

    standby.stallMillis = 0;
    desk.report(standby);
    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void switchToAStandbyWhoseDiskStallsIsRefused() {
    stalls(standby);
    desk.decide(new ControllerEvent.SwitchAsked(7, Desk.PAIR));

    assertThat(desk.answer(7).words()).startsWith(NODE_2_STALLED);
  }

  @Test
  void shrinkSaysThatTheStandbysDiskStalls() {
    stalls(standby);
    active.lagBytes = 4_096;
    active.asks(AskKind.SHRINK, desk.stored.version(), Member.NONE);
    desk.report(active);

    assertThat(desk.decisions.getFirst().evidence())
        .contains(NODE_2_STALLED, "node-2 was 4096 bytes behind");
  }

  @Test
  void viewSaysWhyNoPublishesAreTaken() {
    assertThat(desk.view().trouble()).isEmpty();

    active.publishing = Publishing.NOT_WITHOUT_DISK;
    stalls(active);
    assertThat(desk.view().trouble()).isEqualTo("it takes no publishes: " + NODE_1_STALLED);

    active.publishing = Publishing.NOT_ALONE;
    desk.report(active);
    assertThat(desk.view().trouble())
        .isEqualTo("it takes no publishes: node-1 is alone in sync, and pair.minCopies is 2");

    active.publishing = Publishing.NOT_BY_BACKUP;
    desk.report(active);
    assertThat(desk.view().trouble()).as("as it is set to").isEmpty();
  }

  @Test
  void masterServesAgainOnlyOnceItsDiskHasAnsweredForAWhile() {
    Desk later = new Desk(new ControllerSettings(100, 500, 3_000));
    later.stored(3, "node-2", later.node1.member(), later.node2.member());
    later.elect();
    later.connect(later.node2);
    later.node2.holds(3, 1000).serves();
    later.pass(100);
    later.connect(later.node1);
    later.node1.holds(3, 1000).follows();
    later.node1.stallMillis = 510;
    later.report(later.node1);
    later.pass(5_000);
    later.node1.stallMillis = 0;
    later.report(later.node1);
    later.pass(2_900);
    assertThat(later.node2.order().handOver()).isFalse();

    later.pass(200);

    assertThat(later.node2.order().handOver()).isTrue();
  }
}
