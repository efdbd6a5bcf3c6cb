package io.feige.broker.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.CommandType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Rule: a request is answered once, by a worker that is free, or not at all and told so at once.
 */
final class WorkStageTest {
  private static final int BYTES = 10;

  private final List<String> told = new ArrayList<>();
  private final WorkSink sink =
      new WorkSink() {
        @Override
        public boolean canHear(long worker) {
          return worker != deaf;
        }

        @Override
        public void assigned(long worker, Job job) {
          told.add(worker + " gets " + job.id() + ", attempt " + job.attempt());
        }

        @Override
        public void refused(Work work, Reason reason) {
          told.add(work.holder().correlation() + " " + reason);
        }

        @Override
        public void unwanted(long worker, Job job) {
          told.add(worker + " need not do " + job.id());
        }
      };

  private static final int GRACE = 50;

  private final WorkRoom room = new WorkRoom(5_050, 3);
  private final WorkStage topic = new WorkStage(new WorkLimits(2, 2, 25, GRACE), room);
  private long deaf = -1;

  private void lose(long... workers) {
    topic.lose(Arrays.stream(workers).boxed().toList());
    topic.passTime(1, sink);
  }

  private static Ticket holder(int correlation) {
    return new Ticket(1, correlation, CommandType.PUBLISH);
  }

  /** The n-th request of a test has the id n, as long as none before it was refused. */
  private void ask(int correlation, long deadline) {
    topic.ask(new Work(holder(correlation), 0, deadline, BYTES, "body"), 0, sink);
  }

  private List<String> heard() {
    List<String> all = List.copyOf(told);
    told.clear();
    return all;
  }

  @Test
  void withoutAWorkerItIsRefusedAtOnce() {
    ask(1, 100);
    assertThat(heard()).containsExactly("1 NO_WORKER");
    topic.offer(7, 1, sink);
    topic.drain(7, sink);
    ask(1, 100);
    assertThat(heard()).containsExactly("1 NO_WORKER");
    assertThat(topic.nextNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theLeastBusyGetsItAndOfThoseTheOneThatHadNothingForLongest() {
    topic.offer(7, 2, sink);
    topic.offer(8, 2, sink);
    for (int i = 1; i <= 4; i++) {
      ask(i, 100);
    }
    assertThat(heard())
        .containsExactly(
            "7 gets 1, attempt 1",
            "8 gets 2, attempt 1",
            "7 gets 3, attempt 1",
            "8 gets 4, attempt 1");
    ask(5, 100);
    assertThat(heard()).isEmpty();
    assertThat(topic.done(8, 2, sink)).isNotNull();
    assertThat(heard()).containsExactly("8 gets 5, attempt 1");
  }

  @Test
  void asMuchWaitsAsMayAndNoMore() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    ask(2, 100);
    ask(3, 100);
    heard();
    ask(4, 100);
    assertThat(heard()).containsExactly("4 FULL");
    assertThat(topic.waiting()).isEqualTo(2);
  }

  @Test
  void whatIsInTheHandsOfWorkersTakesRoomToo() {
    for (int i = 1; i <= 5; i++) {
      topic.offer(7, 9, sink);
      ask(i, 100);
      topic.told(7);
    }
    heard();
    ask(6, 100);
    assertThat(heard()).containsExactly("6 FULL");
    assertThat(topic.done(7, 1, sink)).isNotNull();
    topic.offer(7, 9, sink);
    ask(6, 100);
    assertThat(heard()).containsExactly("7 gets 6, attempt 1");
    lose(7);
    topic.passTime(100, sink);
    assertThat(room.taken()).isZero();
    assertThat(room.hasSeat()).isTrue();
  }

  @Test
  void whatAWorkerGivesBackGoesToAnotherAndNotAtOnceToTheSame() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    heard();
    topic.release(7, 1, sink);
    assertThat(heard()).as("it has to ask again").isEmpty();
    topic.offer(8, 1, sink);
    assertThat(heard()).containsExactly("8 gets 1, attempt 1");
    topic.release(7, 1, sink);
    assertThat(heard()).as("once").isEmpty();
    topic.release(8, 1, sink);
    topic.offer(8, 1, sink);
    assertThat(heard()).as("there is no other").containsExactly("8 gets 1, attempt 1");
  }

