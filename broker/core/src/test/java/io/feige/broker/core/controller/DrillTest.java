package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.model.NodeRole;
import org.junit.jupiter.api.Test;

/** Rule: who is told to end for a drill, for how long, and what an operator hears of it. */
final class DrillTest {
  private static final long TICKET = 5;

  private final Desk desk = Desk.serving();
  private final FakeNode active = desk.node1;
  private final FakeNode standby = desk.node2;

  private void operatorAsks() {
    desk.decide(new ControllerEvent.DrillAsked(TICKET, Desk.PAIR, active.name));
  }

  private static long ordered(FakeNode node) {
    return node.beat == null ? 0 : node.beat.drill();
  }

  @Test
  void activeIsToldAtOnceAndTheStandbyIsNot() {
    assertThat(ordered(active)).isZero();

    operatorAsks();

    assertThat(ordered(active)).isEqualTo(active.process);
    assertThat(ordered(standby)).isZero();
    assertThat(desk.answers).isEmpty();
  }

  @Test
  void operatorIsAnsweredWhenTheNodeHasGone() {
    operatorAsks();
    desk.disconnect(active);

    assertThat(desk.answer(TICKET)).isEqualTo(new OperatorAnswer(true, "node-1 has ended"));
  }

  @Test
  void processThatIsStartedAfterItIsNotToldAgain() {
    operatorAsks();
    desk.disconnect(active);
    active.restarts();
    desk.connect(active);
    desk.pass(200);

    assertThat(ordered(active)).isZero();
  }

  @Test
  void nodeThatWasStartedSoSoonThatItsEndWasNotSeenHasEnded() {
    operatorAsks();
    active.restarts();
    desk.report(active);
    desk.pass(100);

    assertThat(desk.answer(TICKET).isDone()).isTrue();
    assertThat(ordered(active)).isZero();
  }

  @Test
  void orderIsWithdrawnIfTheNodeDoesNotEnd() {
    operatorAsks();
    desk.pass(2_999);
    assertThat(desk.answers).isEmpty();

    desk.pass(1);

    assertThat(desk.answer(TICKET).isDone()).isFalse();
    assertThat(desk.answer(TICKET).words()).startsWith("node-1 did not end within 3000 ms");
    assertThat(ordered(active)).isZero();
  }

  @Test
  void secondDrillIsRefusedWhileOneGoesOn() {
    operatorAsks();
    desk.decide(new ControllerEvent.DrillAsked(6, Desk.PAIR, active.name));

    assertThat(desk.answer(6).words()).isEqualTo("node-1 is to end already; nothing was changed");
    assertThat(desk.answers).hasSize(1);
  }

  @Test
  void itIsRefusedIfTheStandbyIsNotInSync() {
    standby.role = NodeRole.JOINING;
    desk.report(standby);
    operatorAsks();

    assertThat(desk.answer(TICKET))
        .isEqualTo(new OperatorAnswer(false, "pair-1: node-2 is not in sync; nothing was changed"));
    assertThat(ordered(active)).isZero();
  }

  @Test
  void itIsRefusedIfTheStandbyIsNotConnected() {
    desk.disconnect(standby);
    operatorAsks();

    assertThat(desk.answer(TICKET).isDone()).isFalse();
  }

  @Test
  void itIsRefusedWhileAChangeOfThePairIsUnderWay() {
    desk.isStoreHeld = true;
    desk.disconnect(standby);
    active.asks(AskKind.SHRINK, desk.stored.version(), Member.NONE);
    desk.report(active);
    operatorAsks();

    assertThat(desk.answer(TICKET).words()).contains("a change of pair-1 is under way");
  }

  @Test
  void itIsRefusedIfAnotherNodeServesByNow() {
    desk.decide(new ControllerEvent.DrillAsked(TICKET, Desk.PAIR, "node-2"));

    assertThat(desk.answer(TICKET).words()).contains("node-2 does not serve pair-1 any more");
    assertThat(ordered(active)).isZero();
    assertThat(ordered(standby)).isZero();
  }

  @Test
  void drillOfAPairThatIsNotThereIsRefused() {
    desk.decide(new ControllerEvent.DrillAsked(TICKET, "pair-9", "node-1"));

    assertThat(desk.answer(TICKET).words()).contains("there is no pair pair-9");
  }

  @Test
  void deposedAdminTellsWhoWaits() {
    operatorAsks();
    desk.decide(new ControllerEvent.Deposed());

    assertThat(desk.answer(TICKET).words()).contains("leads no longer");
  }
}
