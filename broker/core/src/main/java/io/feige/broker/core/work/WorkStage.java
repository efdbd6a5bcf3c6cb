package io.feige.broker.core.work;

import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.work.WorkSink.Reason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Requests at one stage of a topic of work, and the workers of that stage. A request is
 *
 * <pre>
 * WAITING  in order          -> RUNNING   a worker is free
 *                            -> (over)    cancelled; TOO_LATE; NO_WORKER: the last worker has left,
 *                                         or none came where some were expected
 * RUNNING  at one worker     -> (over)    answered or passed on; cancelled or TOO_LATE: the worker is told
 *                            -> WAITING   first of all: its worker gave it back, or was lost; then
 *                                         it is the next attempt
 *                            -> (over)    WORKERS_LOST, if that was one too many, when time passes
 * </pre>
 *
 * <p>So each is answered once: by a worker, a refusal, or a cancel; and no two workers have it at
 * once, because it leaves a worker only when that one is gone or has given it back. A worker is
 * told of something only while it asks. What it has is its own to give back even if nobody wants it
 * any more: until then it counts as busy with it. One call decides on {@value #MOST_AT_ONCE}
 * requests at most; {@link #nextNanos} says when there are more. Owned by one thread.
 */
public final class WorkStage {
  static final int MOST_AT_ONCE = 1_000;

  /** A request that workers have given back so often is refused. */
  static final int MOST_RETURNS = 100;

  private static final long NOT_SET = Long.MIN_VALUE;

  private final WorkLimits limits;
  private final WorkRoom room;
  private final Map<Long, Worker> workers = new HashMap<>();
  private final TreeSet<Worker> free = new TreeSet<>();
  private final LinkedHashMap<Long, Job> waiting = new LinkedHashMap<>();

  /** What too many workers were lost with, to be refused when time passes. */
  private final LinkedHashMap<Long, Job> givenUp = new LinkedHashMap<>();

  /** What is wanted and who has it. */
  private final Map<Long, Running> running = new HashMap<>();

  /** What is wanted, wherever it is. */
  private final Map<Ticket, Long> idOf = new HashMap<>();

  private final TreeSet<Due> deadlines = new TreeSet<>();
  private final WorkTally tally = new WorkTally();
  private int drainers;
  private int places;
  private int busy;
  private boolean isExpecting;
  private long expectingUntilNanos;
  private long turns;

  private record Running(Worker worker, Job job) {}

  private record Due(long nanos, long id, Ticket holder) implements Comparable<Due> {
    static Due of(Job job) {
      return new Due(job.work().deadlineNanos(), job.id(), job.work().holder());
    }

    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime == 0 ? Long.compare(id, other.id) : byTime;
    }
  }

  /** A stage without workers, whose requests take room that others take, too. */
  public WorkStage(WorkLimits limits, WorkRoom room) {
    this.limits = limits;
    this.room = room;
  }

  /** There were workers, and they will be back soon: for a time requests wait for them. */
  public void expectWorkers() {
    isExpecting = true;
    expectingUntilNanos = NOT_SET;
  }

  private void tellTime(long nowNanos) {
    if (isExpecting && expectingUntilNanos == NOT_SET) {
      expectingUntilNanos = nowNanos + limits.graceNanos();
    }
  }

  /** How many requests wait for a worker. */
  public int waiting() {
    return waiting.size() + givenUp.size();
  }

  /** How many requests workers have that are still wanted. */
  public int running() {
    return running.size();
  }

  /** How many requests workers have, wanted or not. */
  public int busy() {
    return busy;
  }

  /** How many workers there are, also such as take nothing new. */
  public int workers() {
    return workers.size();
  }

  /** How many requests the workers that take new ones can have at a time, all together. */
  public int places() {
    return places;
  }

  /** How long ago the one was asked that is next to be given to a worker; 0: none waits. */
  public long oldestNanos(long nowNanos) {
    var first = waiting.firstEntry();
    return first == null ? 0 : Math.max(0, nowNanos - first.getValue().work().askedNanos());
  }

  /** What has become of requests so far. */
  public WorkTally tally() {
    return tally;
  }

  /**
   * Somebody asks.
   *
   * @throws IllegalStateException if a request of the same holder is still wanted
   */
  public void ask(Work work, long nowNanos, WorkSink sink) {
    if (idOf.containsKey(work.holder())) {
      throw new IllegalStateException(work.holder() + " waits for an answer already");
    }
    tellTime(nowNanos);
    if (work.deadlineNanos() <= nowNanos) {
      refuse(work, Reason.TOO_LATE, sink);
    } else if (!hasTaker() && !isExpecting) {
      refuse(work, Reason.NO_WORKER, sink);
    } else if (!room.has(work.bytes()) || (free.isEmpty() && isFull())) {
      refuse(work, Reason.FULL, sink);
    } else {
      room.take(work.bytes());
      Job job = new Job(room.nextId(), 1, 0, work);
      var _ = idOf.put(work.holder(), job.id());
      deadlines.add(Due.of(job));
      var _ = waiting.put(job.id(), job);
      serve(sink);
    }
  }

  private void refuse(Work work, Reason reason, WorkSink sink) {
    tally.countRefused(reason);
    sink.refused(work, reason);
  }

  /** Whether there is a worker that takes new requests. */
  private boolean hasTaker() {
    return workers.size() > drainers;
  }

  private boolean isFull() {
    return waiting.size() >= limits.mostWaiting();
  }

  /** The order of the free ones depends on what a change may change. */
  private void change(Worker worker, Runnable change) {
    uncount(worker);
    change.run();
    drainers += worker.drains ? 1 : 0;
    places += worker.drains ? 0 : worker.most;
    busy += worker.jobs.size();
    if (worker.isFree(limits.mostBytesAtOnce())) {
      free.add(worker);
    }
  }

  private void uncount(Worker worker) {
    free.remove(worker);
    drainers -= worker.drains ? 1 : 0;
    places -= worker.drains ? 0 : worker.most;
    busy -= worker.jobs.size();
  }

  /** Gives what waits to those that ask. */
  private void serve(WorkSink sink) {
    for (int left = MOST_AT_ONCE; left > 0 && canServe(); left--) {
      Worker worker = free.first();
      if (sink.canHear(worker.id)) {
        Job job = waiting.pollFirstEntry().getValue();
        change(worker, () -> worker.take(job, ++turns));
        var _ = running.put(job.id(), new Running(worker, job));
        sink.assigned(worker.id, job);
      } else {
        change(worker, () -> worker.isAsking = false);
      }
    }
  }

  private boolean canServe() {
    return !free.isEmpty() && !waiting.isEmpty();
  }

  /** Nobody wants it any more, or it was answered. */
  private void forget(Job job) {
    var _ = idOf.remove(job.work().holder());
    deadlines.remove(Due.of(job));
    room.give(job.work().bytes());
  }

  /**
   * Somebody asks for requests to answer. A new worker takes a seat, see {@link WorkRoom#hasSeat}.
   *
   * @param most how many it can have at a time, 1 or more
   */
  public void offer(long id, int most, WorkSink sink) {
    Worker worker = find(id);
    change(
        worker,
        () -> {
          worker.most = most;
          worker.drains = false;
          worker.isAsking = true;
          worker.told = 0;
        });
    serve(sink);
  }

  /** The question of a worker was answered: it is told of nothing before it asks again. */
  public void told(long id) {
    Worker worker = workers.get(id);
    if (worker != null) {
      change(
          worker,
          () -> {
            worker.isAsking = false;
            worker.told = 0;
          });
    }
  }

  private Worker find(long id) {
    Worker known = workers.get(id);
    if (known != null) {
      return known;
    }
    Worker fresh = new Worker(id);
    var _ = workers.put(id, fresh);
    room.takeSeat();
    return fresh;
  }

  /** A worker, also one that was not known, takes nothing new, and answers what it has. */
  public void drain(long id, WorkSink sink) {
    Worker worker = find(id);
    change(worker, () -> worker.drains = true);
    refuseIfNobodyIsLeft(sink);
  }

  /**
   * A worker gives back what it had, answered.
   *
   * @return the request, if its answer is still wanted; null: it is not, or the worker did not have
   *     it
   */
  public @Nullable Work done(long id, long job, WorkSink sink) {
    Worker worker = workers.get(id);
    if (worker == null || !worker.jobs.contains(job)) {
      return null;
    }
    change(worker, () -> worker.giveBack(job, ++turns));
    Running wanted = running.remove(job);
    if (wanted != null) {
      forget(wanted.job());
      tally.countAnswered();
    }
    serve(sink);
    return wanted == null ? null : wanted.job().work();
  }

  /**
   * A worker gives back what it had without an answer. Another one has it next; this one is told of
   * nothing before it asks again.
   */
  public void release(long id, long job, WorkSink sink) {
    takeBack(id, job, false, sink);
  }

  /**
   * The same, but what the worker has made of it is of no use: it is the next attempt, and the one
   * after the last has WORKERS_LOST.
   */
  public void spoil(long id, long job, WorkSink sink) {
    takeBack(id, job, true, sink);
  }

  private void takeBack(long id, long job, boolean isSpoilt, WorkSink sink) {
    Worker worker = workers.get(id);
    if (worker == null || !worker.jobs.contains(job)) {
      return;
    }
    change(
        worker,
        () -> {
          worker.giveBack(job, ++turns);
          worker.isAsking = false;
        });
    Running wanted = running.remove(job);
    if (wanted != null) {
      returned(wanted.job(), isSpoilt, sink);
    }
    refuseIfNobodyIsLeft(sink);
    serve(sink);
  }

  private void returned(Job job, boolean isSpoilt, WorkSink sink) {
    if (isSpoilt && job.attempt() >= limits.mostAttempts()) {
      forget(job);
      refuse(job.work(), Reason.WORKERS_LOST, sink);
    } else if (isSpoilt) {
      repeat(job.again());
    } else if (job.returns() == MOST_RETURNS) {
      forget(job);
      refuse(job.work(), Reason.GIVEN_BACK, sink);
    } else {
      repeat(job.returned());
    }
  }

  /** Beyond the limits, if need be: it was let in. */
  private void repeat(Job job) {
    tally.countRepeated();
    var _ = waiting.putFirst(job.id(), job);
  }

  /** A worker leaves in good order. What it still had goes to others before what has waited. */
  public void leave(long id, WorkSink sink) {
    remove(List.of(id));
    refuseGivenUp(sink);
    refuseIfNobodyIsLeft(sink);
    serve(sink);
  }

  /**
   * Workers were lost, all those of a connection together. What they had goes to others before what
   * has waited, when {@link #passTime} is called next. If nobody is left, workers are expected.
   */
  public void lose(Collection<Long> ids) {
    boolean hadTaker = hasTaker();
    remove(ids);
    if (hadTaker && !hasTaker()) {
      expectWorkers();
    }
  }

  private void remove(Collection<Long> ids) {
    List<Long> jobs = new ArrayList<>();
    for (long id : ids) {
      Worker worker = workers.remove(id);
      if (worker != null) {
        uncount(worker);
        room.giveSeats(1);
        jobs.addAll(worker.jobs);
      }
    }
    for (long job : jobs.reversed()) {
      Running wanted = running.remove(job);
      if (wanted != null && wanted.job().attempt() >= limits.mostAttempts()) {
        var _ = givenUp.put(job, wanted.job());
      } else if (wanted != null) {
        repeat(wanted.job().again());
      }
    }
  }

  private void refuseGivenUp(WorkSink sink) {
    for (int left = MOST_AT_ONCE; left > 0 && !givenUp.isEmpty(); left--) {
      Job job = givenUp.pollFirstEntry().getValue();
      forget(job);
      refuse(job.work(), Reason.WORKERS_LOST, sink);
    }
  }

  private boolean isNobodyLeft() {
    return !waiting.isEmpty() && !hasTaker() && !isExpecting;
  }

  private void refuseIfNobodyIsLeft(WorkSink sink) {
    for (int left = MOST_AT_ONCE; left > 0 && isNobodyLeft(); left--) {
      Job job = waiting.pollFirstEntry().getValue();
      forget(job);
      // Of an attempt before nobody knows what became.
      refuse(job.work(), job.attempt() > 1 ? Reason.WORKERS_LOST : Reason.NO_WORKER, sink);
    }
  }

  /**
   * The holder does not want the answer any more; it is not told by this.
   *
   * @return whether it waited
   */
  public boolean cancel(Ticket holder, WorkSink sink) {
    Long id = idOf.get(holder);
    boolean waited = id != null && end(id, sink) != null;
    if (waited) {
      tally.countCancelled();
    }
    return waited;
  }

  /** Forgets everything, as if it was deleted; nobody is told. */
  public void clear() {
    waiting.values().forEach(job -> room.give(job.work().bytes()));
    givenUp.values().forEach(job -> room.give(job.work().bytes()));
    running.values().forEach(each -> room.give(each.job().work().bytes()));
    room.giveSeats(workers.size());
    waiting.clear();
    givenUp.clear();
    running.clear();
    idOf.clear();
    deadlines.clear();
    workers.clear();
    free.clear();
    drainers = 0;
    places = 0;
    busy = 0;
  }

  private @Nullable Work end(long id, WorkSink sink) {
    Job there = waiting.remove(id);
    Job waited = there == null ? givenUp.remove(id) : there;
    if (waited != null) {
      forget(waited);
      return waited.work();
    }
    Running had = running.remove(id);
    if (had == null) {
      return null;
    }
    forget(had.job());
    sink.unwanted(had.worker().id, had.job());
    return had.job().work();
  }

  /** Ends what nobody wants any more, and does what was left. */
  public void passTime(long nowNanos, WorkSink sink) {
    tellTime(nowNanos);
    if (isExpecting && nowNanos >= expectingUntilNanos) {
      isExpecting = false;
    }
    for (int left = MOST_AT_ONCE; left > 0 && isDue(nowNanos); left--) {
      Work late = end(deadlines.first().id(), sink);
      if (late == null) {
        throw new IllegalStateException("a deadline stays of a request that is over");
      }
      refuse(late, Reason.TOO_LATE, sink);
    }
    refuseGivenUp(sink);
    refuseIfNobodyIsLeft(sink);
    serve(sink);
  }

  private boolean isDue(long nowNanos) {
    return !deadlines.isEmpty() && deadlines.first().nanos() <= nowNanos;
  }

  /**
   * When {@link #passTime} has something to do; {@code Long.MIN_VALUE}: at once; {@code
   * Long.MAX_VALUE}: never.
   */
  public long nextNanos() {
    if (canServe() || isNobodyLeft() || !givenUp.isEmpty()) {
      return Long.MIN_VALUE;
    }
    long due = deadlines.isEmpty() ? Long.MAX_VALUE : deadlines.first().nanos();
    return isExpecting ? Math.min(due, expectingUntilNanos) : due;
  }

  /** All who wait for an answer. */
  public List<Ticket> holders() {
    return List.copyOf(idOf.keySet());
  }
}
