package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.model.NodeRole;
import org.junit.jupiter.api.Test;

/** Rule: when an active that came back is active again, and which of two that both came back. */
final class RestartTest {
  private static final Member OLD_1 = new Member("node-1", "before");
  private static final Member OLD_2 = new Member("node-2", "before");

  @Test
  void soleMemberIsActiveAgainOnceItsPromiseLapsed() {
    Desk desk = Desk.servingAlone();
    desk.node1.restarts();
    desk.pass(600);
    assertThat(desk.kinds()).isEmpty();

    desk.node1.lapses();
    desk.report(desk.node1);

    assertThat(desk.kinds()).containsExactly(DecisionKind.RESTART);
    assertThat(desk.stored.active()).isEqualTo("node-1");
    assertThat(desk.stored.epoch()).isEqualTo(2);
    assertThat(desk.stored.inSync()).containsExactly(desk.node1.member());
  }

  @Test
  void soleMemberIsActiveAgainThoughItsMachineWasRestarted() {
    Desk desk = Desk.servingAlone();
    desk.node1.reboots().lapses();
    desk.report(desk.node1);

    assertThat(desk.kinds()).containsExactly(DecisionKind.RESTART);
    assertThat(desk.stored.inSync()).containsExactly(desk.node1.member());
  }

  @Test
  void soleMemberWhoseProcessHasEndedIsNotActivatedAgainBeforeTheNextComes() {
    Desk desk = Desk.servingAlone();
    desk.node1.restarts().lapses();
    desk.report(desk.node1);
    assertThat(desk.kinds()).containsExactly(DecisionKind.RESTART);

    desk.decide(new ControllerEvent.NodeDied("node-1", desk.node1.proof()));
    desk.hold(3);
    desk.decide(new ControllerEvent.TimePassed());
    assertThat(desk.kinds()).as("what it said is of before").hasSize(1);
    assertThat(desk.view().trouble()).contains("waits for node-1 to come back");

    desk.connect(desk.node1);
    desk.report(desk.node1.restarts().lapses());
    assertThat(desk.kinds()).containsExactly(DecisionKind.RESTART, DecisionKind.RESTART);
  }

  @Test
  void soleMemberWhoseDiskWasWipedIsNotActivated() {
    Desk desk = Desk.servingAlone();
    desk.node1.restarts().holds(0, 0).lapses();
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("empty journal", "promote");
  }

  @Test
  void soleMemberThatNeverHeldAnythingIsActiveAgain() {
    Desk desk = new Desk();
    desk.stored(1, "node-1", OLD_1);
    desk.elect();
    desk.connect(desk.node1);
    desk.pass(600);

    assertThat(desk.kinds()).containsExactly(DecisionKind.RESTART);
  }

  @Test
  void standbyIsPreferredToTheActiveThatCameBack() {
    Desk desk = Desk.serving();
    desk.node1.restarts().lapses();
    desk.pass(300);
    assertThat(desk.kinds()).isEmpty();

    desk.node2.lapses();
    desk.report(desk.node2);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
    assertThat(desk.stored.active()).isEqualTo("node-2");
  }

  @Test
  void standbyThatIsNotHeardIsWaitedForAndNotForEver() {
    Desk desk = Desk.serving();
    desk.disconnect(desk.node2);
    desk.node1.restarts().lapses();
    desk.pass(499);
    assertThat(desk.kinds()).isEmpty();

    desk.pass(1);

    assertThat(desk.kinds()).containsExactly(DecisionKind.RESTART);
    assertThat(desk.stored.active()).isEqualTo("node-1");
  }

  @Test
  void restartKeepsWhatIsSaidOfTheOther() {
    Desk desk = Desk.serving();
    desk.disconnect(desk.node2);
    desk.node1.reboots().lapses();
    desk.pass(600);

    assertThat(desk.kinds()).containsExactly(DecisionKind.RESTART);
    assertThat(desk.stored.inSync()).containsExactly(desk.node1.member(), desk.node2.member());
  }

  @Test
  void rebootedActiveWithItsEpochOnDiskIsActiveAgain() {
    Desk desk = Desk.serving();
    desk.node2.reboots();
    desk.node1.reboots().holds(1, 900).lapses();
    desk.pass(200);

    assertThat(desk.kinds()).containsExactly(DecisionKind.RESTART);
    assertThat(desk.decisions.getFirst().evidence())
        .contains("node-1 durably holds the EPOCH record of epoch 1");
  }

