package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.broker.core.controller.report.OpenReport;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.ReplicaStory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of each activation. */
final class FailoverReportTest {
  private final Desk desk = Desk.serving();
  private final FakeNode former = desk.node1;
  private final FakeNode heir = desk.node2;

  private void failOver() {
    desk.disconnect(former);
    desk.pass(350);
    heir.lapses();
    desk.report(heir);
  }

  private void heirServes() {
    heir.serves().holds(2, 1_150).commit = 1_150;
    heir.story = new ReplicaStory(2, 1_100, 950, 40, 0, 0, 0, 0);
    desk.report(heir);
  }

  private void formerCuts(long from, long bytes) {
    former.restarts();
    desk.connect(former);
    former.epoch = 2;
    former.story = new ReplicaStory(0, 0, 0, -1, 0, 2, from, bytes);
    desk.report(former);
  }

  private FailoverReport last() {
    return desk.told.getLast();
  }

  private List<String> words() {
    return last().timeline().stream().map(FailoverReport.Moment::words).toList();
  }

  @Test
  void activationIsToldWhenItIsStored() {
    desk.isStoreHeld = true;
    failOver();
    assertThat(desk.told).isEmpty();

    desk.settleStore();

    FailoverReport report = last();
    assertThat(report.kind()).isEqualTo(DecisionKind.FAILOVER);
    assertThat(report.epoch()).isEqualTo(2);
    assertThat(report.fromNode()).isEqualTo("node-1");
    assertThat(report.toNode()).isEqualTo("node-2");
    assertThat(report.isComplete()).isFalse();
    assertThat(report.confirmedBefore()).isEqualTo(-1);
    assertThat(report.pauseMillis()).isEqualTo(-1);
  }

  @Test
  void timelineIsInOrderAndCarriesTheEvidence() {
    failOver();
    heirServes();

    assertThat(words())
        .containsExactly(
            "the pair was last heard being served",
            "node-1 was last heard acting 350 ms ago",
            "its connection ended 350 ms ago",
            "node-2 holds everything confirmed: in sync as boot node-2-boot-1",
            "node-2's promise lapsed, as reported 0 ms ago",
            "node-2 is active as epoch 2: stored as version 2",
            "node-2 prepares to serve",
            "node-2 serves, 40 ms after it learned that it should");
    assertThat(last().timeline())
        .isSortedAccordingTo(java.util.Comparator.comparingLong(FailoverReport.Moment::atMillis));
  }

  @Test
  void pauseIsFromTheLastSignOfServiceToTheFirst() {
    failOver();
    desk.pass(60);
    heirServes();

    assertThat(last().pauseMillis()).isEqualTo(410);
  }

  @Test
  void newActivesStoryIsTold() {
    failOver();
    heirServes();

    assertThat(last().confirmedBefore()).isEqualTo(950);
    assertThat(last().unconfirmedBytes()).isEqualTo(150);
    assertThat(last().confirmedAfter()).isEqualTo(1_150);
    assertThat(last().isComplete()).isFalse();
  }

  @Test
  void whatTheFormerActiveHadToCutIsTold() {
    failOver();
    heirServes();
    formerCuts(1_100, 30);

    assertThat(last().salvagedBytes()).isEqualTo(30);
    assertThat(words().getLast())
        .isEqualTo(
            "node-1 put 30 bytes from position 1100 into salvage: 0 bytes confirmed by it alone,"
                + " 30 bytes not known to be confirmed");
  }

  @Test
  void reportIsCompleteWhenTheFormerActiveHasJoined() {
    failOver();
    heirServes();
    formerCuts(1_100, 30);
    former.follows();
    desk.report(former);

    assertThat(last().isComplete()).isTrue();
    assertThat(words().getLast()).isEqualTo("node-1 has joined and is in sync");
    int told = desk.told.size();
    desk.pass(5_000);
    assertThat(desk.told).hasSize(told);
  }

  @Test
  void nothingWasSalvagedIfTheFormerActiveJoinedWithoutACut() {
    failOver();
    heirServes();
    desk.connect(former);
    former.follows();
    desk.report(former);

    assertThat(last().salvagedBytes()).isZero();
    assertThat(last().isComplete()).isTrue();
  }

  @Test
  void reportIsToldOnlyWhenThereIsNews() {
    failOver();
    heirServes();
    int told = desk.told.size();
    desk.pass(5_000);

    assertThat(desk.told).hasSize(told);
  }

