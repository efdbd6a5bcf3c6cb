package io.feige.broker.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.protocol.command.Refusal;
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
}
