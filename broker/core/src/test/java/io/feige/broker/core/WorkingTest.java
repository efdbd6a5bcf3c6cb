package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.command.WorkAnswered;
import io.feige.protocol.command.WorkCancelled;
import io.feige.protocol.command.WorkFinished;
import io.feige.protocol.command.WorkTaken;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Job;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.WorkFigures;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule: whoever asks gets one answer: a worker's, or why there is none. */
final class WorkingTest {
  private static final String T = "compute";
  private static final String STAGE = TopicSpec.ONLY_STAGE;
  private static final long ASKER = 7;
  private static final long WORKER = 8;
  private static final long OTHER = 9;

  private Replica replica = Replica.withTopic(TopicSpec.named(T).ofWork(TopicPlace.HERE));

  private Ticket ask(int timeoutMillis) {
    return replica.ask(ASKER, new AskWork(T, 0, timeoutMillis, Batches.of(1)));
  }

  private Ticket take(long session, int most, int waitMillis) {
    return replica.ask(session, new TakeWork(T, 0, STAGE, 1, most, waitMillis));
  }

  private Job taken(Ticket take) {
    return replica.answer(take, WorkTaken.class).jobs().getFirst();
  }

  private Ticket finish(long session, Job job, int status) {
    long epoch = replica.machine().state().epoch();
    ByteBuffer batch = status == 0 ? ByteBuffer.allocate(0) : Batches.of(1);
    return replica.ask(session, new FinishWork(T, epoch, STAGE, 1, job.id(), status, batch));
  }

  private boolean isWanted(Ticket finish) {
    return replica.answer(finish, WorkFinished.class).isWanted();
  }

  private void close(long session) {
    replica.decide(new Event.SessionClosed(session));
    // Nobody is told anything before time passes, which it does while the node may serve.
    replica.pass(0);
  }

  @Test
  void aRequestGoesToAWorkerAndItsAnswerBack() {
    Ticket take = take(WORKER, 1, 60_000);
    assertThat(replica.isAnswered(take)).isFalse();

    Ticket ask = ask(5_000);

    Job job = taken(take);
    assertThat(job.attempt()).isOne();
    assertThat(job.leftMillis()).isEqualTo(5_000);
    assertThat(job.batch()).isEqualTo(Batches.of(1));
    assertThat(replica.isAnswered(ask)).isFalse();
    assertThat(isWanted(finish(WORKER, job, 200))).isTrue();
    WorkAnswered answered = replica.answer(ask, WorkAnswered.class);
    assertThat(answered.status()).isEqualTo(200);
    assertThat(answered.batch()).isEqualTo(Batches.of(1));
    assertThat(isWanted(finish(WORKER, job, 200))).as("once").isFalse();
  }

  @Test
  void whatCameWhileAWorkerDidNotAskIsThereWhenItDoes() {
    take(WORKER, 2, 0);
    ask(5_000);
    ask(5_000);
    ask(5_000);

    assertThat(replica.answer(take(WORKER, 2, 60_000), WorkTaken.class).jobs()).hasSize(2);
  }

  @Test
  void withoutAWorkerItIsToldSoAtOnce() {
    assertThat(replica.refusal(ask(5_000))).isEqualTo(ErrorCode.NO_WORKER);
    take(WORKER, 1, 0);
    take(WORKER, 0, 0);
    assertThat(replica.refusal(ask(5_000)))
        .as("it takes nothing new")
        .isEqualTo(ErrorCode.NO_WORKER);
  }

  @Test
  void itEndsWhenItsTimeIsOverAndTheWorkerIsTold() {
    Ticket first = take(WORKER, 1, 60_000);
    Ticket ask = ask(500);
    Job job = taken(first);
    Ticket again = take(WORKER, 1, 60_000);

    replica.pass(499);
    assertThat(replica.isAnswered(ask)).isFalse();
    replica.pass(1);

    assertThat(replica.refusal(ask)).isEqualTo(ErrorCode.TOO_LATE);
    assertThat(replica.answer(again, WorkTaken.class).unwanted()).containsExactly(job.id());
    assertThat(isWanted(finish(WORKER, job, 200))).isFalse();
  }

