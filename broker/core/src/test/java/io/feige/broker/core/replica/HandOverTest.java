package io.feige.broker.core.replica;

import static io.feige.broker.core.replica.Rig.A;
import static io.feige.broker.core.replica.Rig.B;
import static io.feige.broker.core.replica.Rig.B_REBOOTED;
import static io.feige.broker.core.replica.Rig.CANCEL;
import static io.feige.broker.core.replica.Rig.COUNTED;
import static io.feige.broker.core.replica.Rig.GRACE;
import static io.feige.broker.core.replica.Rig.TIMEOUT;
import static io.feige.broker.core.replica.Rig.WAY_BACK;
import static io.feige.broker.core.replica.Rig.handedOver;
import static io.feige.broker.core.replica.Rig.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.FakePort.Dialled;
import io.feige.broker.core.replica.FakePort.Effect;
import io.feige.broker.core.replica.FakePort.HungUp;
import io.feige.broker.core.replica.FakePort.Retired;
import io.feige.broker.core.replica.FakePort.Sent;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import io.feige.protocol.model.NodeRole;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 8: a planned switch. */
final class HandOverTest {
  private static final PairState BOTH = state(2, 1, "a", A, B);
  private static final Ask HAND_OVER = new Ask(AskKind.HAND_OVER, 2, B);

  @Test
  void handOverIsAskedForWhenBothHoldTheSame() {
    Rig active = Rig.withStandby();
    active.port.journal.append(1, 2);
    active.learnHandOver(BOTH);
    assertThat(active.mayServe()).as("serves nobody from now on").isFalse();
    assertThat(active.machine.isWaiting(active.nowNanos())).isTrue();

    active.write();
    active.ackAll();
    assertThat(active.ask()).as("not durable here").isEqualTo(Ask.NOTHING);
    active.save();
    assertThat(active.ask()).isEqualTo(HAND_OVER);
    assertThat(active.committed()).isEqualTo(active.port.journal.end());
    assertThat(active.did(Retired.class)).as("it may still come to nothing").isFalse();
  }

  @Test
  void handOverWaitsForTheAck() {
    Rig active = Rig.withStandby();
    active.publish(1);

    active.learnHandOver(BOTH);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
    active.ackAll();

    assertThat(active.ask()).isEqualTo(HAND_OVER);
  }

  @Test
  void nobodyIsServedUntilTheOutcomeIsKnown() {
    Rig active = Rig.withStandby();
    active.learnHandOver(BOTH);

    active.passWithAcks(CANCEL - 10);
    active.learn(BOTH);

    assertThat(active.ask()).isEqualTo(HAND_OVER);
    assertThat(active.mayServe()).isFalse();
  }

  @Test
  void handedOverReplicaIsStandbyAtOnce() {
    Rig active = Rig.withStandby();
    active.learnHandOver(BOTH);
    active.takeEffects();

    active.learn(handedOver(3, 2, "b", A, B));

    assertThat(active.machine.role()).isEqualTo(NodeRole.STANDBY);
    List<Effect> effects = active.takeEffects();
    assertThat(effects).contains(new Retired("b"));
    assertThat(effects)
        .as("over the link that is open already")
        .anyMatch(effect -> effect instanceof Sent(long to, Join _) && to == WAY_BACK);
    assertThat(active.report().promiseLapsed()).as("it owes the new one nothing yet").isTrue();
  }

