package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.model.NodeRole;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule: when the standby replaces the active. */
final class FailoverTest {
  private final Desk desk = Desk.serving();
  private final FakeNode active = desk.node1;
  private final FakeNode standby = desk.node2;

  @Test
  void deadActiveIsReplacedAsSoonAsThePromiseLapsed() {
    desk.disconnect(active);
    desk.pass(390);
    assertThat(desk.kinds()).isEmpty();

    standby.lapses();
    desk.report(standby);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
    assertThat(desk.stored.active()).isEqualTo("node-2");
    assertThat(desk.stored.epoch()).isEqualTo(2);
    assertThat(desk.stored.handedOver()).isFalse();
  }

  @Test
  void provedDeathIsSuspicionAtOnceAndTheStandbyIsShownTheProof() {
    String proof = active.proof();
    desk.decide(new ControllerEvent.NodeDied("node-1", proof));
    assertThat(standby.order().peerDeath()).isEqualTo(proof);
    assertThat(active.order().peerDeath()).isEmpty();
    assertThat(desk.kinds()).as("it still promises").isEmpty();

    standby.lapses();
    desk.report(standby);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
    assertThat(desk.decisions.getFirst().evidence())
        .contains("its process has ended, as who watches it has proved");
  }

  @Test
  void proofOfAnotherProcessIsNone() {
    String old = active.proof();
    desk.report(active.restarts());
    desk.report(active.serves());

    desk.decide(new ControllerEvent.NodeDied("node-1", old));
    desk.decide(new ControllerEvent.NodeDied("node-1", "0d".repeat(32)));
    desk.decide(new ControllerEvent.NodeDied("node-9", old));
    standby.lapses();
    desk.pass(1_000);

    assertThat(standby.order().peerDeath()).isEmpty();
    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void proofIsForgottenWhenTheNextProcessComes() {
    desk.decide(new ControllerEvent.NodeDied("node-2", standby.proof()));
    assertThat(active.order().peerDeath()).isEqualTo(standby.proof());

    desk.report(standby.restarts());
    desk.pass(100);

    assertThat(active.order().peerDeath()).isEmpty();
  }

  @Test
  void failoverLeavesInSyncAsItWas() {
    desk.disconnect(active);
    standby.lapses();
    desk.report(standby);

    assertThat(desk.stored.inSync()).containsExactly(active.member(), standby.member());
  }

  @Test
  void endedConnectionAloneReplacesNobody() {
    desk.disconnect(active);
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("node-2's promise holds");
  }

  @Test
  void silentActiveIsReplacedAfterTheTimeoutAndNotBefore() {
    active.isMute = true;
    standby.lapses();
    desk.pass(499);
    assertThat(desk.kinds()).isEmpty();

    desk.pass(1);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void silentActiveIsNotReplacedWhileThePromiseHolds() {
    active.isMute = true;
    desk.pass(5_000);
    assertThat(desk.kinds()).isEmpty();

    standby.lapses();
    desk.report(standby);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void actingActiveIsNotReplacedThoughThePromiseLapsed() {
    standby.lapses();
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void actingInAnOldEpochIsNotActing() {
    desk.stored(2, "node-1", active.member(), standby.member());
    desk.decide(new ControllerEvent.PairStored(desk.stored));
    standby.lapses();

    desk.pass(500);

    assertThat(active.epoch).isEqualTo(1);
    assertThat(active.isActing).isTrue();
    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void activeWhoseProcessWasReplacedIsReplacedWithoutWaiting() {
    active.restarts();
    desk.report(active);
    assertThat(desk.kinds()).isEmpty();

    standby.lapses();
    desk.report(standby);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
    assertThat(desk.decisions.getFirst().evidence())
        .contains("its process was replaced by one that does not act");
  }

  @Test
  void activeThatSaysItActsNoLongerIsReplacedWithoutWaiting() {
    active.isActing = false;
    active.isServing = false;
    active.role = NodeRole.FENCED;
    desk.report(active);
    standby.lapses();
    desk.report(standby);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void activeThatComesBackActingIsSuspectedNoLonger() {
    desk.disconnect(active);
    desk.pass(200);
    desk.connect(active);
    standby.lapses();
    desk.pass(5_000);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void standbyOutsideInSyncIsNotActivated() {
    Desk alone = Desk.servingAlone();
    alone.disconnect(alone.node1);
    alone.pass(10_000);

    assertThat(alone.kinds()).isEmpty();
    assertThat(alone.view().trouble()).contains("node-2 is not in sync", "waits for node-1");
  }

  @Test
  void standbyThatWasRebootedIsNotActivated() {
    standby.reboots().lapses();
    desk.disconnect(active);
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("before its machine was restarted");
  }

  @Test
  void standbyThatOnlyRestartedIsActivatedOnceItsPromiseLapsed() {
    standby.restarts();
    desk.disconnect(active);
    desk.pass(400);
    assertThat(desk.kinds()).isEmpty();

    standby.lapses();
    desk.pass(100);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void fencedStandbyIsNotActivated() {
    standby.role = NodeRole.FENCED;
    standby.lapses();
    desk.disconnect(active);
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("node-2 is fenced");
  }

  @Test
  void standbyWithoutAReplicaIsNotActivated() {
    standby.lapses();
    standby.hasReplica = false;
    desk.disconnect(active);
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void standbyThatIsNotConnectedIsNotActivated() {
    standby.lapses();
    desk.report(standby);
    desk.disconnect(standby);
    desk.disconnect(active);
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void standbyOfWhichNothingFreshIsHeardIsNotActivated() {
    standby.lapses();
    desk.report(standby);
    standby.isMute = true;
    desk.hold(250);

    desk.disconnect(active);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void standbyWhoseDiskWasWipedIsNotActivated() {
    standby.restarts().holds(0, 0).lapses();
    desk.disconnect(active);
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("empty journal");
  }

  @Test
  void reportOfAnOlderConnectionIsNotHeard() {
    long old = standby.connection;
    desk.connect(standby);
    desk.disconnect(active);
    standby.lapses();

    desk.decide(new ControllerEvent.Reported(old, standby.report(Desk.PAIR)));

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void reportOfAnOlderConnectionDoesNotReplaceANewerOne() {
    NodeReport delayed = standby.report(Desk.PAIR);
    long old = standby.connection;
    standby.lapses();
    desk.connect(standby);

    desk.decide(new ControllerEvent.Reported(old, delayed));
    desk.disconnect(active);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void reportThatComesAfterItsConnectionEndedIsNotHeard() {
    desk.disconnect(active);
    desk.decide(new ControllerEvent.Reported(active.connection, active.report(Desk.PAIR)));
    standby.lapses();
    desk.report(standby);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
  }

  @Test
  void endOfAnOlderConnectionIsNoSign() {
    long old = active.connection;
    desk.connect(active);
    desk.decide(new ControllerEvent.NodeGone("node-1", old));
    standby.lapses();
    desk.report(standby);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void formerActiveIsStillEligibleIfTheNewOneDiesHalfWay() {
    desk.disconnect(active);
    standby.lapses();
    desk.report(standby);
    active.restarts().lapses();
    desk.connect(active);
    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);

    desk.disconnect(standby);

    assertThat(desk.stored.active()).isEqualTo("node-1");
    assertThat(desk.stored.epoch()).isEqualTo(3);
  }

  @Test
  void newActiveHasTheTimeoutToBeginToAct() {
    active.isMute = true;
    standby.lapses();
    desk.pass(500);
    active.isMute = false;
    active.restarts().lapses();
    desk.pass(450);
    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);

    desk.pass(100);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER, DecisionKind.FAILOVER);
    assertThat(desk.stored.active()).isEqualTo("node-1");
  }

  @Test
  void activationsOnWhichNobodyActsComeSlowerAndSlower() {
    active.isMute = true;
    standby.lapses();
    desk.pass(500);
    active.isMute = false;
    active.restarts().lapses();

    desk.pass(10_000);

    assertThat(desk.kinds()).hasSize(1 + 1 + 1 + 4);
  }

  @Test
  void onlyOneChangeIsUnderWay() {
    desk.isStoreHeld = true;
    desk.disconnect(active);
    standby.lapses();
    desk.report(standby);
    desk.pass(3_000);
    assertThat(desk.stores).isEqualTo(1);

    desk.settleStore();

    assertThat(desk.stores).isEqualTo(1);
    assertThat(desk.stored.epoch()).isEqualTo(2);
  }

  @Test
  void lostCompareAndSetIsJudgedAnewFromWhatIsStored() {
    desk.isStoreHeld = true;
    desk.disconnect(active);
    standby.lapses();
    desk.report(standby);
    desk.stored(1, "node-1", active.member());

    desk.settleStore();
    desk.pass(3_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.stores).isEqualTo(1);
  }

  @Test
  void storeThatDidNotComeAboutIsTriedAgainWithTheNextHeartbeat() {
    desk.isStoreHeld = true;
    desk.disconnect(active);
    standby.lapses();
    desk.report(standby);
    desk.decide(new ControllerEvent.PairStored(desk.stored));
    desk.report(standby);
    assertThat(desk.stores).isEqualTo(1);

    desk.pass(100);

    assertThat(desk.stores).isEqualTo(2);
  }

  @Test
  void evidenceSaysWhoWasSilentAndWhosePromiseLapsedWhen() {
    desk.pass(14);
    desk.disconnect(active);
    desk.pass(398);
    standby.lapses();
    desk.report(standby);

    Decision decision = desk.decisions.getFirst();
    assertThat(decision.evidence())
        .isEqualTo(
            List.of(
                "node-1 was last heard acting 412 ms ago",
                "its connection ended 398 ms ago",
                "node-2 holds everything confirmed: in sync as boot node-2-boot-1",
                "node-2's promise lapsed, as reported 0 ms ago"));
    assertThat(decision.fromNode()).isEqualTo("node-1");
    assertThat(decision.toNode()).isEqualTo("node-2");
    assertThat(decision.fromEpoch()).isEqualTo(1);
    assertThat(decision.toEpoch()).isEqualTo(2);
    assertThat(decision.atMillis()).isEqualTo(desk.now().millis());
  }
}
