package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.PullCancelled;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class PullingTest {
  private final Replica replica = Replica.withTopic(TopicSpec.named("t"));

  private static List<Long> offsets(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().toList();
  }

  @Test
  void consumersSeeNothingBeyondTheCommit() {
    Ticket pull = replica.pull("t", 10);
    replica.commit();
    replica.publish("t", Batches.of(2));
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.commitOnce();

    assertThat(replica.offsetsOf(pull)).containsExactly(0L, 1L);
  }

  @Test
  void nothingIsHandedOutBeforeItsRecordIsCommitted() {
    replica.published("t", 3);
    Ticket pull = replica.pull("t", 3);
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.commitOnce();

    assertThat(replica.offsetsOf(pull)).containsExactly(0L, 1L, 2L);
  }

  @Test
  void handedOutRecordsAreFewWhenAGroupIsFast() {
    replica.published("t", 50_000);
    for (int taken = 0; taken < 50_000; ) {
      List<Delivered> delivered = replica.pulled("t", 1_000);
      long last = delivered.getLast().offset();
      replica.acked("t", taken, last);
      taken = (int) last + 1;
    }

    assertThat(replica.journal.count(FrameKind.HANDED)).isLessThan(20);
  }

  @Test
  void messageIsGivenToOnePullOnly() {
    replica.published("t", 10);
    Ticket first = replica.pull("t", 4);
    Ticket second = replica.pull("t", 4);
    replica.commit();

    assertThat(replica.offsetsOf(first)).isEqualTo(offsets(0, 3));
    assertThat(replica.offsetsOf(second)).isEqualTo(offsets(4, 7));
  }

  @Test
  void waitingPullsAreServedInTheirOrder() {
    Ticket first = replica.pull("t", 1);
    Ticket second = replica.pull("t", 1);
    replica.commit();
    replica.published("t", 1);

    assertThat(replica.offsetsOf(first)).containsExactly(0L);
    assertThat(replica.isAnswered(second)).isFalse();
  }

  @Test
  void pullIsAnsweredWithNothingWhenItWaitedLongEnough() {
    Ticket pull = replica.ask(Replica.pullOf("t", 1, 5_000));
    replica.commit();
    replica.pass(4_999);
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.pass(1);

    assertThat(replica.offsetsOf(pull)).isEmpty();
    assertThat(replica.machine().parkedPulls()).isZero();
  }

  @Test
  void pullThatDoesNotWaitIsAnsweredAtOnce() {
    replica.commit();
    Ticket pull = replica.ask(Replica.pullOf("t", 1, 0));

    assertThat(replica.offsetsOf(pull)).isEmpty();
  }

  @Test
  void pullThatDoesNotWaitGetsWhatIsThereAlsoFromANewGroup() {
    replica.published("t", 2);
    Ticket pull = replica.ask(Replica.pullOf("t", 5, 0));
    replica.commit();

    assertThat(replica.offsetsOf(pull)).containsExactly(0L, 1L);
  }

  @Test
  void newGroupBeginsWhereItsFirstPullSays() {
    replica.published("t", 5);
    Ticket pull =
        replica.ask(
            new Pull(
                "t", 0, "late", "c", 0, StartAt.LATEST, 9, 9_999, 1_000, 0, LeaseStage.STARTED));
    replica.commit();
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.published("t", 1);

    assertThat(replica.offsetsOf(pull)).containsExactly(5L);
    assertThat(replica.answer(pull, Handed.ToConsumer.class).leaseMillis()).isEqualTo(30_000);
  }

  @Test
  void pullTakesNoMoreBytesThanItAskedForButAtLeastOneFrame() {
    replica.publish("t", Batches.large(2_000));
    replica.publish("t", Batches.large(2_000));
    replica.commit();
    Ticket small =
        replica.ask(
            new Pull("t", 0, "g", "c", 0, StartAt.EARLIEST, 9, 100, 1_000, 0, LeaseStage.STARTED));
    Ticket rest =
        replica.ask(
            new Pull(
                "t", 0, "g", "c", 0, StartAt.EARLIEST, 9, 9_999, 1_000, 0, LeaseStage.STARTED));
    replica.commit();

    assertThat(replica.offsetsOf(small)).containsExactly(0L);
    assertThat(replica.offsetsOf(rest)).containsExactly(1L);
  }

  @Test
  void partsOfABatchAreHandedOut() {
    replica.published("t", 10);
    Ticket first = replica.pull("t", 3);
    Ticket second = replica.pull("t", 3);
    replica.commit();
    replica.settle("t", Verdict.ack(0, 2, 1), Verdict.release(3, 5, 1));
    Ticket third = replica.pull("t", 9);
    replica.commit();

    assertThat(replica.offsetsOf(first)).isEqualTo(offsets(0, 2));
    assertThat(replica.offsetsOf(second)).isEqualTo(offsets(3, 5));
    assertThat(replica.offsetsOf(third)).isEqualTo(offsets(3, 9));
  }

  @Test
  void cancelledPullIsAnsweredWithNothing() {
    Ticket pull = replica.pull("t", 1);
    replica.commit();
    Ticket cancel = replica.ask(new CancelPull(pull.correlation()));

    assertThat(replica.offsetsOf(pull)).isEmpty();
    replica.answer(cancel, PullCancelled.class);
    assertThat(replica.machine().parkedPulls()).isZero();
  }

  @Test
  void cancelOfAnAnsweredPullDoesNothing() {
    Ticket cancel = replica.ask(new CancelPull(99));

    replica.answer(cancel, PullCancelled.class);
  }

  @Test
  void nobodyWaitsWhenTheConnectionIsGone() {
    Ticket gone = replica.pull("t", 1);
    replica.commit();
    replica.decide(new Event.SessionClosed(Replica.SESSION));
    replica.published("t", 1);

    assertThat(replica.isAnswered(gone)).isFalse();
    assertThat(replica.machine().parkedPulls()).isZero();
    assertThat(replica.pulled("t", 1)).containsExactly(new Delivered(0, 1));
  }

  @Test
  void messagesAreNotGivenToWhoeverDoesNotReadAnswers() {
    Ticket deaf = new Ticket(7, 1, CommandType.PULL);
    replica.journal.stopsReading(7);
    replica.decide(new Event.Ask(deaf, Replica.pullOf("t", 1)));
    Ticket other = replica.pull("t", 1);
    replica.commit();
    replica.published("t", 1);

    assertThat(replica.offsetsOf(deaf)).isEmpty();
    assertThat(replica.deliveriesOf(other)).containsExactly(new Delivered(0, 1));
  }

  @Test
  void pullWithTheNumberOfOneThatWaitsIsRefused() {
    Ticket waiting = replica.pull("t", 1);
    replica.commit();
    Ticket same = new Ticket(waiting.session(), waiting.correlation(), CommandType.PULL);
    JournalDouble answers = new JournalDouble();
    replica.machine().decide(new Event.Ask(same, Replica.pullOf("t", 1)), replica.now(), answers);

    assertThat(answers.answerOf(same)).isNotNull();
    assertThat(replica.isAnswered(waiting)).isFalse();
  }

  @Test
  void expiredMessagesAreNotHandedOutAndSettleThemselves() {
    long soon = replica.nowMillis() + 1_000;
    replica.publish("t", Batches.expiring(0, soon, soon, 0));
    replica.commit();
    replica.pass(2_000);

    assertThat(replica.pulled("t", 9)).containsExactly(new Delivered(0, 1), new Delivered(3, 1));
    replica.acked("t", 0, 0);
    assertThat(replica.group("t").floor()).isEqualTo(3);
  }

  @Test
  void waitingPullIsServedPastManyExpiredMessages() {
    long soon = replica.nowMillis() + 1_000;
    for (int i = 0; i < 30; i++) {
      long[] expiries = new long[5_000];
      Arrays.fill(expiries, soon);
      replica.publish("t", Batches.expiring(expiries));
    }
    replica.published("t", 1);
    replica.pass(2_000);
    Ticket pull = replica.pull("t", 1);
    for (int turns = 0; turns < 100 && !replica.isAnswered(pull); turns++) {
      replica.commit();
      replica.pass(1);
    }

    assertThat(replica.offsetsOf(pull)).containsExactly(150_000L);
  }

  @Test
  void messagesThatRetentionTookAreSettled() {
    replica.published("t", 10);
    replica.published("t", 10);
    Ticket early = replica.pull("t", 1);
    replica.commit();
    replica.journal.removeMessagesBelow(1, 10);

    assertThat(replica.offsetsOf(early)).containsExactly(0L);
    assertThat(replica.pulled("t", 99)).hasSize(10);
    replica.acked("t", 0, 0);
    assertThat(replica.group("t").floor()).isEqualTo(10);
  }

  @Test
  void pullMakesNoTopic() {
    assertThat(replica.refusal(replica.pull("none", 1))).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    assertThat(replica.machine().state().topic("none")).isNull();
  }

  @Test
  void groupOfAnInvalidNameIsRefused() {
    Ticket pull =
        replica.ask(
            new Pull("t", 0, "no way", "c", 0, StartAt.LATEST, 1, 1, 1, 0, LeaseStage.STARTED));

    assertThat(replica.refusal(pull)).isEqualTo(ErrorCode.NAME_INVALID);
  }
}
