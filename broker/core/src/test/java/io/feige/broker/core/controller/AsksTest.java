package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import org.junit.jupiter.api.Test;

/** Rule: what an active asks for, and gets. */
final class AsksTest {
  private final Desk desk = Desk.serving();
  private final FakeNode active = desk.node1;
  private final FakeNode standby = desk.node2;

  private void asks(AskKind kind, Member peer) {
    active.asks(kind, desk.stored.version(), peer);
    desk.report(active);
  }

  @Test
  void shrinkLeavesTheActiveAlone() {
    asks(AskKind.SHRINK, Member.NONE);

    assertThat(desk.kinds()).containsExactly(DecisionKind.SHRINK);
    assertThat(desk.stored.inSync()).containsExactly(active.member());
    assertThat(desk.stored.epoch()).isEqualTo(1);
    assertThat(desk.stored.active()).isEqualTo("node-1");
  }

  @Test
  void growAddsTheStandbyInItsPresentLife() {
    asks(AskKind.SHRINK, Member.NONE);
    standby.reboots();
    desk.report(standby);

    asks(AskKind.GROW, standby.member());

    assertThat(desk.kinds()).containsExactly(DecisionKind.SHRINK, DecisionKind.GROW);
    assertThat(desk.stored.inSync()).containsExactly(active.member(), standby.member());
    assertThat(desk.stored.epoch()).isEqualTo(1);
  }

  @Test
  void growOfALifeThatIsOverIsNotGranted() {
    asks(AskKind.SHRINK, Member.NONE);
    Member before = standby.member();
    standby.reboots();
    desk.report(standby);

    asks(AskKind.GROW, before);

    assertThat(desk.kinds()).containsExactly(DecisionKind.SHRINK);
  }