  @Test
  void whoCancelsIsAnsweredOnceAndAWorkerThatDoesNotKnowYetNeverHearsOfIt() {
    take(WORKER, 1, 0);
    Ticket ask = ask(5_000);

    Ticket cancel = replica.ask(ASKER, new CancelWork(T, ask.correlation()));

    assertThat(replica.answer(cancel, WorkCancelled.class)).isNotNull();
    assertThat(replica.refusal(ask)).isEqualTo(ErrorCode.TOO_LATE);
    Ticket take = take(WORKER, 1, 60_000);
    assertThat(replica.isAnswered(take)).isFalse();
    Ticket next = ask(5_000);
    finish(WORKER, taken(take), 200);
    assertThat(replica.answer(next, WorkAnswered.class)).isNotNull();
  }

  @Test
  void whatALostWorkerHadGoesToAnother() {
    Ticket first = take(WORKER, 1, 60_000);
    Ticket ask = ask(5_000);
    assertThat(taken(first)).isNotNull();
    Ticket second = take(OTHER, 1, 60_000);

    close(WORKER);

    assertThat(taken(second).attempt()).isEqualTo(2);
    finish(OTHER, taken(second), 200);
    assertThat(replica.answer(ask, WorkAnswered.class)).isNotNull();
  }

  @Test
  void whatAWorkerGivesBackGoesToAnother() {
    Ticket first = take(WORKER, 1, 60_000);
    ask(5_000);
    Ticket second = take(OTHER, 1, 60_000);

    take(WORKER, 0, 60_000);
    finish(WORKER, taken(first), 0);

    assertThat(taken(second).attempt()).isOne();
  }

  @Test
  void aWorkerIsToldWhenWhoeverAskedHasGone() {
    Ticket first = take(WORKER, 1, 60_000);
    ask(5_000);
    Job job = taken(first);
    Ticket again = take(WORKER, 1, 60_000);

    close(ASKER);

    assertThat(replica.answer(again, WorkTaken.class).unwanted()).containsExactly(job.id());
    assertThat(isWanted(finish(WORKER, job, 200))).isFalse();
  }

  @Test
  void aQuestionForWorkEndsAfterItsTime() {
    Ticket take = take(WORKER, 1, 1_000);
    replica.pass(1_000);
    assertThat(replica.answer(take, WorkTaken.class).jobs()).isEmpty();
    Ticket ask = ask(5_000);
    assertThat(replica.isAnswered(ask)).as("the worker is still there").isFalse();
  }

  @Test
  void afterAFailoverARequestWaitsForTheWorkersThatWereThere() {
    replica = replica.restarted();
    Ticket ask = ask(60_000);
    assertThat(replica.isAnswered(ask)).isFalse();
    Ticket take = take(WORKER, 1, 60_000);
    assertThat(taken(take)).isNotNull();

    replica = replica.restarted();
    Ticket late = ask(60_000);
    replica.pass(3_000);
    assertThat(replica.refusal(late)).isEqualTo(ErrorCode.NO_WORKER);

    replica = replica.restarted();
    replica.pass(3_000);
    assertThat(replica.refusal(ask(60_000))).as("long after").isEqualTo(ErrorCode.NO_WORKER);
  }

  @Test
  void whenTheTopicIsDeletedAllWhoWaitAreTold() {
    Ticket first = take(WORKER, 1, 60_000);
    Ticket ask = ask(5_000);
    assertThat(taken(first)).isNotNull();
    Ticket again = take(WORKER, 1, 60_000);

    replica.ask(new DeleteTopic(T));

    assertThat(replica.refusal(ask)).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    assertThat(replica.refusal(again)).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    close(ASKER);
    close(WORKER);
  }

  @Test
  void aTopicOfWorkHasNoMessagesAndOthersNoWork() {
    assertThat(replica.refusal(replica.publish(T, Batches.of(1)))).isEqualTo(ErrorCode.TOPIC_KIND);
    assertThat(replica.refusal(replica.pull(T, 1))).isEqualTo(ErrorCode.TOPIC_KIND);
    assertThat(replica.refusal(replica.ask(new Read(T, 0, ReadFrom.earliest(), 1_000, 0))))
        .isEqualTo(ErrorCode.TOPIC_KIND);
    replica = Replica.withTopic(TopicSpec.named(T));
    assertThat(replica.refusal(ask(5_000))).isEqualTo(ErrorCode.TOPIC_KIND);
    assertThat(replica.refusal(take(WORKER, 1, 0))).isEqualTo(ErrorCode.TOPIC_KIND);
  }

  @Test
  void whatIsNotOneRecordIsRefused() {
    take(WORKER, 1, 60_000);
    for (ByteBuffer wrong :
        new ByteBuffer[] {Batches.of(2), ByteBuffer.allocate(64), ByteBuffer.allocate(0)}) {
      Ticket ask = replica.ask(ASKER, new AskWork(T, 0, 1_000, wrong));
      assertThat(replica.refusal(ask)).isEqualTo(ErrorCode.BATCH_CORRUPT);
    }
  }

