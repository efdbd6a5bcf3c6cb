package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.core.JournalDouble.Call;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.JournalFault;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.GroupState;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Settle;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A fault in one decision is the fault of that request alone, as long as nothing was appended. */
final class LoneFaultTest {
  private static final String T = "t";
  private static final String OTHER = "u";

  private Replica replica = Replica.serving();

  /** A journal that cannot do what it should. */
  private static final class BrokenJournal extends JournalFault {
    private static final long serialVersionUID = 1L;

    BrokenJournal() {
      super("the disk is gone");
    }
  }

  private void meet(Call call) {
    replica.journal.meetOnce(call, new IllegalStateException("a bug at " + call));
  }

  /** Whatever happened, what was applied is what the journal says. */
  @AfterEach
  void replayEqualsLife() {
    ByteBuffer live = replica.machine().snapshot();
    Replica replayed = replica.replayedUpTo(replica.journal.end());

    assertThat(replayed.machine().snapshot()).isEqualTo(live);
  }

  private List<Integer> attempts(Ticket pull) {
    return replica.deliveriesOf(pull).stream().map(Delivered::attempt).distinct().toList();
  }

  /** A verdict on the first message, for which its frame is looked at. */
  private Ticket reject(int attempt) {
    GroupState group =
        Objects.requireNonNull(replica.machine().state().topic(T)).group(Replica.GROUP);
    int generation = Objects.requireNonNull(group).cursor().generation();
    Verdict reject = Verdict.reject(0, 0, attempt, "no");
    return replica.ask(new Settle(T, 0, Replica.GROUP, "c", 0, generation, List.of(reject)));
  }

  private Ticket rejectWithAFault(int attempt) {
    meet(Call.FIND);
    return reject(attempt);
  }

  /** Messages of which two are held in their first attempt. */
  private void hold() {
    replica.published(T, 2);
    replica.published(T, 2);
    assertThat(replica.pulled(T, 2)).hasSize(2);
  }

  @Test
  void requestIsRefusedAndEverythingElseGoesOn() {
    replica.published(T, 1);
    replica.published(OTHER, 1);
    replica.pulled(OTHER, 1);
    hold();
    meet(Call.FIND);

    Ticket pull = replica.pull(T, 2);

    assertThat(replica.refusal(pull)).isEqualTo(ErrorCode.INTERNAL_NOT_DONE);
    assertThat(replica.journal.told()).isEqualTo(replica.journal.met()).hasSize(1);
    assertThat(replica.group(OTHER).outstanding()).as("untouched").isOne();
    assertThat(replica.pulled(T, 9)).extracting(Delivered::offset).contains(0L, 1L, 2L, 3L, 4L);
  }

  @Test
  void whatWasHeldComesAgainOnceMoreHoweverManyFaultsThereAre() {
    hold();
    for (int fault = 0; fault < 5; fault++) {
      Ticket reject = rejectWithAFault(fault == 0 ? 1 : 2);
      assertThat(replica.refusal(reject)).isEqualTo(ErrorCode.INTERNAL_NOT_DONE);

      Ticket again = replica.pull(T, 2);

      assertThat(attempts(again)).containsExactly(2);
    }
    replica.acked(T, 0, 3);
    assertThat(replica.group(T).lag()).isZero();
  }

  @Test
  void messagesWhoseAnswerCouldNotBeSentAreNotHeldByAnybody() {
    replica.published(T, 1);
    replica.journal.meetOnce(Call.HAND_OUT, new StackOverflowError("too deep"));

    Ticket pull = replica.pull(T, 1);
    replica.commit();

    assertThat(replica.deliveriesOf(pull)).as("it was told to ask again").isEmpty();
    assertThat(replica.pulled(T, 1)).hasSize(1);
  }

  @Test
  void whoWaitsThereIsToldToAskAgain() {
    hold();
    replica.pulled(T, 2);
    Ticket pull = replica.pull(T, 1);
    Ticket read = replica.ask(new Read(T, 0, ReadFrom.latest(), 1_000, 60_000));
    rejectWithAFault(1);

    assertThat(replica.deliveriesOf(pull)).isEmpty();
    assertThat(replica.answer(read, Handed.ToReader.class).nextOffset()).isEqualTo(4);
    assertThat(replica.machine().parkedPulls()).isZero();
    Ticket cancel = replica.ask(new CancelPull(pull.correlation()));
    assertThat(replica.isAnswered(cancel)).isTrue();
  }

