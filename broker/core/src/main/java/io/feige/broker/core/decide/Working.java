package io.feige.broker.core.decide;

import io.feige.broker.core.group.BySession;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.work.Job;
import io.feige.broker.core.work.Work;
import io.feige.broker.core.work.WorkSink;
import io.feige.broker.core.work.WorkStage;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchProblem;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.WorkAnswered;
import io.feige.protocol.command.WorkCancelled;
import io.feige.protocol.command.WorkFinished;
import io.feige.protocol.command.WorkTaken;
import io.feige.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides on topics of work: who asks, who works, and what becomes of both when they go. Nothing of
 * it is in the journal. What a worker is to be told waits until it asks; what it is told while it
 * asks is its answer.
 */
final class Working {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Workers of a connection. */
  private static final int MOST_OF_A_SESSION = 1_000;

  private static final int RETRY_MILLIS = 100;

  /** A question that waits, or a worker, as something that belongs to a connection. */
  private sealed interface Owned {
    record Asked(ActivePartition partition, Ticket ask) implements Owned {}

    record Offered(ActivePartition partition, WorkPlace.Seat seat) implements Owned {}
  }

  private final BySession<Owned> owned = new BySession<>();

  /** How many workers each connection has. */
  private final Map<Long, Integer> seats = new HashMap<>();

  private final ActiveState active;
  private final Alarms<ActivePartition> alarms;

  Working(ActiveState active, Alarms<ActivePartition> alarms) {
    this.active = active;
    this.alarms = alarms;
  }

  /** This replica begins to serve: workers may have been at the one before. */
  void begin() {
    active.ofWork().forEach(this::expectBack);
  }

  /** Workers of a topic were forgotten, and will ask again: the time that they have begins now. */
  void expectBack(ActivePartition partition) {
    WorkPlace place = partition.workPlace();
    if (place != null) {
      place.expectWorkers();
      alarms.set(partition, place.nextNanos());
    }
  }

  void ask(Ticket ticket, AskWork ask, Now now, Sink sink) {
    ActivePartition partition = ofWork(ticket, ask.topic(), sink);
    if (partition == null) {
      return;
    }
    WorkPlace place = placeOf(partition);
    Refusal refusal = refuse(ask.batch());
    if (refusal == null) {
      refusal = active.parked().refuseAsk(ticket);
    }
    if (refusal != null) {
      sink.answer(ticket, refusal);
      return;
    }
    long deadline = now.nanos() + ask.timeoutMillis() * NANOS_PER_MILLI;
    int bytes = ask.batch().remaining();
    active.parked().addAsk(ticket);
    owned.add(ticket.session(), new Owned.Asked(partition, ticket));
    place
        .stages
        .getFirst()
        .work
        .ask(
            new Work(ticket, now.nanos(), deadline, bytes, ask.batch()),
            now.nanos(),
            to(partition, sink));
    tell(partition, now, sink);
  }

  /** A topic of work; null, with the refusal answered, if there is none of that name. */
  private @Nullable ActivePartition ofWork(Ticket ticket, String topic, Sink sink) {
    ActivePartition partition = active.topic(topic);
    if (partition == null) {
      sink.answer(ticket, active.noTopic(topic));
      return null;
    }
    if (partition.workPlace() == null) {
      sink.answer(
          ticket, Refusal.of(ErrorCode.TOPIC_KIND, "topic '" + topic + "' was not made for work"));
      return null;
    }
    return partition;
  }

  private static WorkPlace placeOf(ActivePartition partition) {
    WorkPlace place = partition.workPlace();
    if (place == null) {
      throw new IllegalStateException(partition.state().topic() + " is no topic of work");
    }
    return place;
  }

  private @Nullable Refusal refuse(ByteBuffer batch) {
    int bytes = batch.remaining();
    if (bytes > active.limits().maxBatchBytes()) {
      String sentence = "a request or an answer of " + bytes + " bytes; the limit is ";
      return Refusal.of(ErrorCode.BATCH_TOO_LARGE, sentence + active.limits().maxBatchBytes());
    }
    BatchHead head = BatchHead.within(batch, batch.position(), bytes);
    BatchProblem problem = head.problem();
    if (problem != null) {
      return Refusal.of(ErrorCode.BATCH_CORRUPT, problem.sentence());
    }
    if (head.length() != bytes || head.recordCount() != 1) {
      return Refusal.of(ErrorCode.BATCH_CORRUPT, "a request or an answer is one record");
    }
    return head.payloadLength() <= active.limits().maxBatchBytes()
        ? null
        : Refusal.of(ErrorCode.BATCH_TOO_LARGE, "it unpacks to " + head.payloadLength() + " bytes");
  }