  @Test
  void aNumberThatStillWaitsIsRefusedAndNobodyElseIsHarmed() {
    Ticket take = take(WORKER, 1, 60_000);
    Ticket other = replica.ask(OTHER, new AskWork(T, 0, 5_000, Batches.of(1)));
    Ticket waits = ask(5_000);

    replica.decide(new Event.Ask(waits, new AskWork(T, 0, 5_000, Batches.of(1))));

    assertThat(replica.refusal(waits)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    finish(WORKER, taken(take), 200);
    assertThat(replica.answer(other, WorkAnswered.class)).isNotNull();
    take(WORKER, 1, 60_000);
    Ticket again = take(OTHER, 1, 60_000);
    replica.decide(new Event.Ask(again, new TakeWork(T, 0, STAGE, 2, 1, 60_000)));
    assertThat(replica.refusal(again)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void aConnectionHasSoManyWorkersAndItsRequestsLeaveRoomForThem() {
    for (int i = 1; i <= 1_000; i++) {
      replica.ask(WORKER, new TakeWork(T, 0, STAGE, i, 1, 0));
    }
    Ticket tooMany = replica.ask(WORKER, new TakeWork(T, 0, STAGE, 1_001, 1, 0));
    assertThat(replica.refusal(tooMany)).isEqualTo(ErrorCode.TOO_MANY_WORKERS);
    assertThat(replica.isAnswered(take(OTHER, 1, 60_000))).isFalse();

    Ticket last = ask(60_000);
    for (int i = 0; i < 10_000 && !replica.isAnswered(last); i++) {
      last = ask(60_000);
    }
    assertThat(replica.refusal(last)).isEqualTo(ErrorCode.WORK_FULL);
    assertThat(replica.isAnswered(take(ASKER, 1, 60_000))).as("it gets something").isTrue();
    close(ASKER);
    close(WORKER);
    assertThat(replica.isAnswered(replica.ask(WORKER, new TakeWork(T, 0, STAGE, 1, 1, 60_000))))
        .isFalse();
  }

  @Test
  void whatCannotBePassedOnGoesToAnotherWorker() {
    Ticket take = take(WORKER, 1, 60_000);
    ask(5_000);
    Job job = taken(take);
    long epoch = replica.machine().state().epoch();

    Ticket finish =
        replica.ask(
            WORKER, new FinishWork(T, epoch, STAGE, 1, job.id(), 200, ByteBuffer.allocate(64)));

    assertThat(replica.refusal(finish)).isEqualTo(ErrorCode.BATCH_CORRUPT);
    Job again = taken(take(OTHER, 1, 60_000));
    assertThat(again.id()).isEqualTo(job.id());
    assertThat(again.attempt()).isEqualTo(2);
  }

  @Test
  void whatWasThereBeforeTheTopicWasMadeAgainIsNobodysAnswer() {
    Ticket take = take(WORKER, 1, 60_000);
    ask(5_000);
    Job old = taken(take);
    replica.ask(new DeleteTopic(T));
    replica.commit();
    replica.ask(new CreateTopic(TopicSpec.named(T).ofWork(TopicPlace.HERE), false));
    replica.commit();
    Ticket again = take(WORKER, 1, 60_000);
    Ticket next = ask(5_000);

    assertThat(isWanted(finish(WORKER, old, 200))).isFalse();
    assertThat(replica.isAnswered(next)).isFalse();
    assertThat(isWanted(finish(WORKER, taken(again), 200))).isTrue();
  }

  @Test
  void aTopicOfWorkHasNoDeadLetters() {
    assertThat(replica.refusal(replica.pull(T + ".dlq", 1))).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
  }

  @Test
  void aConnectionThatAsksAndWorksCanEnd() {
    Ticket take = take(ASKER, 1, 60_000);
    Ticket ask = ask(5_000);
    assertThat(taken(take)).isNotNull();
    take(ASKER, 1, 60_000);

    close(ASKER);

    assertThat(replica.isAnswered(ask)).isFalse();
    assertThat(figures().workers()).isZero();
    assertThat(figures().cancelled()).isOne();
  }

  @Test
  void howItGoesIsTold() {
    Ticket take = take(WORKER, 2, 60_000);
    ask(5_000);
    Job first = taken(take);
    ask(5_000);
    replica.pass(700);

    WorkFigures figures = figures();
    assertThat(figures.workers()).isOne();
    assertThat(figures.places()).isEqualTo(2);
    assertThat(figures.running()).isOne();
    assertThat(figures.waiting()).isOne();
    assertThat(figures.oldestMillis()).isEqualTo(700);
    finish(WORKER, first, 200);
    replica.pass(5_000);
    assertThat(figures().answered()).isOne();
    assertThat(figures().late()).isOne();
  }

  private WorkFigures figures() {
    TopicList list = replica.answer(replica.ask(new ListTopics(T, "")), TopicList.class);
    return list.topics().getFirst().work().getFirst();
  }

  private static final List<String> STAGES = List.of("parse", "compute", "format");

  private Job takenAt(String stage, long session) {
    return taken(replica.ask(session, new TakeWork(T, 0, stage, 1, 1, 60_000)));
  }

  private Ticket finishAt(String stage, long session, Job job, int status, ByteBuffer batch) {
    long epoch = replica.machine().state().epoch();
    return replica.ask(session, new FinishWork(T, epoch, stage, 1, job.id(), status, batch));
  }

  /** A worker at each of the three stages, all of which ask. */
  private void flow() {
    replica = Replica.withTopic(TopicSpec.named(T).ofWork(TopicPlace.HERE, STAGES));
    STAGES.forEach(stage -> replica.ask(WORKER, new TakeWork(T, 0, stage, 1, 1, 0)));
  }

  @Test
  void aRequestGoesThroughTheStagesAndBack() {
    flow();
    Ticket ask = ask(5_000);
    Job parsed = takenAt("parse", WORKER);
    replica.pass(1_000);
    assertThat(isWanted(finishAt("parse", WORKER, parsed, FinishWork.NEXT, Batches.of(1))))
        .isTrue();
    Job computed = takenAt("compute", WORKER);
    assertThat(computed.id()).isNotEqualTo(parsed.id());
    assertThat(computed.leftMillis()).isEqualTo(4_000);
    assertThat(replica.isAnswered(ask)).isFalse();
    finishAt("compute", WORKER, computed, FinishWork.NEXT, Batches.of(1));
    Job formatted = takenAt("format", WORKER);
    finishAt("format", WORKER, formatted, FinishWork.NEXT, Batches.of(1));

    assertThat(replica.answer(ask, WorkAnswered.class).status()).isEqualTo(200);
  }

  @Test
  void anyStageCanAnswer() {
    flow();
    Ticket ask = ask(5_000);
    finishAt("parse", WORKER, takenAt("parse", WORKER), 400, Batches.of(1));

    assertThat(replica.answer(ask, WorkAnswered.class).status()).isEqualTo(400);
  }

  @Test
  void aStageWithoutAWorkerIsToldSoWhenItIsReached() {
    flow();
    replica.ask(WORKER, new TakeWork(T, 0, "compute", 1, 0, 0));
    Ticket ask = ask(5_000);
    finishAt("parse", WORKER, takenAt("parse", WORKER), FinishWork.NEXT, Batches.of(1));

    assertThat(replica.refusal(ask)).isEqualTo(ErrorCode.NO_WORKER);
  }

  @Test
  void aCancelAndTheDeadlineReachEachStage() {
    flow();
    Ticket ask = ask(5_000);
    finishAt("parse", WORKER, takenAt("parse", WORKER), FinishWork.NEXT, Batches.of(1));
    Job computed = takenAt("compute", WORKER);
    Ticket again = replica.ask(WORKER, new TakeWork(T, 0, "compute", 1, 1, 60_000));
    replica.ask(ASKER, new CancelWork(T, ask.correlation()));
    assertThat(replica.refusal(ask)).isEqualTo(ErrorCode.TOO_LATE);
    assertThat(replica.answer(again, WorkTaken.class).unwanted()).containsExactly(computed.id());

    Ticket late = ask(500);
    finishAt("parse", WORKER, takenAt("parse", WORKER), FinishWork.NEXT, Batches.of(1));
    replica.pass(500);
    assertThat(replica.refusal(late)).isEqualTo(ErrorCode.TOO_LATE);
  }

  @Test
  void aStageThatThereIsNotIsRefused() {
    flow();
    Ticket take = replica.ask(OTHER, new TakeWork(T, 0, STAGE, 1, 1, 0));
    assertThat(replica.refusal(take)).isEqualTo(ErrorCode.NO_SUCH_STAGE);
    assertThat(replica.hint(take)).isEmpty();
  }
}