  @Test
  void faultOfOneTopicKeepsNoOtherFromWhatIsCommitted() {
    replica.published(T, 1);
    replica.published(OTHER, 1);
    replica.pulled(T, 1);
    replica.pulled(OTHER, 1);
    Ticket one = replica.pull(T, 1);
    Ticket two = replica.pull(OTHER, 1);
    replica.publish(T, Batches.of(1));
    replica.publish(OTHER, Batches.of(1));
    meet(Call.FIND);

    replica.commit();

    assertThat(replica.deliveriesOf(one)).isEmpty();
    assertThat(replica.deliveriesOf(two)).hasSize(1);
    assertThat(replica.pulled(T, 9)).isNotEmpty();
  }

  @Test
  void whatIsNotCommittedIsNotSeenAfterAFault() {
    hold();
    replica.publish(T, Batches.of(1));
    meet(Call.FIND);
    replica.pull(T, 9);

    Ticket pull = replica.pull(T, 9);
    assertThat(replica.offsetsOf(pull)).doesNotContain(4L);
    replica.commit();

    assertThat(replica.pulled(T, 9)).extracting(Delivered::offset).containsExactly(4L);
  }

  @Test
  void groupGoesOnWhoseHandedRecordWasOnItsWayWhenItMetAFault() {
    replica.published(T, 1);
    Ticket first = replica.pull(T, 1);
    assertThat(replica.isAnswered(first)).as("the record comes first").isFalse();
    meet(Call.FIND);
    replica.ask(new Read(T, 0, ReadFrom.earliest(), 1_000, 0));

    assertThat(replica.deliveriesOf(first)).isEmpty();
    Ticket second = replica.pull(T, 1);
    assertThat(replica.isAnswered(second)).as("the record is on its way yet").isFalse();
    replica.commit();
    assertThat(replica.deliveriesOf(second)).hasSize(1);
  }

  @Test
  void orderedGroupGoesOnInOrder() {
    replica = Replica.withTopic(TopicSpec.named(T).withOrder(OrderMode.BY_KEY));
    replica.publish(T, Batches.keyed("a", "a", "b"));
    replica.commit();
    replica.pulled(T, 1);
    rejectWithAFault(1);

    assertThat(replica.pulled(T, 9)).extracting(Delivered::offset).containsExactly(0L, 1L, 2L);
  }

  @Test
  void delayedBatchThatMeetsAFaultComesALittleLater() {
    replica.publish(T, Batches.delayed(1, replica.nowMillis() + 1_000));
    replica.publish(T, Batches.delayed(1, replica.nowMillis() + 1_000));
    replica.commit();
    meet(Call.AT);

    replica.pass(1_500);
    assertThat(replica.machine().state().delayed().size()).isEqualTo(2);
    replica.pass(1_500);

    assertThat(replica.machine().state().delayed().size()).isZero();
  }

  @Test
  void faultOfTheJournalStopsTheReplica() {
    replica.published(T, 1);
    for (Call call : List.of(Call.APPEND, Call.RESERVE)) {
      meet(call);
      assertThatThrownBy(() -> replica.publish(T, Batches.of(1)))
          .isInstanceOf(IllegalStateException.class);
    }
    replica.pulled(T, 1);
    for (Throwable fault : List.of(new BrokenJournal(), new InternalError("a bad page"))) {
      replica.journal.meetOnce(Call.FIND, fault);
      assertThatThrownBy(() -> reject(1)).isSameAs(fault);
    }
  }

  @Test
  void faultAfterAnAppendStopsTheReplica() {
    replica.published(T, 1);
    meet(Call.HAND_OUT);

    assertThatThrownBy(() -> replica.ask(Replica.pullOf(T + ".dlq", 1, 0)))
        .hasMessageContaining("HAND_OUT");
    assertThat(replica.machine().state().topic(T + ".dlq")).isNotNull();
  }

  @Test
  void publishThatMeetsAFaultIsRefusedAndTheNextIsTaken() {
    replica.published(T, 1);
    meet(Call.WHY_NOT_STORED);

    Ticket publish = replica.publish(T, Batches.of(1), Durability.STORED, 0);

    assertThat(replica.refusal(publish)).isEqualTo(ErrorCode.INTERNAL_NOT_DONE);
    replica.published(T, 1);
    assertThat(replica.pulled(T, 9)).hasSize(2);
  }

  @Test
  void whoWasAnsweredAlreadyIsNotRefusedAsWell() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.published(T, 1);
    replica.journal.leaveRoomFor(0);
    Ticket pull = replica.pull(T, 1);
    replica.journal.makeRoom();
    int generation = replica.group(T).generation();
    meet(Call.FIND);

    Verdict late = Verdict.nack(1, 1, 1, 0);
    Ticket stale = replica.ask(new Settle(T, 0, Replica.GROUP, "c", 0, generation, List.of(late)));

