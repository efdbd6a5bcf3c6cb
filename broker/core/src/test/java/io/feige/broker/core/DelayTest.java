package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.model.Durability;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class DelayTest {
  private static final String T = "t";

  private final Replica replica = Replica.serving();

  private Ticket publishDelayed(Replica to, long delayMillis) {
    return to.publish(T, Batches.delayed(1, to.nowMillis() + delayMillis));
  }

  private String words(Ticket ticket) {
    return replica.answer(ticket, Refusal.class).message();
  }

  @Test
  void delayedBatchIsDeliveredWhenItIsDueAndNotBefore() {
    publishDelayed(replica, 10_000);
    Ticket pull = replica.pull(T, 9);
    replica.commit();
    replica.pass(9_999);
    replica.commit();
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.pass(1);
    replica.commit();

    assertThat(replica.offsetsOf(pull)).containsExactly(0L);
  }

  @Test
  void receiptOfADelayedBatchHasNoOffset() {
    Ticket ticket = publishDelayed(replica, 10_000);
    replica.commit();

    assertThat(replica.receipt(ticket).offset()).isEqualTo(Published.OFFSET_UNKNOWN);
  }

  @Test
  void batchThatIsDueAlreadyIsDeliveredAtOnce() {
    Ticket ticket = replica.publish(T, Batches.delayed(1, replica.nowMillis()));
    replica.commit();

    assertThat(replica.receipt(ticket).offset()).isZero();
  }

  @Test
  void delayedBatchesComeInTheOrderInWhichTheyAreDue() {
    replica.publish(T, Batches.delayed(2, replica.nowMillis() + 2_000));
    replica.publish(T, Batches.delayed(1, replica.nowMillis() + 1_000));
    replica.commit();
    replica.pass(3_000);
    replica.commit();

    assertThat(Objects.requireNonNull(replica.journal.find(1, 0)).recordCount()).isOne();
    assertThat(Objects.requireNonNull(replica.journal.find(1, 1)).recordCount()).isEqualTo(2);
  }

  @Test
  void delayedBatchSurvivesARestart() {
    publishDelayed(replica, 10_000);
    replica.commit();
    Replica next = replica.restarted();
    Ticket pull = next.pull(T, 9);
    next.pass(10_000);
    next.commit();

    assertThat(next.offsetsOf(pull)).containsExactly(0L);
    assertThat(next.machine().state().delayed().size()).isZero();
  }

  @Test
  void releaseThatACrashLostIsDoneAgainAndOnlyOnce() {
    publishDelayed(replica, 1_000);
    replica.commit();
    replica.pass(1_000);
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isOne();
    Replica lost = replica.restarted();
    lost.pass(1_000);
    lost.commit();
    Replica kept = lost.restarted();
    kept.pass(1_000);
    kept.commit();

    assertThat(kept.journal.count(FrameKind.MESSAGES)).isOne();
    assertThat(kept.pulled(T, 9)).hasSize(1);
  }

  @Test
  void delayedDuplicateIsKnown() {
    long due = replica.nowMillis() + 1_000;
    replica.publish(T, Batches.of(1, new BatchStamp(5, 0, due)));
    Ticket again = replica.publish(T, Batches.of(1, new BatchStamp(5, 0, due)));
    replica.commit();

    assertThat(replica.receipt(again).duplicate()).isTrue();
    assertThat(replica.machine().state().delayed().size()).isOne();
  }

  @Test
  void farthestDateDoesNotKeepTheMachineAwake() {
    publishDelayed(replica, Lifetimes.DEFAULT.delayMillis());
    replica.commit();

    replica.pass(86_400_000);

    assertThat(replica.journal.count(FrameKind.MESSAGES)).isZero();
  }

  @Test
  void deliverAtBeyondTheHorizonIsRefusedAndNotStored() {
    long year = Lifetimes.DEFAULT.delayMillis();
    Ticket tooFar = publishDelayed(replica, year + 1);
    Ticket farthest = publishDelayed(replica, year);
    replica.commit();

    assertThat(replica.refusal(tooFar)).isEqualTo(ErrorCode.DELAY_TOO_LONG);
    assertThat(replica.receipt(farthest).duplicate()).isFalse();
    assertThat(replica.journal.count(FrameKind.DELAYED)).isOne();
  }

  @Test
  void refusalOfAFarDeliverAtNamesTheLatestTimeAndTheUnitThatWasTaken() {
    long now = replica.nowMillis();
    Ticket micros = replica.publish(T, Batches.delayed(1, (now + 5_000) * 1_000));
    Ticket nanos = replica.publish(T, Batches.delayed(1, (now + 5_000) * 1_000_000));
    Ticket neither = replica.publish(T, Batches.delayed(1, Long.MAX_VALUE));

    String latest = Long.toString(now + Lifetimes.DEFAULT.delayMillis());
    assertThat(words(micros)).contains(latest, "365 days", "microseconds");
    assertThat(words(nanos)).contains(latest, "nanoseconds");
    assertThat(words(neither)).contains(latest).doesNotContain("looks like");
  }

  @Test
  void duplicateOfABatchThatWasTakenIsKnownHoweverFarItsDateIs() {
    long due = replica.nowMillis() + Lifetimes.DEFAULT.delayMillis();
    replica.publish(T, Batches.of(1, new BatchStamp(5, 0, due)));
    replica.commit();
    Replica elsewhere = replica.restartedWhenItIs(replica.nowMillis() - 1_000);
    Ticket again = elsewhere.publish(T, Batches.of(1, new BatchStamp(5, 0, due)));
    elsewhere.commit();

    assertThat(elsewhere.receipt(again).duplicate()).isTrue();
  }

  @Test
  void delayedBatchesGoWithTheirTopic() {
    publishDelayed(replica, 1_000);
    replica.ask(new DeleteTopic(T));
    replica.pass(2_000);
    replica.commit();

    assertThat(replica.machine().state().delayed().size()).isZero();
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isZero();
  }

  @Test
  void delayedBatchesAreHeldToTheirLimit() {
    for (int i = 0; i < Replica.LIMITS.maxDelayed(); i++) {
      publishDelayed(replica, 1_000);
    }
    Ticket ticket = publishDelayed(replica, 1_000);

    assertThat(replica.refusal(ticket)).isEqualTo(ErrorCode.TOO_MANY_DELAYED);
  }

  @Test
  void delayedBatchWaitsForTheDiskToHaveRoom() {
    publishDelayed(replica, 1_000);
    replica.commit();
    replica.decide(new Event.DiskRoom(false, "full"));
    replica.pass(20_000);
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isZero();

    replica.decide(new Event.DiskRoom(true, ""));
    replica.pass(1_001);

    assertThat(replica.journal.count(FrameKind.MESSAGES)).isOne();
  }

  @Test
  void largestBatchCanBeDelayed() {
    long due = replica.nowMillis() + 1_000;
    int records = 60_000;
    replica.publish(T, Batches.of(records, new BatchStamp(0, 0, due)), Durability.LOCAL, 0);
    replica.commit();
    replica.pass(1_000);
    replica.commit();

    assertThat(replica.journal.count(FrameKind.MESSAGES)).isOne();
  }

  @Test
  void delayedBatchThatIsNotCommittedYetWaitsForThat() {
    publishDelayed(replica, 1);
    replica.pass(5);
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isZero();
    replica.commit();
    replica.pass(2);

    assertThat(replica.journal.count(FrameKind.MESSAGES)).isOne();
  }
}
