package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.DecisionKind;
import org.junit.jupiter.api.Test;

/**
 * Rule: a node that is late as usual is not taken for dead, and an Admin that was late itself
 * waits.
 */
final class BusyMachineTest {
  private static final long CALM_BOUND = 900;

  private final Desk desk = Desk.serving();
  private final FakeNode active = desk.node1;
  private final FakeNode standby = desk.node2;

  /** The active says nothing for so long, and goes on. */
  private void isLate(FakeNode node, long millis) {
    node.isMute = true;
    desk.pass(millis);
    node.isMute = false;
    desk.report(node);
  }

  private long bound() {
    return desk.view().failoverBoundMillis();
  }

  /** The active is silent for ever. */
  private void fallsSilent() {
    active.isMute = true;
    standby.lapses();
  }

  @Test
  void activeThatWasLateIsGivenMoreTime() {
    isLate(active, 300);
    assertThat(bound()).isEqualTo(CALM_BOUND + 200);

    fallsSilent();
    desk.pass(699);
    assertThat(desk.kinds()).isEmpty();
    desk.pass(1);
    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void nodeThatIsLaterEachTimeIsBorneUpToTheMost() {
    isLate(active, 300);
    isLate(active, 600);
    isLate(active, 1_500);
    isLate(active, 1_999);
    assertThat(desk.kinds()).isEmpty();
    assertThat(bound()).isEqualTo(CALM_BOUND + 1_500);

    fallsSilent();
    desk.pass(2_000);
    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void whatIsNotUsualAnyMoreIsForgotten() {
    isLate(active, 300);
    desk.pass(6 * 60_000);
    assertThat(bound()).isEqualTo(CALM_BOUND);

    fallsSilent();
    desk.pass(500);
    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void silenceThatWasTooLongMakesNobodyPatient() {
    isLate(active, 3_000);
    assertThat(bound()).isEqualTo(CALM_BOUND);
  }

  @Test
  void timeInWhichAdminDidNotRunIsNotSilence() {
    fallsSilent();
    desk.hold(700);
    desk.decide(new ControllerEvent.TimePassed());
    assertThat(desk.kinds()).as("600 of these 700 ms it did not run").isEmpty();
    assertThat(bound()).isEqualTo(CALM_BOUND + 600);

    desk.pass(399);
    assertThat(desk.kinds()).isEmpty();
    desk.pass(1);
    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void reportThatWaitedForAdminIsNotLate() {
    desk.hold(400);
    desk.report(active);
    desk.decide(new ControllerEvent.TimePassed());

    desk.pass(6 * 60_000 - 10_000);
    fallsSilent();
    desk.pass(500);
    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void proofOfDeathIsActedUponAtOnce() {
    isLate(active, 400);
    desk.decide(new ControllerEvent.NodeDied("node-1", active.proof()));
    standby.lapses();
    desk.report(standby);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }
}
