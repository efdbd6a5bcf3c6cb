package io.feige.broker.core.replica;

import static io.feige.broker.core.replica.Rig.A;
import static io.feige.broker.core.replica.Rig.B;
import static io.feige.broker.core.replica.Rig.B_REBOOTED;
import static io.feige.broker.core.replica.Rig.COUNTED;
import static io.feige.broker.core.replica.Rig.GRACE;
import static io.feige.broker.core.replica.Rig.LEASE;
import static io.feige.broker.core.replica.Rig.TIMEOUT;
import static io.feige.broker.core.replica.Rig.WINDOW;
import static io.feige.broker.core.replica.Rig.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.FakePort.Reported;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import org.junit.jupiter.api.Test;

/** Rules 2, 3 and 11: who is waited for, and what holds until Admin has answered. */
final class InSyncTest {
  private static final int FRAME = FakeJournal.FRAME;

  private static Ask shrink(int version) {
    return new Ask(AskKind.SHRINK, version, Member.NONE);
  }

  private static Ask cancel(int version) {
    return new Ask(AskKind.CANCEL, version, Member.NONE);
  }

  @Test
  void standbyWhoseConnectionEndedIsGivenUpAfterTheGrace() {
    Rig active = Rig.withStandby();
    active.closes();

    active.pass(GRACE - 1);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
    active.takeEffects();
    active.pass(1);

    assertThat(active.ask()).isEqualTo(shrink(2));
    assertThat(active.did(Reported.class)).as("at once").isTrue();
  }

  @Test
  void standbyThatIsProvedToBeDeadIsGivenUpAtOnce() {
    String proof = "0d".repeat(32);
    Rig active = Rig.withStandby();
    active.joinsAs(B, Death.markOf(proof));
    active.ackAll();
    active.decide(new ReplicaEvent.PeerDied("0e".repeat(32)));
    assertThat(active.ask()).as("it is another process").isEqualTo(Ask.NOTHING);
    active.takeEffects();

    active.decide(new ReplicaEvent.PeerDied(proof));

    assertThat(active.ask()).isEqualTo(shrink(2));
    assertThat(active.did(Reported.class)).as("at once").isTrue();
  }

  @Test
  void whoComesBackAfterItsDeathIsTakenIn() {
    String proof = "0d".repeat(32);
    Rig active = Rig.withStandby();
    active.joinsAs(B, Death.markOf(proof));
    active.ackAll();
    active.decide(new ReplicaEvent.PeerDied(proof));
    active.learn(state(3, 1, "a", A));

    active.joinsAs(B, Death.markOf("0e".repeat(32)));
    active.passWithAcks(100);

    assertThat(active.ask()).isEqualTo(new Ask(AskKind.GROW, 3, B));
  }

  @Test
  void whoTakesThePlaceOfADeadStandbyIsNotDead() {
    String proof = "0d".repeat(32);
    Rig active = Rig.withStandby();
    active.joinsAs(B, Death.markOf(proof));
    active.joinsAs(B, Death.markOf("0e".repeat(32)));
    active.ackAll();

    active.decide(new ReplicaEvent.PeerDied(proof));
    active.passWithAcks(5_000);

    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
    assertThat(active.mayServe()).isTrue();
  }

  @Test
  void standbyThatComesBackWithinTheGraceStays() {
    Rig active = Rig.withStandby();
    active.closes();
    active.pass(GRACE - 1);
    active.joins(B);

    active.passWithAcks(5_000);

    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
    assertThat(active.mayServe()).isTrue();
  }

  @Test
  void silentStandbyIsGivenUpAfterTheTimeout() {
    Rig active = Rig.withStandby();

    active.pass(TIMEOUT - 1);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
    active.pass(1);

    assertThat(active.ask()).isEqualTo(shrink(2));
  }

  @Test
  void standbyWhoseAcksCameLateIsGivenMoreTime() {
    Rig active = Rig.withStandby();
    active.pass(TIMEOUT - 100);
    active.ackAll();

    active.pass(2 * TIMEOUT - 1);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
    active.pass(1);

    assertThat(active.ask()).isEqualTo(shrink(2));
  }