  @Test
  void growOfANodeThatIsNotTheOtherMemberIsNotGranted() {
    asks(AskKind.GROW, new Member("node-3", "boot"));
    asks(AskKind.GROW, active.member());

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void askAgainstAnotherVersionChangesNothing() {
    active.asks(AskKind.SHRINK, desk.stored.version() - 1, Member.NONE);
    desk.report(active);
    active.asks(AskKind.SHRINK, desk.stored.version() + 1, Member.NONE);
    desk.report(active);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void repeatedAskIsGrantedOnce() {
    asks(AskKind.SHRINK, Member.NONE);
    desk.report(active);
    desk.pass(1_000);

    assertThat(desk.kinds()).containsExactly(DecisionKind.SHRINK);
  }

  @Test
  void askOfAnotherEpochChangesNothing() {
    active.epoch = 0;
    asks(AskKind.SHRINK, Member.NONE);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void askOfTheStandbyChangesNothing() {
    standby.asks(AskKind.SHRINK, desk.stored.version(), Member.NONE);
    desk.report(standby);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void askOfARebootedActiveChangesNothing() {
    active.boot = "later";
    asks(AskKind.SHRINK, Member.NONE);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void askThatComesWhileAChangeIsUnderWayIsHeardAfterwards() {
    desk.isStoreHeld = true;
    asks(AskKind.SHRINK, Member.NONE);
    active.asks(AskKind.CANCEL, desk.stored.version(), Member.NONE);
    desk.report(active);
    desk.pass(500);
    assertThat(desk.stores).isEqualTo(1);

    desk.settleStore();

    assertThat(desk.kinds()).containsExactly(DecisionKind.SHRINK);
    assertThat(desk.stores).isEqualTo(1);
  }

  @Test
  void askIsGrantedAfterAnotherChangeLostItsCompareAndSet() {
    desk.isStoreHeld = true;
    asks(AskKind.SHRINK, Member.NONE);
    desk.stored = Desk.versioned(desk.stored, desk.stored.version() + 1);
    active.asks(AskKind.SHRINK, desk.stored.version(), Member.NONE);
    desk.report(active);

    desk.settleStore();
    desk.settleStore();

    assertThat(desk.kinds()).containsExactly(DecisionKind.SHRINK);
  }

  @Test
  void handOverActivatesTheStandbyAndKeepsBothInSync() {
    asks(AskKind.HAND_OVER, standby.member());

    assertThat(desk.kinds()).containsExactly(DecisionKind.SWITCH);
    assertThat(desk.stored.active()).isEqualTo("node-2");
    assertThat(desk.stored.epoch()).isEqualTo(2);
    assertThat(desk.stored.handedOver()).isTrue();
    assertThat(desk.stored.inSync()).containsExactly(active.member(), standby.member());
  }

  @Test
  void handOverToARebootedStandbyIsNotGranted() {
    standby.reboots();
    desk.report(standby);

    asks(AskKind.HAND_OVER, standby.member());
    asks(AskKind.HAND_OVER, new Member("node-2", "node-2-boot-1"));

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void handOverToAStandbyThatIsNotConnectedIsNotGranted() {
    desk.disconnect(standby);

    asks(AskKind.HAND_OVER, standby.member());

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void handOverOfAnActiveThatIsAloneIsNotGranted() {
    asks(AskKind.SHRINK, Member.NONE);

    asks(AskKind.HAND_OVER, standby.member());

    assertThat(desk.kinds()).containsExactly(DecisionKind.SHRINK);
  }

  @Test
  void cancelRaisesTheVersionAndNothingElse() {
    int version = desk.stored.version();
    asks(AskKind.CANCEL, Member.NONE);

    assertThat(desk.kinds()).containsExactly(DecisionKind.CANCEL);
    assertThat(desk.stored.version()).isEqualTo(version + 1);
    assertThat(desk.stored.epoch()).isEqualTo(1);
    assertThat(desk.stored.inSync()).containsExactly(active.member(), standby.member());
  }

  @Test
  void growThatWasCancelledLeavesTheActiveAlone() {
    asks(AskKind.SHRINK, Member.NONE);
    asks(AskKind.CANCEL, standby.member());

    assertThat(desk.kinds()).containsExactly(DecisionKind.SHRINK, DecisionKind.CANCEL);
    assertThat(desk.stored.inSync()).containsExactly(active.member());
    assertThat(desk.decisions.getLast().evidence())
        .containsExactly("node-1 gave up the standby that it had asked to add");
  }

  @Test
  void handOverThatWasCancelledCannotHappenLater() {
    active.asks(AskKind.HAND_OVER, desk.stored.version(), standby.member());
    var delayed = active.report(Desk.PAIR);
    asks(AskKind.CANCEL, Member.NONE);

    desk.decide(new ControllerEvent.Reported(active.connection, delayed));

    assertThat(desk.kinds()).containsExactly(DecisionKind.CANCEL);
    assertThat(desk.stored.active()).isEqualTo("node-1");
  }

  @Test
  void handedOverIsSaidOnlyInTheVersionThatDidIt() {
    asks(AskKind.HAND_OVER, standby.member());
    standby.serves().asks(AskKind.SHRINK, desk.stored.version(), Member.NONE);
    desk.report(standby);

    assertThat(desk.kinds()).containsExactly(DecisionKind.SWITCH, DecisionKind.SHRINK);
    assertThat(desk.stored.handedOver()).isFalse();
    assertThat(desk.stored.epoch()).isEqualTo(2);
  }

  @Test
  void shrinkAndActivateRaceAndOneWins() {
    desk.isStoreHeld = true;
    asks(AskKind.SHRINK, Member.NONE);
    desk.disconnect(active);
    standby.lapses();
    desk.report(standby);

    desk.settleStore();
    desk.pass(3_000);

    assertThat(desk.kinds()).containsExactly(DecisionKind.SHRINK);
    assertThat(desk.stored.active()).isEqualTo("node-1");
  }

  @Test
  void evidenceSaysWhoAskedAndWhenTheOtherWasHeard() {
    desk.disconnect(standby);
    desk.pass(30);
    asks(AskKind.SHRINK, Member.NONE);

    assertThat(desk.decisions.getFirst().evidence())
        .containsExactly(
            "node-1 asked to be alone in sync: node-2 does not follow",
            "node-2's connection to Admin ended 30 ms ago");
  }
}
