package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule: what an Admin does when it leads, when it does not, and when it has just begun to. */
final class TermTest {
  @Test
  void adminThatDoesNotLeadDoesNothing() {
    Desk desk = new Desk();
    desk.connect(desk.node1);
    desk.report(desk.node1);
    desk.decide(new ControllerEvent.TimePassed());
    desk.decide(new ControllerEvent.PairStored(desk.stored));

    assertThat(desk.beats).isEmpty();
    assertThat(desk.stores).isZero();
    assertThat(desk.machine.nextWakeNanos(desk.now())).isEqualTo(Long.MAX_VALUE);
    assertThat(desk.machine.view(desk.now())).isEqualTo(ClusterView.NOTHING);
  }

  @Test
  void operatorIsToldThatAnAdminDoesNotLead() {
    Desk desk = new Desk();
    desk.decide(new ControllerEvent.SwitchAsked(1, Desk.PAIR));
    desk.decide(new ControllerEvent.PromoteAsked(2, Desk.PAIR, "node-2", true));

    assertThat(desk.answer(1).words()).contains("does not lead");
    assertThat(desk.answer(2).words()).contains("does not lead");
    desk.decide(new ControllerEvent.DrillAsked(3, Desk.PAIR, "node-1"));
    assertThat(desk.answer(3).words()).contains("does not lead");
  }

  @Test
  void newLeaderDoesNotReplaceAnActiveThatItHasNotHeardYet() {
    Desk desk = new Desk();
    desk.stored(4, "node-1", desk.node1.member(), desk.node2.member());
    desk.elect();
    desk.connect(desk.node2);
    desk.node2.holds(4, 100).follows().lapses();
    desk.pass(499);
    assertThat(desk.kinds()).isEmpty();

    desk.pass(1);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
    assertThat(desk.decisions.getFirst().evidence())
        .contains("node-1 was not heard acting since this Admin leads, for 500 ms");
  }