  @Test
  void standbyThatComesAndGoesWithoutAnAckIsGivenUpAfterTheTimeout() {
    Rig active = Rig.withStandby();

    for (int i = 0; i < TIMEOUT / 50; i++) {
      active.closes();
      active.pass(25);
      active.joins(B);
      active.pass(25);
    }

    assertThat(active.ask()).isEqualTo(shrink(2));
  }

  @Test
  void standbyThatPromisesAndDoesNotGetOnIsGivenUpAfterTheTimeout() {
    Rig active = Rig.withStandby();
    active.publish(4);

    for (int i = 0; i < TIMEOUT / 50; i++) {
      assertThat(active.ask()).isEqualTo(Ask.NOTHING);
      active.pass(50);
      active.hears(new Ack(1, FRAME, FRAME, active.copiesSent().getLast().sentNanos(), LEASE));
    }

    assertThat(active.mayServe()).as("the promises hold").isTrue();
    assertThat(active.ask()).isEqualTo(shrink(2));
  }

  @Test
  void standbyThatIsAlwaysBehindAndAlwaysGetsOnStays() {
    Rig active = Rig.withStandby();
    active.publish(1);
    for (int i = 0; i < 100; i++) {
      Copy copy = active.copiesSent().getLast();
      active.publish(1);
      active.pass(50);
      active.ack(copy);
    }

    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void standbyThatComesBackRebootedIsGivenUpAtOnce() {
    Rig active = Rig.withStandby();
    active.closes();

    active.joins(B_REBOOTED);

    assertThat(active.ask()).isEqualTo(shrink(2));
  }

  @Test
  void nothingIsConfirmedAloneBeforeTheShrinkIsKnown() {
    Rig active = Rig.withStandby();
    active.closes();
    active.pass(GRACE);
    active.takeEffects();

    active.publish(1);
    active.pass(COUNTED);
    assertThat(active.committed()).isEqualTo(-1);
    assertThat(active.mayServe()).isFalse();
    active.learn(state(3, 1, "a", A));

    assertThat(active.committed()).isEqualTo(2 * FRAME);
    assertThat(active.mayServe()).isTrue();
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void shrinkIsRepeatedUntilItsOutcomeIsKnown() {
    Rig active = Rig.withStandby();
    active.closes();
    active.pass(GRACE);

    active.joins(B);
    active.ackAll();
    active.learn(state(2, 1, "a", A, B));
    active.passWithAcks(3_000);

    assertThat(active.ask()).isEqualTo(shrink(2));
  }

  @Test
  void shrinkThatLostAgainstAnotherChangeIsThoughtOverAgain() {
    Rig active = Rig.withStandby();
    active.closes();
    active.pass(GRACE);

    active.learn(state(3, 1, "a", A, B));
    assertThat(active.ask()).as("it is still away").isEqualTo(shrink(3));

    active.joins(B);
    active.ackAll();
    active.learn(state(4, 1, "a", A, B));
    assertThat(active.ask()).as("it has come back").isEqualTo(Ask.NOTHING);
  }

  @Test
  void shrinkThatLostAgainstAnActivationEndsTheService() {
    Rig active = Rig.withStandby();
    active.closes();
    active.pass(GRACE);
    active.publish(1);
    active.takeEffects();

    active.learn(state(3, 2, "b", A, B));
    active.learn(state(3, 1, "a", A));

    assertThat(active.mayServe()).isFalse();
    assertThat(active.report().isActing()).isFalse();
    assertThat(active.committed()).isEqualTo(-1);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void growIsAskedForOnceTheJoinerHoldsAllThatIsConfirmed() {
    Rig active = Rig.alone();
    active.publish(20);
    active.joins(B, FakeJournal.of(1, 0), FRAME);

    while (active.copiesSent().getLast().position() < active.port.journal.end() - WINDOW / 4) {
      assertThat(active.ask()).as("it is behind").isEqualTo(Ask.NOTHING);
      active.pass(50);
      active.ackAll();
    }
    active.pass(50);
    active.ackAll();

    assertThat(active.ask()).isEqualTo(new Ask(AskKind.GROW, 1, B));
  }

  @Test
  void joinerThatHasNotAcknowledgedAnythingIsNotAskedFor() {
    Rig active = Rig.alone();
    active.joins(B);

    active.pass(10_000);

    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void confirmingWaitsForTheJoinerBeforeGrowIsAskedFor() {
    Rig active = Rig.alone();
    active.joins(B);
    active.port.journal.append(1, 2);
    active.write();
    Copy behind = active.copiesSent().getLast();
    active.save();
    active.takeEffects();
    active.port.journal.append(1, 1);
    active.save();
    assertThat(active.committed()).as("alone").isEqualTo(4 * FRAME);

    active.ack(behind);
    assertThat(active.ask()).as("it lacks what is confirmed").isEqualTo(Ask.NOTHING);
    active.takeEffects();
    active.port.journal.append(1, 1);
    active.save();
    assertThat(active.committed()).as("it is waited for").isEqualTo(-1);
    active.ackAll();

    assertThat(active.ask()).isEqualTo(new Ask(AskKind.GROW, 1, B));
    assertThat(active.committed()).isEqualTo(5 * FRAME);
  }

  @Test
  void whoAskedToGrowNeedsAckAndPromiseAlready() {
    Rig active = Rig.alone();
    active.joins(B);
    active.ackAll();
    assertThat(active.ask().kind()).isEqualTo(AskKind.GROW);
    active.takeEffects();

    active.publish(1);
    assertThat(active.committed()).isEqualTo(-1);
    active.pass(COUNTED);

    assertThat(active.mayServe()).isFalse();
  }

  @Test
  void joinerThatGoesBeforeGrowWasAskedForIsNotMissed() {
    Rig active = Rig.alone();
    active.joins(B);
    Copy first = active.copiesSent().getLast();
    active.publish(1);
    active.ack(first);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
    active.takeEffects();
    active.closes();
    active.pass(GRACE);
    active.publish(1);

    assertThat(active.committed()).isEqualTo(active.port.journal.end());
    assertThat(active.mayServe()).isTrue();
  }

  @Test
  void growWhoseJoinerGoesIsCancelledAndHoldsUntilTheOutcome() {
    Rig active = Rig.alone();
    active.joins(B);
    active.ackAll();
    active.closes();
    active.pass(GRACE);
    assertThat(active.ask()).isEqualTo(cancel(1));
    active.takeEffects();

    active.publish(1);
    active.pass(COUNTED);
    assertThat(active.committed()).isEqualTo(-1);
    assertThat(active.mayServe()).isFalse();
    active.learn(state(2, 1, "a", A));

    assertThat(active.committed()).isEqualTo(2 * FRAME);
    assertThat(active.mayServe()).isTrue();
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void growThatWonAgainstItsCancellingIsShrunkAgain() {
    Rig active = Rig.alone();
    active.joins(B);
    active.ackAll();
    active.closes();
    active.pass(GRACE);
    active.publish(1);
    active.takeEffects();

    active.learn(state(2, 1, "a", A, B));

    assertThat(active.committed()).isEqualTo(-1);
    assertThat(active.ask()).isEqualTo(shrink(2));
  }

  @Test
  void rebootedStandbyComesBackByShrinkAndGrow() {
    Rig active = Rig.withStandby();
    active.closes();
    active.joins(B_REBOOTED);
    assertThat(active.ask()).isEqualTo(shrink(2));
    active.learn(state(3, 1, "a", A));
    active.pass(50);
    active.ackAll();
    assertThat(active.ask()).isEqualTo(new Ask(AskKind.GROW, 3, B_REBOOTED));
    active.learn(state(4, 1, "a", A, B_REBOOTED));
    active.takeEffects();

    active.publish(1);
    assertThat(active.committed()).isEqualTo(-1);
    active.ackAll();

    assertThat(active.committed()).isEqualTo(2 * FRAME);
  }

  @Test
  void lagIsWhatIsNotAcknowledged() {
    Rig active = Rig.withStandby();
    active.publish(3);

    assertThat(active.report().lagBytes()).isEqualTo(3 * FRAME);
    active.ackAll();
    assertThat(active.report().lagBytes()).isZero();
    active.closes();
    assertThat(active.report().lagBytes()).isEqualTo(-1);
  }

  @Test
  void reportSaysHowFarTheStoreIsBehind() {
    Rig active = Rig.alone();
    assertThat(active.report().storeLag()).isEqualTo(StoreLag.NONE);
    active.port.storeLag = new StoreLag(96, 25);

    assertThat(active.report().storeLag()).isEqualTo(new StoreLag(96, 25));
  }
}