  @Test
  void whatAWorkerSpoilsIsTheNextAttemptAndAfterTheLastNoMore() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    assertThat(heard()).containsExactly("7 gets 1, attempt 1");
    topic.spoil(7, 1, sink);
    topic.offer(7, 1, sink);
    assertThat(heard()).containsExactly("7 gets 1, attempt 2");
    topic.spoil(7, 1, sink);
    assertThat(heard()).containsExactly("1 WORKERS_LOST");
    assertThat(room.taken()).isZero();
  }

  @Test
  void whatIsGivenBackAgainAndAgainIsRefused() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    for (int i = 0; i < WorkStage.MOST_RETURNS; i++) {
      topic.release(7, 1, sink);
      topic.offer(7, 1, sink);
    }
    heard();
    topic.release(7, 1, sink);
    assertThat(heard()).containsExactly("1 GIVEN_BACK");
    assertThat(room.taken()).isZero();
  }

  @Test
  void aWorkerIsToldOfSomethingOnlyWhileItAsks() {
    topic.offer(7, 9, sink);
    ask(1, 100);
    topic.told(7);
    ask(2, 100);
    assertThat(heard()).containsExactly("7 gets 1, attempt 1");
    topic.offer(8, 9, sink);
    assertThat(heard()).containsExactly("8 gets 2, attempt 1");
    topic.offer(7, 9, sink);
    deaf = 7;
    ask(3, 100);
    assertThat(heard()).as("7 would be next").containsExactly("8 gets 3, attempt 1");
  }

  @Test
  void aWorkerIsToldOfSoManyBytesAtOnceAndAtLeastOne() {
    topic.offer(7, 9, sink);
    for (int i = 1; i <= 4; i++) {
      ask(i, 100);
    }
    assertThat(heard())
        .as("three of 10 bytes are above 25")
        .containsExactly("7 gets 1, attempt 1", "7 gets 2, attempt 1", "7 gets 3, attempt 1");
    topic.told(7);
    topic.offer(7, 9, sink);
    assertThat(heard()).containsExactly("7 gets 4, attempt 1");
    assertThat(topic.busy()).isEqualTo(4);
    assertThat(topic.places()).isEqualTo(9);
  }

  @Test
  void workersOfOneConnectionAreLostTogether() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    topic.offer(8, 1, sink);
    topic.offer(9, 1, sink);
    assertThat(room.hasSeat()).isFalse();
    heard();
    lose(7, 8);
    assertThat(heard()).as("that counts once").containsExactly("9 gets 1, attempt 2");
    assertThat(room.hasSeat()).isTrue();
  }

  @Test
  void whenTheLastWorkerIsLostRequestsWaitForOthers() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    ask(2, 100);
    heard();
    lose(7);
    ask(3, 100);
    assertThat(heard()).as("the queue").containsExactly("3 FULL");
    topic.passTime(1 + GRACE, sink);
    assertThat(heard()).containsExactly("1 WORKERS_LOST", "2 NO_WORKER");
    ask(4, 100);
    assertThat(heard()).containsExactly("4 NO_WORKER");
  }

  @Test
  void afterAFailoverRequestsWaitForWorkersThatComeBack() {
    topic.expectWorkers();
    ask(1, 100);
    ask(2, 30);
    assertThat(heard()).isEmpty();
    assertThat(topic.nextNanos()).isEqualTo(30);
    topic.passTime(30, sink);
    assertThat(heard()).containsExactly("2 TOO_LATE");
    assertThat(topic.nextNanos()).isEqualTo(50);
    topic.passTime(50, sink);
    assertThat(heard()).containsExactly("1 NO_WORKER");
    ask(3, 100);
    assertThat(heard()).containsExactly("3 NO_WORKER");
  }

  @Test
  void whatALostWorkerHadGoesToAnotherFirstAndNotForEver() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    ask(2, 100);
    heard();
    topic.offer(8, 1, sink);
    assertThat(heard()).containsExactly("8 gets 2, attempt 1");
    lose(7);
    assertThat(heard()).isEmpty();
    assertThat(topic.done(7, 1, sink)).as("it is lost").isNull();
    assertThat(topic.done(8, 2, sink)).isNotNull();
    assertThat(heard()).containsExactly("8 gets 1, attempt 2");
    topic.offer(9, 1, sink);
    lose(8);
    assertThat(heard()).containsExactly("1 WORKERS_LOST");
    assertThat(topic.running()).isZero();
  }

  @Test
  void whenTheLastWorkerGoesWhatWaitsIsToldSo() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    ask(2, 100);
    heard();
    topic.drain(7, sink);
    assertThat(heard()).containsExactly("2 NO_WORKER");
    assertThat(topic.done(7, 1, sink)).as("it answers what it has").isNotNull();
    topic.offer(8, 1, sink);
    ask(3, 100);
    ask(4, 100);
    heard();
    topic.leave(8, sink);
    assertThat(heard()).containsExactly("3 WORKERS_LOST", "4 NO_WORKER");
  }

  @Test
  void whatIsTooLateEndsWhereverItIs() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    ask(2, 50);
    ask(3, 0);
    assertThat(heard()).containsExactly("7 gets 1, attempt 1", "3 TOO_LATE");
    assertThat(topic.nextNanos()).isEqualTo(50);
    topic.passTime(49, sink);
    assertThat(heard()).isEmpty();
    topic.passTime(100, sink);
    assertThat(heard()).containsExactly("2 TOO_LATE", "7 need not do 1", "1 TOO_LATE");
    assertThat(topic.nextNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aWorkerIsBusyWithWhatNobodyWantsUntilItGivesItBack() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    topic.cancel(holder(1), sink);
    topic.cancel(holder(1), sink);
    assertThat(heard()).containsExactly("7 gets 1, attempt 1", "7 need not do 1");
    ask(1, 100);
    assertThat(heard()).as("the same holder asks anew, and waits").isEmpty();
    assertThat(topic.done(7, 1, sink)).as("nobody wants it").isNull();
    assertThat(heard()).containsExactly("7 gets 2, attempt 1");
    assertThat(topic.done(7, 2, sink)).isNotNull();
    assertThat(topic.done(7, 2, sink)).as("once").isNull();
  }

  @Test
  void aHolderWaitsForOneAnswerAtATime() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    assertThatThrownBy(() -> ask(1, 100)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aWorkerThatTakesMoreAtATimeIsServedAtOnce() {
    topic.offer(7, 1, sink);
    ask(1, 100);
    ask(2, 100);
    heard();
    topic.offer(7, 2, sink);
    assertThat(heard()).containsExactly("7 gets 2, attempt 1");
  }
}