    assertThat(replica.journal.told()).hasSize(1);
    assertThat(replica.deliveriesOf(pull)).isEmpty();
    replica.commit();
    assertThat(replica.settled(stale)).isNotNull();
  }

  @Test
  void readThatMeetsAFaultWhenMessagesAreCommittedIsToldToAskAgain() {
    replica.published(T, 1);
    Ticket read = replica.ask(new Read(T, 0, ReadFrom.latest(), 1_000, 60_000));
    replica.publish(T, Batches.of(1));
    meet(Call.FIND);

    replica.commit();

    assertThat(replica.answer(read, Handed.ToReader.class).handouts()).isEmpty();
    assertThat(replica.journal.told()).hasSize(1);
  }

  @Test
  void readsThatWereLetGoAreNotCountedAsWaiting() {
    replica.published(T, 1);
    for (int i = 0; i < 2 * Replica.LIMITS.maxParked(); i++) {
      Ticket read = replica.ask(new Read(T, 0, ReadFrom.latest(), 1_000, 60_000));
      assertThat(replica.isAnswered(read)).as("the %d. one waits", i).isFalse();
      meet(Call.FIND);
      replica.ask(new Read(T, 0, ReadFrom.earliest(), 1_000, 0));
      assertThat(replica.answer(read, Handed.ToReader.class).handouts()).isEmpty();
    }
  }

  @Test
  void readWhoseTimeIsUpWhenItMeetsAFaultIsToldToAskAgain() {
    replica.published(T, 1);
    Ticket read = replica.ask(new Read(T, 0, ReadFrom.latest(), 1_000, 5_000));
    meet(Call.HAND_OUT);

    replica.pass(6_000);

    assertThat(replica.answer(read, Handed.ToReader.class).handouts()).isEmpty();
    assertThat(replica.journal.told()).hasSize(1);
  }

  @Test
  void pullsWhoseTimeIsUpWhenOneMeetsAFaultAreAllToldToAskAgain() {
    hold();
    replica.pulled(T, 2);
    List<Ticket> pulls =
        Stream.generate(() -> replica.ask(Replica.pullOf(T, 1, 5_000))).limit(3).toList();
    meet(Call.HAND_OUT);

    replica.pass(6_000);

    assertThat(replica.journal.told()).hasSize(1);
    assertThat(pulls).allMatch(pull -> replica.deliveriesOf(pull).isEmpty());
    assertThat(replica.machine().parkedPulls()).isZero();
  }

  @Test
  void pullForWhichARetryMeetsAFaultIsToldToAskAgain() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, 1_000));
    replica.commit();
    Ticket pull = replica.pull(T, 1);
    assertThat(replica.isAnswered(pull)).isFalse();
    meet(Call.FIND);

    replica.pass(1_500);

    assertThat(replica.journal.told()).hasSize(1);
    assertThat(replica.deliveriesOf(pull)).isEmpty();
    replica.pass(1_500);
    assertThat(replica.pulled(T, 1)).hasSize(1);
  }

  @Test
  void pullThatMeetsAFaultWhenItsMessagesAreFetchedIsToldToAskAgain() {
    replica.published(T, 2);
    replica.journal.moveToHistory(1, 2);
    Ticket pull = replica.pull(T, 1);
    replica.commit();
    assertThat(replica.isAnswered(pull)).isFalse();
    meet(Call.FIND);

    assertThat(replica.bring()).isTrue();

    assertThat(replica.journal.told()).hasSize(1);
    assertThat(replica.deliveriesOf(pull)).isEmpty();
  }

  @Test
  void pullIsLetGoWhoseCancellationMeetsAFault() {
    hold();
    replica.pulled(T, 2);
    Ticket pull = replica.pull(T, 1);
    meet(Call.HAND_OUT);

    Ticket cancel = replica.ask(new CancelPull(pull.correlation()));

    assertThat(replica.refusal(cancel)).isEqualTo(ErrorCode.INTERNAL_NOT_DONE);
    assertThat(replica.deliveriesOf(pull)).isEmpty();
    assertThat(replica.machine().parkedPulls()).isZero();
  }

  @Test
  void nothingIsWokenForWhatWasLetGo() {
    hold();
    Ticket read = replica.ask(new Read(T, 0, ReadFrom.latest(), 1_000, 60_000));
    rejectWithAFault(1);
    assertThat(replica.isAnswered(read)).isTrue();
    replica.pulled(T, 9);
    replica.acked(T, 0, 3);
    replica.pass(20_000);

    assertThat(replica.passToNextWake()).isFalse();
  }

  @Test
  void consumerThatHadSomethingThereCanGo() {
    hold();
    rejectWithAFault(1);
    replica.decide(new Event.SessionClosed(Replica.SESSION));
    replica.pass(60_000);

    assertThat(replica.pulled(T, 9)).hasSize(4);
  }
}