  void take(Ticket ticket, TakeWork take, Now now, Sink sink) {
    ActivePartition partition = ofWork(ticket, take.topic(), sink);
    if (partition == null) {
      return;
    }
    WorkPlace place = placeOf(partition);
    WorkPlace.Stage stage = place.stage(take.stage());
    if (stage == null) {
      sink.answer(ticket, noStage(partition, take.stage()));
      return;
    }
    WorkPlace.Name name = new WorkPlace.Name(ticket.session(), take.stage(), take.worker());
    WorkPlace.Seat seat = place.find(name);
    if (take.isLeave()) {
      leave(partition, seat, ticket, now, sink);
      return;
    }
    Refusal refusal = refuse(ticket, take, seat);
    if (refusal != null) {
      sink.answer(ticket, refusal);
      return;
    }
    if (seat == null) {
      seat = place.add(name, stage);
      seats.merge(ticket.session(), 1, Integer::sum);
      owned.add(ticket.session(), new Owned.Offered(partition, seat));
    }
    Ticket before = seat.take;
    if (before != null) {
      answer(partition, seat, before, now, sink);
    }
    seat.take = ticket;
    active.parked().addRead(ticket);
    place.takes.add(
        new ParkedTake(ticket, seat), now.nanos() + take.waitMillis() * NANOS_PER_MILLI);
    if (take.most() == 0) {
      stage.work.drain(seat.id, to(partition, sink));
    } else {
      stage.work.offer(seat.id, take.most(), to(partition, sink));
    }
    if (take.waitMillis() == 0 || seat.hasNews()) {
      place.news.add(seat);
    }
    tell(partition, now, sink);
  }

  private static Refusal noStage(ActivePartition partition, String name) {
    PartitionState state = partition.state();
    String stages = String.join(", ", state.spec().stages());
    return Refusal.of(
        ErrorCode.NO_SUCH_STAGE,
        "topic '" + state.topic() + "' has the stages " + stages + ", not '" + name + "'");
  }

  /** Why a worker may not ask; null: it may. */
  private @Nullable Refusal refuse(Ticket ticket, TakeWork take, WorkPlace.@Nullable Seat seat) {
    if (active.parked().holds(ticket)) {
      return ParkedRequests.stillWaits(ticket);
    }
    if (seat == null && seats.getOrDefault(ticket.session(), 0) >= MOST_OF_A_SESSION) {
      return tooMany("this connection has " + MOST_OF_A_SESSION + " workers already");
    }
    if (seat == null && !active.workRoom().hasSeat()) {
      return tooMany("topics of work have " + ActiveState.MOST_WORKERS + " workers here already");
    }
    boolean waitsAnyway = take.waitMillis() == 0 || (seat != null && seat.take != null);
    return waitsAnyway ? null : active.parked().refuse(ticket);
  }

  private void leave(
      ActivePartition partition, WorkPlace.@Nullable Seat seat, Ticket ticket, Now now, Sink sink) {
    if (seat != null) {
      Ticket before = seat.take;
      if (before != null) {
        answer(partition, seat, before, now, sink);
      }
      leave(partition, seat);
      owned.remove(ticket.session(), new Owned.Offered(partition, seat));
      seat.stage.work.leave(seat.id, to(partition, sink));
    }
    sink.answer(ticket, new WorkTaken(active.state().epoch(), List.of(), List.of()));
    tell(partition, now, sink);
  }

  private static Refusal tooMany(String sentence) {
    return new Refusal(ErrorCode.TOO_MANY_WORKERS, sentence, "", RETRY_MILLIS);
  }

