package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.model.NodeRole;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule: when the active is told to hand over, and what an operator hears of it. */
final class SwitchTest {
  private static final long TICKET = 5;

  private final Desk desk = Desk.serving();
  private final FakeNode active = desk.node1;
  private final FakeNode standby = desk.node2;

  private void operatorAsks() {
    desk.decide(new ControllerEvent.SwitchAsked(TICKET, Desk.PAIR));
  }

  private void handsOver(FakeNode from, FakeNode to) {
    from.asks(AskKind.HAND_OVER, desk.stored.version(), to.member());
    desk.report(from);
  }

  @Test
  void activeIsToldAtOnceAndTheStandbyIsNot() {
    assertThat(active.order().handOver()).isFalse();

    operatorAsks();

    assertThat(active.order().handOver()).isTrue();
    assertThat(standby.order().handOver()).isFalse();
    assertThat(desk.answers).isEmpty();
  }

  @Test
  void operatorIsAnsweredWhenTheOtherIsActive() {
    operatorAsks();
    handsOver(active, standby);

    assertThat(desk.answer(TICKET))
        .isEqualTo(new OperatorAnswer(true, "handed over: node-2 is active as epoch 2"));
    assertThat(standby.order().handOver()).isFalse();
    assertThat(desk.decisions.getFirst().evidence())
        .containsExactly(
            "an operator wants node-2 to serve",
            "node-1 stopped serving and asked to hand over",
            "node-2 holds everything confirmed: in sync as boot node-2-boot-1");
  }

  @Test
  void switchIsRefusedIfTheStandbyIsNotConnected() {
    desk.disconnect(standby);
    operatorAsks();

    assertThat(desk.answer(TICKET))
        .isEqualTo(new OperatorAnswer(false, "node-2 is not connected; nothing was changed"));
    assertThat(active.order().handOver()).isFalse();
  }

  @Test
  void switchIsRefusedIfTheStandbyIsNotInSync() {
    Desk alone = Desk.servingAlone();
    alone.decide(new ControllerEvent.SwitchAsked(TICKET, Desk.PAIR));

    assertThat(alone.answer(TICKET).words()).startsWith("node-2 is not in sync");
  }

  @Test
  void switchIsRefusedIfTheStandbyRebooted() {
    standby.reboots();
    desk.report(standby);
    operatorAsks();

    assertThat(desk.answer(TICKET).words()).startsWith("node-2 is not in sync");
  }

  @Test
  void switchIsRefusedIfTheStandbyHasNotJoinedAgain() {
    standby.role = NodeRole.JOINING;
    desk.report(standby);
    operatorAsks();

    assertThat(desk.answer(TICKET).isDone()).isFalse();
  }

  @Test
  void switchIsRefusedIfTheStandbyIsAboutToStop() {
    standby.isLeaving = true;
    desk.report(standby);
    operatorAsks();

    assertThat(desk.answer(TICKET).words()).startsWith("node-2 is about to stop");
  }

  @Test
  void switchIsRefusedIfTheActiveIsNotHeard() {
    active.isMute = true;
    desk.pass(600);
    operatorAsks();

    assertThat(desk.answer(TICKET).words()).startsWith("node-1 is not heard acting");
  }

  @Test
  void secondSwitchIsRefusedWhileOneIsUnderWay() {
    operatorAsks();
    desk.decide(new ControllerEvent.SwitchAsked(6, Desk.PAIR));

    assertThat(desk.answer(6).words()).contains("under way already");
    assertThat(desk.answers).hasSize(1);
  }

  @Test
  void switchOfAPairThatIsNotThereIsRefused() {
    desk.decide(new ControllerEvent.SwitchAsked(TICKET, "pair-9"));

    assertThat(desk.answer(TICKET).words()).contains("there is no pair pair-9");
  }

  @Test
  void switchThatDoesNotComeAboutIsAnsweredAfterTenSeconds() {
    operatorAsks();
    desk.pass(9_999);
    assertThat(desk.answers).isEmpty();

    desk.pass(1);

    assertThat(desk.answer(TICKET))
        .isEqualTo(
            new OperatorAnswer(
                false,
                "node-1 did not do it; not handed over within 10000 ms. What the active has asked"
                    + " for already may still come about: see the pair's history"));
    assertThat(active.order().handOver()).isFalse();
  }

  @Test
  void switchWhoseStoreIsUnderWayIsNotGivenUp() {
    operatorAsks();
    desk.pass(9_950);
    desk.isStoreHeld = true;
    handsOver(active, standby);
    desk.pass(500);
    assertThat(desk.answers).isEmpty();

    desk.settleStore();

    assertThat(desk.answer(TICKET).isDone()).isTrue();
  }

