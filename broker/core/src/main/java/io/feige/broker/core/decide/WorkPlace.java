package io.feige.broker.core.decide;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.work.WorkLimits;
import io.feige.broker.core.work.WorkRoom;
import io.feige.broker.core.work.WorkSink;
import io.feige.broker.core.work.WorkStage;
import io.feige.broker.core.work.WorkTally;
import io.feige.protocol.model.Job;
import io.feige.protocol.model.WorkFigures;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The stages of a topic of work, their workers, and what is on its way to them. */
final class WorkPlace {
  private static final int MOST_WAITING = 10_000;
  private static final int MOST_ATTEMPTS = 3;

  /** Workers that were at the node before come back within that. */
  private static final long GRACE_NANOS = 3_000_000_000L;

  /** A worker, as its connection calls it. */
  record Name(long session, String stage, int worker) {}

  /** A stage, and where what it has done goes; null: to the holder. */
  static final class Stage {
    final String name;
    final WorkStage work;
    final @Nullable Stage next;

    private Stage(String name, WorkStage work, @Nullable Stage next) {
      this.name = name;
      this.work = work;
      this.next = next;
    }
  }

  /** What a worker is to be told, and its question that waits for that. */
  static final class Seat {
    final long id;
    final Name name;
    final Stage stage;
    final List<PendingJob> jobs = new ArrayList<>(1);
    final List<Long> unwanted = new ArrayList<>(0);
    @Nullable Ticket take;

    private Seat(long id, Name name, Stage stage) {
      this.id = id;
      this.name = name;
      this.stage = stage;
    }

    boolean hasNews() {
      return !jobs.isEmpty() || !unwanted.isEmpty();
    }
  }

  /** A job that was given to a worker and not told yet. */
  record PendingJob(long id, int attempt, long deadlineNanos, ByteBuffer batch) {
    Job at(long nowNanos) {
      long left = (deadlineNanos - nowNanos) / 1_000_000;
      return new Job(id, attempt, Math.clamp(left, 1, Integer.MAX_VALUE), batch);
    }
  }

  /** In the order in which requests go through them. */
  final List<Stage> stages;

  /** Questions of workers for something to do. */
  final Parking<ParkedTake> takes = new Parking<>(ParkedTake::ticket);

  /** Workers that are to be told something. */
  final Set<Seat> news = new LinkedHashSet<>();

  private final Map<Name, Seat> byName = new HashMap<>();
  private final Map<Long, Seat> byId = new HashMap<>();
  private long ids;

  /**
   * Stages without workers.
   *
   * @param mostBytesAtOnce of the requests that a worker is told of at once, apart from the first
   */
  WorkPlace(List<String> names, WorkRoom room, int mostBytesAtOnce) {
    WorkLimits limits = new WorkLimits(MOST_WAITING, MOST_ATTEMPTS, mostBytesAtOnce, GRACE_NANOS);
    List<Stage> all = new ArrayList<>();
    Stage next = null;
    for (String name : names.reversed()) {
      next = new Stage(name, new WorkStage(limits, room), next);
      all.addFirst(next);
    }
    stages = List.copyOf(all);
  }

  /** Null: there is none of that name. */
  @Nullable Stage stage(String name) {
    return stages.stream().filter(stage -> stage.name.equals(name)).findFirst().orElse(null);
  }

  /** Workers were there, and will be back. */
  void expectWorkers() {
    stages.forEach(stage -> stage.work.expectWorkers());
  }

  /** Whether the request waited at any stage. */
  boolean cancel(Ticket holder, WorkSink sink) {
    return stages.stream().anyMatch(stage -> stage.work.cancel(holder, sink));
  }

  /** All who wait for an answer. */
  List<Ticket> holders() {
    return stages.stream().flatMap(stage -> stage.work.holders().stream()).toList();
  }

  @Nullable Seat find(Name name) {
    return byName.get(name);
  }

  Seat seat(long id) {
    Seat seat = byId.get(id);
    if (seat == null) {
      throw new IllegalStateException("worker " + id + " has no seat");
    }
    return seat;
  }

  Seat add(Name name, Stage stage) {
    Seat seat = new Seat(++ids, name, stage);
    byName.put(name, seat);
    byId.put(seat.id, seat);
    return seat;
  }

  void remove(Seat seat) {
    byName.remove(seat.name);
    byId.remove(seat.id);
    news.remove(seat);
  }

  List<Seat> seats() {
    return List.copyOf(byId.values());
  }

  /** How it goes at each stage of a topic; none: it is no topic of work. */
  static List<WorkFigures> figures(ActivePartition partition, Now now) {
    WorkPlace place = partition.workPlace();
    return place == null
        ? List.of()
        : place.stages.stream().map(stage -> figures(stage.name, stage.work, now)).toList();
  }

  private static WorkFigures figures(String name, WorkStage stage, Now now) {
    WorkTally tally = stage.tally();
    long oldestMillis = stage.oldestNanos(now.nanos()) / 1_000_000;
    return new WorkFigures(
        name,
        stage.waiting(),
        stage.busy(),
        stage.workers(),
        stage.places(),
        Math.toIntExact(oldestMillis),
        tally.answered(),
        tally.refused(WorkSink.Reason.NO_WORKER) + tally.refused(WorkSink.Reason.GIVEN_BACK),
        tally.refused(WorkSink.Reason.FULL),
        tally.refused(WorkSink.Reason.TOO_LATE),
        tally.refused(WorkSink.Reason.WORKERS_LOST),
        tally.cancelled(),
        tally.repeated());
  }

  /** The questions of workers that wait. */
  Stream<Ticket> waitingTakes() {
    return takes.all().stream().map(ParkedTake::ticket);
  }

  /** When there is something to do without anybody asking. */
  long nextNanos() {
    long next = takes.nextNanos();
    for (Stage stage : stages) {
      next = Math.min(next, stage.work.nextNanos());
    }
    return next;
  }
}
