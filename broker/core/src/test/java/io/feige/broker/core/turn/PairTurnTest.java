package io.feige.broker.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.Joined;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PairTurnTest {
  private static final long SESSION = 7;
  private static final long LINK = 1;

  private final TurnRig rig = new TurnRig();

  @Test
  void anAnswerLeavesWhenItIsConfirmedAndNotWhenItIsWritten() {
    rig.serveAlone();
    rig.createTopic(SESSION, "orders");
    rig.burst();
    assertThat(rig.answers).isEmpty();
    rig.forced();
    assertThat(rig.answers).hasSize(1);
    assertThat(rig.answers.getFirst()).isNotInstanceOf(Refusal.class);
  }

  @Test
  void whatTheDiskHasIsToldOnceAnFsync() {
    rig.serveAlone();
    rig.createTopic(SESSION, "orders");
    rig.burst();
    rig.durables.clear();
    rig.forced();
    assertThat(rig.confirmed).isEqualTo(rig.store.end());
    assertThat(rig.durables).containsExactly(rig.store.end());
  }

  @Test
  void whatIsNotNeededGoesAsSoonAsThatIsConfirmed() {
    rig.serveAlone();
    rig.createTopic(SESSION, "orders");
    rig.turn.keepHouse();
    rig.burst();
    assertThat(rig.store.removals()).isZero();
    rig.forced();
    assertThat(rig.store.removals()).isEqualTo(1);
  }

  @Test
  void nothingIsJudgedWhileTheOldestPartIsNeeded() {
    rig.serveAlone();
    rig.store.needOldest(true);
    rig.turn.keepHouse();
    rig.burst();
    rig.forced();
    assertThat(rig.store.removals()).isZero();

    rig.store.needOldest(false);
    rig.turn.keepHouse();
    rig.burst();
    rig.forced();
    assertThat(rig.store.removals()).isEqualTo(1);
  }

  @Test
  void aStandbyKnowsHowMuchOfItsJournalIsConfirmed() {
    rig.learnThatOtherIsActive(1);
    rig.turn.decide(new ReplicaEvent.LinkOpened(LINK, true));
    rig.turn.decide(new ReplicaEvent.Received(LINK, new Joined(1, 0, 0, 0, 0)));
    rig.turn.decide(
        new ReplicaEvent.Received(
            LINK, new Copy(1, 0, 300, 300, rig.nanos(), ByteBuffer.allocate(300))));
    rig.burst();
    rig.forced();
    assertThat(rig.store.end()).isEqualTo(300);
    assertThat(rig.confirmed).isEqualTo(300);
  }

  @Test
  void theDiskMayRestWhileNobodyWaitsForIt() {
    rig.serveAlone();
    assertThat(rig.store.mayRest()).isFalse();
    rig.learnThatOtherIsActive(2);
    assertThat(rig.store.mayRest()).isTrue();
    rig.learnThatItIsActive(3);
    assertThat(rig.store.mayRest()).isFalse();

    rig.learnThatOtherIsActive(4);
    assertThat(rig.store.mayRest()).isTrue();
    rig.turn.stop();
    assertThat(rig.store.mayRest()).isFalse();
  }

  @Test
  void whoWasNotReadIsReadAgainWhenTheRoleEnds() {
    rig.serveAlone();
    rig.createTopic(SESSION, "orders");
    rig.createTopic(SESSION, "letters");
    rig.publish(SESSION);
    assertThat(rig.stopped).containsExactly(SESSION);
    rig.learnThatOtherIsActive(2);
    assertThat(rig.stopped).isEmpty();
    rig.publish(SESSION);
    assertThat(rig.answers.getLast())
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_ACTIVE));
  }

  @Test
  void whatIsNotConfirmedWhenTheRoleEndsIsUnknown() {
    rig.serveAlone();
    rig.createTopic(SESSION, "orders");
    rig.learnThatOtherIsActive(2);
    assertThat(rig.answers.getFirst())
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN));
  }

  /** What batches lie in. */
  private static final class Lent implements HoldsBuffers {
    private int givenBack;

    @Override
    public void retainBuffers() {}

    @Override
    public void releaseBuffers() {
      givenBack++;
    }
  }

  private ErrorCode refusal() {
    assertThat(rig.answers).isNotEmpty();
    return rig.answers.getLast() instanceof Refusal refusal ? refusal.code() : ErrorCode.INTERNAL;
  }

  @Test
  void whileTheOwnDiskHangsPublishesAreRefusedAndEverybodyCanSeeIt() {
    rig.serveAlone();
    rig.createTopic(SESSION, "orders");
    rig.burst();
    rig.pass(TurnRig.FSYNC_MILLIS * 9 / 10);
    rig.pass(TurnRig.FSYNC_MILLIS / 10);
    assertThat(rig.takesNone).contains("the disk of node-1 does not answer");
    rig.publish(SESSION, TurnRig.batch(), null);
    assertThat(refusal()).isEqualTo(ErrorCode.DISK_STALLED);

    rig.forced();
    assertThat(rig.takesNone).isEmpty();
    rig.publish(SESSION, TurnRig.batch(), null);
    rig.burst();
    rig.forced();
    assertThat(rig.answers.getLast()).isInstanceOf(Published.class);
  }

  @Test
  void whereTwoCopiesAreWantedOneTakesNoPublishes() {
    TurnRig two = new TurnRig(2);
    two.serveAlone();
    two.createTopic(SESSION, "orders");
    two.burst();
    two.forced();
    assertThat(two.takesNone).contains("node-1 alone has all of pair-1");

    two.publish(SESSION, TurnRig.batch(), null);

    assertThat(two.answers.getLast())
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_FEW_COPIES));
  }

  @Test
  void publishesThatOneCopyWouldConfirmAreUnknownAndTheRestIsConfirmed() {
    TurnRig two = new TurnRig(2);
    two.serveWithOther();
    assertThat(two.takesNone).isEmpty();
    two.createTopic(SESSION, "orders");
    two.publish(SESSION, TurnRig.batch(), null);
    two.burst();
    two.forced();
    assertThat(two.answers).isEmpty();

    two.learnThatItIsAlone();

    assertThat(two.answers).hasSize(2);
    assertThat(two.answers.getFirst())
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN));
    assertThat(two.answers.getLast()).as("the topic").isInstanceOf(TopicCreated.class);
  }

  @Test
  void whoeverIsSentAwayIsToldWhereTheActiveTakesClients() {
    rig.turn.otherServesAt("10.0.0.2:7700");
    rig.serveAlone();
    rig.createTopic(SESSION, "orders");
    rig.pull(SESSION, 60_000);
    rig.burst();
    rig.forced();
    rig.answers.clear();
    rig.learnThatOtherIsActive(2);
    rig.publish(SESSION);

    assertThat(rig.answers)
        .hasSize(2)
        .allSatisfy(answer -> {
          assertThat(((Refusal) answer).code()).isEqualTo(ErrorCode.NOT_ACTIVE);
          assertThat(((Refusal) answer).hint()).isEqualTo("10.0.0.2:7700");
        });
  }

  @Test
  void whatADiskHadNoRoomForIsWrittenOnceItHasSome() {
    rig.serveAlone();
    rig.store.fullIs(true);
    rig.createTopic(SESSION, "orders");
    rig.burst();
    assertThat(rig.wantsDrain()).as("not again at once").isFalse();
    rig.store.fullIs(false);

    rig.turn.keepHouse();
    rig.burst();
    rig.forced();

    assertThat(rig.answers).hasSize(1).doesNotHaveAnyElementsOfTypes(Refusal.class);
  }

  @Test
  void whileMemoryForAnswersIsShortNoMessagesAreHandedOut() {
    rig.serveAlone();
    rig.createTopic(SESSION, "orders");
    rig.burst();
    rig.forced();
    rig.isMemoryShort = true;
    rig.pull(SESSION, 60_000);
    assertThat(refusal()).isEqualTo(ErrorCode.BUSY);
    assertThat(rig.turn.store().machine().parkedPulls()).isZero();

    rig.isMemoryShort = false;
    rig.pull(SESSION, 60_000);
    assertThat(rig.turn.store().machine().parkedPulls()).isOne();
  }

  @Test
  void aBurstOfLargeBatchesIsGivenBackInParts() {
    rig.serveAlone();
    Lent lent = new Lent();
    for (int i = 0; i < 5; i++) {
      rig.publish(SESSION, ByteBuffer.allocate(4 << 20), lent);
    }
    assertThat(lent.givenBack).as("above 16 MiB").isEqualTo(5);
    rig.publish(SESSION, ByteBuffer.allocate(4 << 20), lent);
    assertThat(lent.givenBack).isEqualTo(5);

    rig.burst();
    assertThat(lent.givenBack).isEqualTo(6);
  }
}