  @Test
  void newLeaderLeavesAnActiveAloneThatIsHeardInTime() {
    Desk desk = new Desk();
    desk.stored(4, "node-1", desk.node1.member(), desk.node2.member());
    desk.elect();
    desk.connect(desk.node2);
    desk.node2.holds(4, 100).follows().lapses();
    desk.pass(450);
    desk.node1.holds(4, 100);
    desk.node1.epoch = 4;
    desk.node1.isActing = true;
    desk.connect(desk.node1);
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void leaderElectedAgainKnowsNothingOfItsFormerTerm() {
    Desk desk = Desk.serving();
    desk.pass(5_000);
    desk.node2.lapses();
    desk.report(desk.node2);
    desk.decide(new ControllerEvent.Deposed());
    desk.pass(10_000);
    desk.node1.isConnected = false;
    desk.node2.isConnected = false;
    desk.elect();
    assertThat(desk.machine.view(desk.now()).nodes()).noneMatch(ClusterView.NodeView::isAlive);

    desk.connect(desk.node2);
    desk.pass(400);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void deposedAdminStoresNothingOnWhatComesLate() {
    Desk desk = Desk.serving();
    desk.disconnect(desk.node1);
    desk.decide(new ControllerEvent.Deposed());
    desk.node2.lapses();
    desk.report(desk.node2);

    assertThat(desk.stores).isZero();
  }

  @Test
  void eachMemberIsBeatenWithEveryHeartbeat() {
    Desk desk = Desk.serving();
    desk.beats.clear();
    desk.pass(1_000);

    assertThat(desk.beats).containsEntry("node-1", 10).containsEntry("node-2", 10);
  }

  @Test
  void beatCarriesTheStateTheLeadersEpochAndTheOthersAddress() {
    Desk desk = Desk.serving();

    assertThat(desk.node1.beat).isNotNull();
    assertThat(desk.node1.beat.leaderEpoch()).isEqualTo(7);
    assertThat(desk.node1.orders())
        .containsExactly(
            new PairOrder(desk.stored, false, "node-2.link", 9000, "node-2.clients", 7000));
    assertThat(desk.node2.orders())
        .containsExactly(
            new PairOrder(desk.stored, false, "node-1.link", 9000, "node-1.clients", 7000));
  }

  @Test
  void addressOfAMemberThatNeverCameIsEmpty() {
    Desk desk = new Desk();
    desk.elect();
    desk.connect(desk.node1);

    assertThat(desk.node1.orders())
        .containsExactly(new PairOrder(desk.stored, false, "", 0, "", 0));
  }

  @Test
  void otherMemberIsBeatenAtOnceWhenAnAddressIsNew() {
    Desk desk = Desk.serving();
    desk.node2.linkPort = 9100;
    desk.beats.clear();
    desk.report(desk.node2);

    assertThat(desk.beats).containsEntry("node-1", 1).doesNotContainKey("node-2");
    assertThat(desk.node1.order().peerPort()).isEqualTo(9100);
  }

  @Test
  void bothMembersAreBeatenAtOnceWhenAChangeIsStored() {
    Desk desk = Desk.serving();
    desk.beats.clear();
    desk.node1.asks(AskKind.SHRINK, desk.stored.version(), Member.NONE);
    desk.report(desk.node1);

    assertThat(desk.beats).containsEntry("node-1", 1).containsEntry("node-2", 1);
    assertThat(desk.node1.order().state()).isEqualTo(desk.stored);
    assertThat(desk.node2.order().state()).isEqualTo(desk.stored);
  }

  @Test
  void nodeIsBeatenAtOnceWhenItComes() {
    Desk desk = new Desk();
    desk.elect();
    desk.beats.clear();
    desk.connect(desk.node2);

    assertThat(desk.beats).containsEntry("node-2", 1);
  }

  @Test
  void nodeWithoutAPairIsBeatenWhileItIsConnected() {
    Desk desk = new Desk();
    desk.elect();
    FakeNode stranger = new FakeNode("node-3");
    desk.connect(stranger);
    desk.decide(
        new ControllerEvent.Reported(stranger.connection, stranger.report("pair-of-nobody")));
    desk.pass(300);
    assertThat(desk.beats).containsEntry("node-3", 4);
    assertThat(desk.machine.view(desk.now()).nodes()).hasSize(3);

    desk.disconnect(stranger);
    desk.pass(300);

    assertThat(desk.beats).containsEntry("node-3", 4);
    assertThat(desk.machine.view(desk.now()).nodes()).hasSize(2);
  }

  @Test
  void pairsAreJudgedEachByItself() {
    Desk desk = Desk.serving();
    desk.decide(
        new ControllerEvent.PairStored(
            new io.feige.protocol.cluster.PairState(
                "pair-2",
                "node-2",
                "node-1",
                "node-2",
                1,
                List.of(desk.node2.member(), desk.node1.member()),
                false,
                io.feige.protocol.cluster.BackupServes.ALL,
                1)));
    assertThat(desk.node1.orders()).hasSize(2);

    desk.disconnect(desk.node1);
    desk.node2.lapses();
    desk.report(desk.node2);

    assertThat(desk.decisions).hasSize(1);
    assertThat(desk.decisions.getFirst().pair()).isEqualTo(Desk.PAIR);
  }

  @Test
  void wakeIsWantedExactlyWhenSilenceIsLongEnough() {
    Desk desk = Desk.serving();
    desk.node1.isMute = true;
    desk.pass(455);
    long heardNanos = desk.now().nanos() - 455_000_000L;
    desk.report(desk.node2);

    assertThat(desk.machine.nextWakeNanos(desk.now())).isEqualTo(heardNanos + 500_000_000L);
  }

  @Test
  void wakeThatCameLateIsNotSkipped() {
    Desk desk = Desk.serving();
    desk.node1.isMute = true;
    desk.node2.lapses();
    desk.pass(450);
    desk.hold(70);
    FakeNode stranger = new FakeNode("node-3");
    desk.connect(stranger);

    assertThat(desk.machine.nextWakeNanos(desk.now())).isLessThanOrEqualTo(desk.now().nanos());
  }
}