  @Test
  void handOverWithoutOutcomeIsCancelledAndServiceResumesOnlyWithANewerVersion() {
    Rig active = Rig.withStandby();
    active.learnHandOver(BOTH);

    active.passWithAcks(CANCEL);
    assertThat(active.ask()).isEqualTo(new Ask(AskKind.CANCEL, 2, Member.NONE));
    assertThat(active.mayServe()).isFalse();
    active.passWithAcks(5_000);
    assertThat(active.mayServe()).isFalse();
    active.learn(state(3, 1, "a", A, B));

    assertThat(active.mayServe()).isTrue();
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void handOverThatWonAgainstItsCancellingTakesEffect() {
    Rig active = Rig.withStandby();
    active.learnHandOver(BOTH);
    active.passWithAcks(CANCEL);

    active.learn(handedOver(3, 2, "b", A, B));

    assertThat(active.machine.role()).isEqualTo(NodeRole.STANDBY);
    assertThat(active.mayServe()).isFalse();
  }

  @Test
  void handOverAfterACancelledOneIsNotBegunAtOnce() {
    Rig active = Rig.withStandby();
    active.learnHandOver(BOTH);
    active.passWithAcks(CANCEL);

    active.learnHandOver(state(3, 1, "a", A, B));
    active.passWithAcks(TIMEOUT - 10);
    assertThat(active.mayServe()).isTrue();
    active.passWithAcks(20 + GRACE);

    assertThat(active.ask()).isEqualTo(new Ask(AskKind.HAND_OVER, 3, B));
  }

  @Test
  void standbyThatGoesBeforeTheHandOverWasAskedForLetsServiceResume() {
    Rig active = Rig.withStandby();
    active.publish(1);
    active.learnHandOver(BOTH);
    assertThat(active.mayServe()).isFalse();

    active.closes();
    active.pass(GRACE);

    assertThat(active.mayServe()).as("the lease holds").isTrue();
    assertThat(active.ask().kind()).isEqualTo(AskKind.SHRINK);
  }

  @Test
  void standbyThatGoesAfterTheHandOverWasAskedForChangesNothing() {
    Rig active = Rig.withStandby();
    active.learnHandOver(BOTH);
    active.closes();

    active.pass(TIMEOUT);

    assertThat(active.ask()).isEqualTo(HAND_OVER);
    assertThat(active.mayServe()).isFalse();
  }

  @Test
  void standbyThatDoesNotGetToTheEndEndsThePause() {
    Rig active = Rig.withStandby();
    active.publish(2);
    active.learnHandOver(BOTH);
    assertThat(active.mayServe()).isFalse();
    for (int i = 0; i < CANCEL / 50; i++) {
      active.pass(50);
      active.port.journal.append(1, 1);
      active.save();
      active.ack(active.copiesSent().get(active.copiesSent().size() - 2));
    }

    assertThat(active.mayServe()).isTrue();
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void handOverThatIsNoLongerWantedIsGivenUpUnlessItWasAskedFor() {
    Rig active = Rig.withStandby();
    active.publish(1);
    active.learnHandOver(BOTH);

    active.learn(BOTH);

    assertThat(active.mayServe()).isTrue();
  }

  @Test
  void handOverNeedsAStandbyThatIsThereAndInSync() {
    Rig active = Rig.alone();
    active.learnHandOver(state(1, 1, "a", A));
    active.passWithAcks(1_000);
    assertThat(active.mayServe()).isTrue();

    Rig without = Rig.withStandby();
    without.closes();
    without.learnHandOver(BOTH);
    assertThat(without.mayServe()).isTrue();
  }

  @Test
  void handOverToARebootedStandbyIsNotBegun() {
    Rig active = Rig.withStandby();
    active.closes();
    active.joins(B_REBOOTED);
    active.ackAll();

    active.learnHandOver(BOTH);
    active.passWithAcks(1_000);

    assertThat(active.ask()).isEqualTo(new Ask(AskKind.SHRINK, 2, Member.NONE));
  }

  @Test
  void handOverDoesNotBeginWhileTheStandbyIsFarBehind() {
    Rig active = Rig.withStandby();
    active.publish(10);

    active.learnHandOver(BOTH);

    assertThat(active.mayServe()).isTrue();
  }

  @Test
  void clientsAreServedUntilTheWayBackIsOpen() {
    Rig active = Rig.withStandby();
    assertThat(active.learnHandOverOnly(BOTH)).contains(new Dialled());
    assertThat(active.mayServe()).isTrue();

    active.decide(new ReplicaEvent.LinkOpened(WAY_BACK, true));

    assertThat(active.mayServe()).isFalse();
    assertThat(active.ask()).isEqualTo(HAND_OVER);
  }

  @Test
  void wayBackThatDoesNotOpenIsNotWaitedForForLong() {
    Rig active = Rig.withStandby();
    active.learnHandOverOnly(BOTH);
    active.decide(new ReplicaEvent.LinkClosed(0));
    active.passWithAcks(GRACE - 1);
    assertThat(active.mayServe()).isTrue();

    active.passWithAcks(1);
    assertThat(active.ask()).isEqualTo(HAND_OVER);
    active.takeEffects();
    active.learn(handedOver(3, 2, "b", A, B));

    assertThat(active.takeEffects()).contains(new Dialled());
  }

  @Test
  void handOverThatCannotBeginAnyMoreIsNotLookedAtAgainAndAgain() {
    Rig active = Rig.withStandby();
    active.pass(COUNTED - GRACE / 2);
    active.learnHandOverOnly(BOTH);

    // The promise lapses while the way back is waited for.
    active.pass(GRACE + 10);

    assertThat(active.mayServe()).isFalse();
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void wayBackThatIsNotNeededIsClosed() {
    Rig active = Rig.withStandby();
    active.learnHandOver(BOTH);
    active.passWithAcks(CANCEL);

    active.learn(state(3, 1, "a", A, B));

    assertThat(active.didHangUp(WAY_BACK)).isTrue();
    assertThat(active.mayServe()).isTrue();
  }

  @Test
  void whoHandedOverAndHeardOfItFirstIsFedAsSoonAsTheOtherHasHeardToo() {
    Rig standby = Rig.standby();
    long link = joinsEarly(standby);
    assertThat(hungUp(standby)).doesNotContain(link);

    List<Effect> effects = standby.learn(handedOver(2, 2, "a", A, B));

    assertThat(effects)
        .filteredOn(Sent.class::isInstance)
        .first()
        .matches(sent -> sent instanceof Sent(long to, Joined _) && to == link);
  }

  @Test
  void whoJoinsEarlyAndGoesAgainIsForgotten() {
    Rig standby = Rig.standby();
    joinsEarly(standby);
    standby.closes();

    List<Effect> effects = standby.learn(handedOver(2, 2, "a", A, B));

    assertThat(effects).noneMatch(Sent.class::isInstance);
  }

  @Test
  void whoJoinsEarlyAtOneThatDoesNotBecomeActiveIsSentAway() {
    Rig standby = Rig.standby();
    long older = joinsEarly(standby);
    long link = joinsEarly(standby);
    assertThat(hungUp(standby)).contains(older).doesNotContain(link);

    standby.learn(handedOver(2, 2, "b", A, B));

    assertThat(hungUp(standby)).contains(link);
  }

  private static long joinsEarly(Rig standby) {
    standby.joins(B, 2, standby.port.journal, standby.port.journal.end());
    return standby.session();
  }

  private static List<Long> hungUp(Rig rig) {
    return rig.takeEffects().stream()
        .filter(HungUp.class::isInstance)
        .map(effect -> ((HungUp) effect).session())
        .toList();
  }

  @Test
  void newActiveGivesTheOneThatHandedOverTheGraceToJoin() {
    Rig standby = Rig.standby();
    standby.learn(handedOver(2, 2, "a", A, B));
    standby.save();

    standby.pass(GRACE - 1);
    assertThat(standby.ask()).isEqualTo(Ask.NOTHING);
    standby.joins(B);
    standby.ackAll();

    assertThat(standby.mayServe()).isTrue();
    assertThat(standby.ask()).isEqualTo(Ask.NOTHING);
  }
}