  @Test
  void rebootedActiveWithoutItsEpochOnDiskWaitsForTheOther() {
    Desk desk = new Desk();
    desk.stored(5, "node-1", OLD_1, OLD_2);
    desk.elect();
    desk.connect(desk.node1);
    desk.node1.holds(4, 900);
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("node-1 came back", "waits for node-2");
  }

  @Test
  void restartedActiveWithoutItsEpochOnDiskGoesOnIfItsMachineDidNotRestart() {
    Desk desk = new Desk();
    desk.stored(5, "node-1", desk.node1.member(), OLD_2);
    desk.elect();
    desk.connect(desk.node1);
    desk.node1.holds(4, 900);
    desk.pass(600);

    assertThat(desk.kinds()).containsExactly(DecisionKind.RESTART);
  }

  @Test
  void fencedActiveIsNotActiveAgain() {
    Desk desk = Desk.servingAlone();
    desk.node1.restarts().lapses();
    desk.node1.role = NodeRole.FENCED;
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("node-1 is fenced");
  }

  private static Desk bothRebooted(long epoch1, long end1, long epoch2, long end2) {
    Desk desk = new Desk();
    desk.stored(5, "node-1", OLD_1, OLD_2);
    desk.elect();
    desk.connect(desk.node1);
    desk.connect(desk.node2);
    desk.node1.holds(epoch1, end1);
    desk.node2.holds(epoch2, end2);
    desk.pass(600);
    return desk;
  }

  @Test
  void ofTwoRebootedTheHigherEpochGoesOnThoughItsJournalIsShorter() {
    Desk desk = bothRebooted(3, 2_000, 4, 1_000);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FURTHEST);
    assertThat(desk.stored.active()).isEqualTo("node-2");
    assertThat(desk.stored.epoch()).isEqualTo(6);
    assertThat(desk.stored.inSync()).containsExactly(desk.node2.member(), OLD_1);
  }

  @Test
  void ofTwoRebootedOfOneEpochTheLongerJournalGoesOn() {
    assertThat(bothRebooted(4, 1_000, 4, 1_001).stored.active()).isEqualTo("node-2");
    assertThat(bothRebooted(4, 1_001, 4, 1_000).stored.active()).isEqualTo("node-1");
    assertThat(bothRebooted(4, 1_000, 4, 1_000).stored.active()).isEqualTo("node-1");
  }

  @Test
  void ofTwoRebootedTheActiveGoesOnByItselfIfItsEpochIsOnDisk() {
    Desk desk = bothRebooted(5, 1_000, 4, 9_000);

    assertThat(desk.kinds()).containsExactly(DecisionKind.RESTART);
    assertThat(desk.stored.active()).isEqualTo("node-1");
  }

  @Test
  void ofTwoRebootedNeitherIsActivatedBeforeBothPromisesLapsed() {
    Desk desk = new Desk();
    desk.stored(5, "node-1", OLD_1, OLD_2);
    desk.elect();
    desk.connect(desk.node1);
    desk.connect(desk.node2);
    desk.node1.restarts().holds(4, 10).lapses();
    desk.node2.restarts().holds(4, 5);
    desk.pass(5_000);
    assertThat(desk.kinds()).isEmpty();

    desk.node2.lapses();
    desk.pass(100);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FURTHEST);
  }

  @Test
  void ofTwoRebootedNeitherIsActivatedIfOneDiskWasWiped() {
    Desk desk = bothRebooted(4, 1_000, 0, 0);
    desk.pass(5_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("promote decides");
  }

  @Test
  void ofTwoRebootedNeitherIsActivatedIfOneCannotSay() {
    Desk desk = new Desk();
    desk.stored(5, "node-1", OLD_1, OLD_2);
    desk.elect();
    desk.connect(desk.node1);
    desk.connect(desk.node2);
    desk.node1.holds(4, 10);
    desk.node2.holds(4, 5).role = NodeRole.FENCED;
    desk.pass(5_000);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void standbyThatDidNotRebootGoesOnIfOnlyTheActiveDid() {
    Desk desk = Desk.serving();
    desk.node1.reboots().holds(0, 500).lapses();
    desk.report(desk.node1);
    assertThat(desk.kinds()).isEmpty();

    desk.node2.lapses();
    desk.report(desk.node2);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FAILOVER);
    assertThat(desk.stored.inSync())
        .containsExactly(new Member("node-1", "node-1-boot-1"), desk.node2.member());
  }
}