  @Test
  void redeliveriesAreToldOnceASecondAtMost() {
    failOver();
    heirServes();
    int told = desk.told.size();
    for (int i = 1; i <= 30; i++) {
      heir.story = new ReplicaStory(2, 1_100, 950, 40, i, 0, 0, 0);
      desk.pass(100);
    }

    assertThat(desk.told.size() - told).isBetween(2, 3);
    assertThat(last().redelivered()).isGreaterThan(20);
  }

  @Test
  void redeliveriesAreCountedOnAfterTheReportIsComplete() {
    failOver();
    heirServes();
    desk.connect(former);
    former.follows();
    desk.report(former);
    assertThat(last().isComplete()).isTrue();
    heir.story = new ReplicaStory(2, 1_100, 950, 40, 17, 0, 0, 0);
    desk.pass(2_000);
    assertThat(last().redelivered()).isEqualTo(17);

    desk.pass(OpenReport.COUNTED_MILLIS);
    heir.story = new ReplicaStory(2, 1_100, 950, 40, 99, 0, 0, 0);
    desk.pass(2_000);

    assertThat(last().redelivered()).isEqualTo(17);
  }

  @Test
  void reportEndsWhenTheFormerActiveDoesNotComeBack() {
    failOver();
    heirServes();
    desk.pass(OpenReport.LIMIT_MILLIS);

    assertThat(last().isComplete()).isTrue();
    assertThat(words().getLast()).isEqualTo("not waited for longer than 10 minutes");
  }

  @Test
  void reportIsOvertakenByTheNextActivation() {
    failOver();
    former.restarts().lapses();
    desk.connect(former);
    desk.disconnect(heir);

    assertThat(desk.told.get(desk.told.size() - 2).epoch()).isEqualTo(2);
    assertThat(desk.told.get(desk.told.size() - 2).isComplete()).isTrue();
    assertThat(last().epoch()).isEqualTo(3);
    assertThat(last().isComplete()).isFalse();
  }

  @Test
  void pauseOfASwitchBeginsWhenTheActiveAsked() {
    desk.pass(70);
    former.isServing = false;
    former.asks(AskKind.HAND_OVER, desk.stored.version(), heir.member());
    desk.report(former);
    desk.pass(12);
    heirServes();

    assertThat(last().kind()).isEqualTo(DecisionKind.SWITCH);
    assertThat(last().pauseMillis()).isEqualTo(12);
    assertThat(words()).contains("node-1 stopped serving to hand over");
  }

  @Test
  void firstActivationHasNoPause() {
    Desk fresh = new Desk();
    fresh.elect();
    fresh.connect(fresh.node1);
    fresh.connect(fresh.node2);
    fresh.node1.serves();
    fresh.pass(100);

    FailoverReport report = fresh.told.getLast();
    assertThat(report.kind()).isEqualTo(DecisionKind.FIRST);
    assertThat(report.fromNode()).isEmpty();
    assertThat(report.pauseMillis()).isEqualTo(-1);
  }

  @Test
  void promotionNamesBothTailsAndWhatBecameOfThem() {
    Desk alone = Desk.servingAlone();
    alone.node1.holds(1, 1_500).commit = 1_200;
    alone.node2.holds(1, 1_000);
    alone.pass(100);
    alone.disconnect(alone.node1);
    alone.pass(100);
    alone.decide(new ControllerEvent.PromoteAsked(1, Desk.PAIR, "node-2", true));
    alone.node2.serves();
    alone.report(alone.node2);
    alone.node1.restarts();
    alone.connect(alone.node1);
    alone.node1.epoch = 2;
    alone.node1.commit = 1_000;
    alone.node1.story = new ReplicaStory(0, 0, 0, -1, 0, 2, 1_000, 500);
    alone.report(alone.node1);

    FailoverReport report = alone.told.getLast();
    assertThat(report.kind()).isEqualTo(DecisionKind.PROMOTE);
    assertThat(report.salvagedBytes()).isEqualTo(500);
    assertThat(report.timeline().stream().map(FailoverReport.Moment::words))
        .contains(
            "confirmed by node-1 alone: 200 bytes, from position 1000 to 1200: missing on node-2",
            "not confirmed when node-1 was last heard: 300 bytes, from position 1200 to 1500:"
                + " missing on node-2",
            "node-1 put 500 bytes from position 1000 into salvage: 200 bytes confirmed by it"
                + " alone, 300 bytes not known to be confirmed");
  }
}