  void finish(Ticket ticket, FinishWork finish, Now now, Sink sink) {
    ActivePartition partition = ofWork(ticket, finish.topic(), sink);
    if (partition == null) {
      return;
    }
    WorkPlace place = placeOf(partition);
    WorkPlace.Name name = new WorkPlace.Name(ticket.session(), finish.stage(), finish.worker());
    WorkPlace.Seat seat = place.find(name);
    Refusal refusal = finish.isDone() ? refuse(finish.batch()) : null;
    boolean isWanted = false;
    if (seat != null) {
      seat.unwanted.remove((Object) finish.job());
    }
    if (seat != null && refusal == null && finish.isDone()) {
      Work work = seat.stage.work.done(seat.id, finish.job(), to(partition, sink));
      isWanted = work != null;
      if (work != null) {
        passOn(partition, seat.stage, work, finish, now, sink);
      }
    } else if (seat != null) {
      if (refusal == null) {
        seat.stage.work.release(seat.id, finish.job(), to(partition, sink));
      } else {
        // Also what cannot be passed on is not the worker's any more.
        seat.stage.work.spoil(seat.id, finish.job(), to(partition, sink));
      }
      place.news.add(seat);
    }
    sink.answer(ticket, refusal == null ? new WorkFinished(isWanted) : refusal);
    tell(partition, now, sink);
  }

  /** To the next stage, or to the holder. */
  private void passOn(
      ActivePartition partition,
      WorkPlace.Stage stage,
      Work work,
      FinishWork finish,
      Now now,
      Sink sink) {
    WorkPlace.Stage next = stage.next;
    ByteBuffer batch = finish.batch();
    if (finish.isNext() && next != null) {
      next.work.ask(
          work.passedOn(now.nanos(), batch.remaining(), batch), now.nanos(), to(partition, sink));
    } else {
      waitsNoMore(partition, work.holder());
      int status = finish.isNext() ? WorkAnswered.DONE : finish.status();
      sink.answer(work.holder(), new WorkAnswered(active.state().epoch(), status, batch));
    }
  }

  void cancel(Ticket ticket, CancelWork cancel, Now now, Sink sink) {
    ActivePartition partition = ofWork(ticket, cancel.topic(), sink);
    if (partition == null) {
      return;
    }
    Ticket ask = new Ticket(ticket.session(), cancel.ask(), CommandType.WORK_ASK);
    if (placeOf(partition).cancel(ask, to(partition, sink))) {
      waitsNoMore(partition, ask);
      sink.answer(ask, Refusal.of(ErrorCode.TOO_LATE, "it was cancelled"));
    }
    sink.answer(ticket, new WorkCancelled());
    tell(partition, now, sink);
  }

  /**
   * A connection is gone: nobody waits for its requests, and its workers are lost. Nobody else is
   * told anything before time passes, which it does only while this replica may serve.
   */
  void forget(long session, Now now, Sink sink) {
    Map<WorkStage, List<Long>> lost = new LinkedHashMap<>();
    Set<ActivePartition> touched = new LinkedHashSet<>();
    List<Owned.Offered> offered = new ArrayList<>();
    for (Owned each : owned.take(session)) {
      switch (each) {
        case Owned.Asked(ActivePartition partition, Ticket ask) -> {
          if (placeOf(partition).cancel(ask, to(partition, sink))) {
            active.parked().removeAsk(ask);
          }
          touched.add(partition);
        }
        case Owned.Offered offer -> offered.add(offer);
      }
    }
    // Last, because they may have what the connection itself has asked.
    for (Owned.Offered offer : offered) {
      leave(offer.partition(), offer.seat());
      lost.computeIfAbsent(offer.seat().stage.work, _ -> new ArrayList<>()).add(offer.seat().id);
      touched.add(offer.partition());
    }
    seats.remove(session);
    lost.forEach(WorkStage::lose);
    touched.forEach(partition -> alarms.set(partition, now.nanos()));
  }

  private void leave(ActivePartition partition, WorkPlace.Seat seat) {
    WorkPlace place = placeOf(partition);
    seats.computeIfPresent(seat.name.session(), (_, count) -> count == 1 ? null : count - 1);
    Ticket take = seat.take;
    if (take != null) {
      place.takes.remove(take);
      active.parked().removeRead(take);
    }
    place.remove(seat);
  }

  void timePassed(ActivePartition partition, Now now, Sink sink) {
    WorkPlace place = placeOf(partition);
    for (WorkPlace.Stage stage : place.stages) {
      stage.work.passTime(now.nanos(), to(partition, sink));
    }
    for (ParkedTake overdue : place.takes.overdue(now.nanos())) {
      place.news.add(overdue.seat());
    }
    tell(partition, now, sink);
  }

  /** Answers the workers that have news, or have waited long enough. */
  private void tell(ActivePartition partition, Now now, Sink sink) {
    WorkPlace place = placeOf(partition);
    for (WorkPlace.Seat seat : List.copyOf(place.news)) {
      Ticket take = seat.take;
      if (take != null) {
        answer(partition, seat, take, now, sink);
      }
    }
    place.news.clear();
    alarms.set(partition, place.nextNanos());
  }