  @Test
  void switchIsRefusedWhenTheStandbyFallsOutOfSync() {
    operatorAsks();
    active.asks(AskKind.SHRINK, desk.stored.version(), Member.NONE);
    desk.report(active);

    assertThat(desk.answer(TICKET).words()).startsWith("node-2 is no longer in sync");
    assertThat(active.order().handOver()).isFalse();
  }

  @Test
  void switchIsRefusedWhenTheActiveCalledItOff() {
    operatorAsks();
    active.asks(AskKind.CANCEL, desk.stored.version(), Member.NONE);
    desk.report(active);

    assertThat(desk.answer(TICKET).words()).contains("called it off", "nothing was changed");
    assertThat(active.order().handOver()).isFalse();
  }

  @Test
  void switchIsDoneAlsoIfAFailoverDidIt() {
    operatorAsks();
    desk.disconnect(active);
    standby.lapses();
    desk.report(standby);

    assertThat(desk.answer(TICKET))
        .isEqualTo(new OperatorAnswer(true, "node-2 is active as epoch 2"));
  }

  @Test
  void deposedAdminTellsWhoWaits() {
    operatorAsks();
    desk.decide(new ControllerEvent.Deposed());

    assertThat(desk.answer(TICKET).words()).contains("leads no longer");
  }

  @Test
  void activeThatIsAboutToStopHandsOver() {
    active.isLeaving = true;
    desk.report(active);

    assertThat(active.order().handOver()).isTrue();

    handsOver(active, standby);
    assertThat(desk.decisions.getFirst().evidence()).contains("node-1 is about to stop");
  }

  @Test
  void nothingIsHandedOverIfBothAreAboutToStop() {
    active.isLeaving = true;
    standby.isLeaving = true;
    desk.report(standby);
    desk.report(active);
    desk.pass(1_000);

    assertThat(active.order().handOver()).isFalse();
  }

  @Test
  void activeThatCalledItOffIsAskedAgainAfterAWhile() {
    active.isLeaving = true;
    desk.report(active);
    active.asks(AskKind.CANCEL, desk.stored.version(), Member.NONE);
    desk.report(active);
    desk.pass(999);
    assertThat(active.order().handOver()).isFalse();

    desk.pass(1);

    assertThat(active.order().handOver()).isTrue();
  }

  @Test
  void handOverIsGrantedThoughAnotherAdminWantedIt() {
    handsOver(active, standby);

    assertThat(desk.decisions.getFirst().evidence())
        .contains("the wish is not known to this Admin");
  }

  private static Desk backupServes(int failBackMillis) {
    Desk desk = new Desk(new ControllerSettings(100, 500, failBackMillis));
    desk.stored(3, "node-2", desk.node1.member(), desk.node2.member());
    desk.elect();
    desk.connect(desk.node2);
    desk.node2.holds(3, 1000).serves();
    desk.pass(100);
    desk.connect(desk.node1);
    desk.node1.holds(3, 1000).follows();
    desk.report(desk.node1);
    return desk;
  }

  @Test
  void masterServesAgainOnceItWasInSyncForAWhile() {
    Desk later = backupServes(3_000);
    later.pass(2_999);
    assertThat(later.node2.order().handOver()).isFalse();

    later.pass(1);

    assertThat(later.node2.order().handOver()).isTrue();
    later.node2.asks(AskKind.HAND_OVER, later.stored.version(), later.node1.member());
    later.report(later.node2);
    assertThat(later.stored.active()).isEqualTo("node-1");
    assertThat(later.decisions.getFirst().evidence())
        .contains("the master was in sync for 3000 ms, so it serves again");
  }

  @Test
  void whileThatTheMasterWasInSyncBeginsAnewWhenItWasAway() {
    Desk later = backupServes(3_000);
    later.pass(2_500);
    later.disconnect(later.node1);
    later.pass(10);
    later.connect(later.node1);
    later.pass(2_900);
    assertThat(later.node2.order().handOver()).isFalse();

    later.pass(200);

    assertThat(later.node2.order().handOver()).isTrue();
  }

  @Test
  void masterDoesNotServeAgainIfThePolicySaysNever() {
    Desk later = backupServes(0);
    later.pass(100_000);

    assertThat(later.node2.order().handOver()).isFalse();
  }

  @Test
  void masterThatServesIsNotSwitchedBackFrom() {
    Desk serving = Desk.serving(new ControllerSettings(100, 500, 1_000));
    serving.pass(5_000);

    assertThat(serving.node1.order().handOver()).isFalse();
    assertThat(serving.kinds()).isEqualTo(List.of());
  }
}