  private void answer(
      ActivePartition partition, WorkPlace.Seat seat, Ticket take, Now now, Sink sink) {
    WorkPlace place = placeOf(partition);
    place.takes.remove(take);
    active.parked().removeRead(take);
    seat.take = null;
    seat.stage.work.told(seat.id);
    List<io.feige.protocol.model.Job> jobs =
        seat.jobs.stream().map(job -> job.at(now.nanos())).toList();
    sink.answer(take, new WorkTaken(active.state().epoch(), jobs, List.copyOf(seat.unwanted)));
    seat.jobs.clear();
    seat.unwanted.clear();
  }

  private WorkSink to(ActivePartition partition, Sink sink) {
    WorkPlace place = placeOf(partition);
    return new WorkSink() {
      @Override
      public boolean canHear(long worker) {
        WorkPlace.Seat seat = place.seat(worker);
        Ticket take = seat.take;
        boolean canHear = take != null && sink.canTake(take);
        if (!canHear) {
          place.news.add(seat);
        }
        return canHear;
      }

      @Override
      public void assigned(long worker, Job job) {
        WorkPlace.Seat seat = place.seat(worker);
        Work work = job.work();
        seat.jobs.add(
            new WorkPlace.PendingJob(
                job.id(), job.attempt(), work.deadlineNanos(), (ByteBuffer) work.body()));
        place.news.add(seat);
      }

      @Override
      public void refused(Work work, Reason reason) {
        waitsNoMore(partition, work.holder());
        sink.answer(work.holder(), refusal(partition.state().topic(), reason));
      }

      @Override
      public void unwanted(long worker, Job job) {
        WorkPlace.Seat seat = place.seat(worker);
        // What it was not told of yet it never hears of.
        if (seat.jobs.removeIf(pending -> pending.id() == job.id())) {
          var _ = seat.stage.work.done(worker, job.id(), this);
        } else {
          seat.unwanted.add(job.id());
          place.news.add(seat);
        }
      }
    };
  }

  private static Refusal refusal(String topic, WorkSink.Reason reason) {
    return switch (reason) {
      case NO_WORKER ->
          new Refusal(ErrorCode.NO_WORKER, "topic '" + topic + "' has no worker", "", RETRY_MILLIS);
      case FULL ->
          new Refusal(
              ErrorCode.WORK_FULL, "the queue of '" + topic + "' is full", "", RETRY_MILLIS);
      case GIVEN_BACK ->
          new Refusal(
              ErrorCode.NO_WORKER,
              "workers of '" + topic + "' gave it back again and again",
              "",
              RETRY_MILLIS);
      case TOO_LATE -> Refusal.of(ErrorCode.TOO_LATE, "no worker of '" + topic + "' was in time");
      case WORKERS_LOST ->
          Refusal.of(ErrorCode.WORKERS_LOST, "workers of '" + topic + "' were lost with it");
    };
  }

  private void waitsNoMore(ActivePartition partition, Ticket ask) {
    active.parked().removeAsk(ask);
    owned.remove(ask.session(), new Owned.Asked(partition, ask));
  }

  /** Ends all that waits at a topic that is no more. */
  void refuseParked(ActivePartition partition, Refusal refusal, Sink sink) {
    end(partition, ticket -> sink.answer(ticket, refusal));
  }

  /** Tells those who wait that nothing became of it, after a fault left it in doubt. */
  void letGo(ActivePartition partition, WatchedSink sink) {
    Refusal refusal =
        Refusal.of(
            ErrorCode.INTERNAL, "the node met a fault of its own and has forgotten the request");
    end(
        partition,
        ticket -> {
          if (!sink.isAnswered(ticket)) {
            sink.answer(ticket, refusal);
          }
        });
  }

  private void end(ActivePartition partition, Consumer<Ticket> teller) {
    WorkPlace place = partition.workPlace();
    if (place == null) {
      return;
    }
    for (Ticket ask : place.holders()) {
      waitsNoMore(partition, ask);
      teller.accept(ask);
    }
    place.stages.forEach(stage -> stage.work.clear());
    for (WorkPlace.Seat seat : place.seats()) {
      Ticket take = seat.take;
      leave(partition, seat);
      owned.remove(seat.name.session(), new Owned.Offered(partition, seat));
      if (take != null) {
        teller.accept(take);
      }
    }
    alarms.set(partition, Long.MAX_VALUE);
  }
}
