package io.feige.client.testing;

import io.feige.client.FeigeException;
import io.feige.client.JobHandler;
import io.feige.client.Message;
import io.feige.client.Reply;
import io.feige.client.TopicSpec;
import io.feige.client.WorkFigures;
import io.feige.client.Worker;
import io.feige.client.internal.base.SharedThreads;
import io.feige.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Requests and workers of the topics of work, as a node has them. Times are real ones, because
 * workers take them; {@link InMemoryFeige#advance} does not move them.
 */
final class MemoryWork {
  private static final int FAILED = 500;
  private static final int MOST_ATTEMPTS = 3;
  private static final int MOST_WAITING = 10_000;
  private static final long CLOSE_NANOS = InMemoryFeige.CLOSE_TIMEOUT_MILLIS * 1_000_000;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  private final MemoryBroker broker;
  private final Map<MemoryStage, Place> places = new HashMap<>();
  private boolean isClosed;

  /** Who is at a stage, what waits there, and what became of the rest. */
  private static final class Place {
    private final List<MemoryWorker> workers = new ArrayList<>();
    private final Deque<MemoryJob> waiting = new ArrayDeque<>();
    private long answered;
    private long noWorker;
    private long full;
    private long late;
    private long cancelled;

    private List<MemoryWorker> ready() {
      return workers.stream().filter(each -> !each.isDraining).toList();
    }

    private void count(@Nullable Throwable failure) {
      if (failure instanceof FeigeException refused) {
        noWorker += refused.code() == ErrorCode.NO_WORKER ? 1 : 0;
        full += refused.code() == ErrorCode.WORK_FULL ? 1 : 0;
        late += refused.code() == ErrorCode.TOO_LATE ? 1 : 0;
      } else if (failure != null) {
        cancelled++;
      }
    }

    private WorkFigures figures(String stage) {
      List<MemoryJob> wait = waiting.stream().filter(job -> !job.isCancelled()).toList();
      return new WorkFigures(
          stage,
          wait.size(),
          workers.stream().mapToInt(each -> each.jobs.size()).sum(),
          workers.size(),
          ready().stream().mapToInt(each -> each.concurrency).sum(),
          wait.isEmpty() ? Duration.ZERO : wait.get(0).age(),
          answered,
          noWorker,
          full,
          late,
          0,
          cancelled,
          0);
    }
  }

  MemoryWork(MemoryBroker broker) {
    this.broker = broker;
  }

  private List<String> stages(String topic) {
    List<String> stages = broker.ask(() -> broker.topic(topic).spec().stages());
    if (stages.isEmpty()) {
      throw FeigeException.of(ErrorCode.TOPIC_KIND, "Topic " + topic + " was not made for work.");
    }
    return stages;
  }

  private Place place(MemoryStage stage) {
    return places.computeIfAbsent(stage, unused -> new Place());
  }

  CompletableFuture<Reply> ask(String topic, Message message, Duration timeout) {
    if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("timeout must be 1 ms to 1 h, not " + timeout);
    }
    CompletableFuture<Reply> done = new CompletableFuture<>();
    MemoryStage first;
    MemoryJob job;
    try {
      first = new MemoryStage(topic, stages(topic).get(0));
      job = new MemoryJob(first, message, System.nanoTime() + timeout.toNanos(), done);
      queue(job);
    } catch (FeigeException e) {
      return CompletableFuture.failedFuture(e);
    }
    // A stage of the caller's future may wait for something: not on the timer.
    FeigeException tooLate = FeigeException.of(ErrorCode.TOO_LATE, "Topic " + topic + ".");
    Runnable late =
        () -> SharedThreads.workers().execute(() -> done.completeExceptionally(tooLate));
    var timer = SharedThreads.timer().schedule(late, timeout.toNanos(), TimeUnit.NANOSECONDS);
    CompletableFuture<Reply> ignored =
        done.whenComplete((reply, failure) -> {
          boolean unused = timer.cancel(false);
        });
    serve(first);
    return done;
  }

  private void queue(MemoryJob job) {
    synchronized (this) {
      Place place = place(job.at());
      FeigeException refused = refusal(place, job.at());
      if (refused != null) {
        place.count(refused);
        throw refused;
      }
      if (job.attempt() > 1) {
        place.waiting.addFirst(job);
      } else {
        place.waiting.addLast(job);
      }
    }
    CompletableFuture<Reply> ignored =
        job.done()
            .whenComplete((reply, failure) -> {
              ended(job, failure);
              job.cancel();
            });
  }

  private @Nullable FeigeException refusal(Place place, MemoryStage stage) {
    place.waiting.removeIf(MemoryJob::isCancelled);
    if (isClosed) {
      return FeigeException.of(ErrorCode.CLIENT_CLOSED, "");
    }
    if (place.ready().isEmpty()) {
      return FeigeException.of(ErrorCode.NO_WORKER, "Stage " + stage + ".");
    }
    return place.waiting.size() < MOST_WAITING
        ? null
        : FeigeException.of(ErrorCode.WORK_FULL, "Stage " + stage + ".");
  }

  /** What ends a request counts at the stage where it is. */
  private synchronized void ended(MemoryJob job, @Nullable Throwable failure) {
    if (!job.isPassedOn()) {
      place(job.at()).count(failure);
    }
  }

  /** How it goes at the stages of a topic of work. */
  synchronized List<WorkFigures> figures(TopicSpec spec) {
    List<WorkFigures> all = new ArrayList<>();
    for (String stage : spec.stages()) {
      all.add(place(new MemoryStage(spec.name(), stage)).figures(stage));
    }
    return all;
  }

  /** The topic is not there any more. */
  void deleted(String topic) {
    end(topic, FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + topic + "."));
  }

  /** Closes all workers, and fails what waits. */
  void close() {
    List<MemoryWorker> all;
    synchronized (this) {
      isClosed = true;
      all = places.values().stream().flatMap(place -> place.workers.stream()).toList();
    }
    all.forEach(MemoryWorker::drain);
    all.forEach(MemoryWorker::close);
  }

  /** Ends what waits at a topic, and what its workers have. */
  private void end(String topic, FeigeException why) {
    List<MemoryJob> left = new ArrayList<>();
    synchronized (this) {
      places.forEach((stage, place) -> {
        if (stage.topic().equals(topic)) {
          left.addAll(place.waiting);
          place.waiting.clear();
          place.workers.forEach(worker -> left.addAll(worker.jobs));
        }
      });
    }
    left.forEach(job -> job.fail(why));
  }

  Worker work(MemoryStage stage, int concurrency, JobHandler handler) {
    MemoryWorker worker = new MemoryWorker(stage, concurrency, handler);
    synchronized (this) {
      if (isClosed) {
        throw FeigeException.of(ErrorCode.CLIENT_CLOSED, "");
      }
      place(stage).workers.add(worker);
    }
    serve(stage);
    return worker;
  }

  /** Gives what waits to workers that are free, the least busy first. */
  private synchronized void serve(MemoryStage stage) {
    Place place = place(stage);
    while (!place.waiting.isEmpty()) {
      MemoryWorker least = null;
      for (MemoryWorker each : place.ready()) {
        boolean isFree = each.jobs.size() < each.concurrency;
        least = isFree && (least == null || each.jobs.size() < least.jobs.size()) ? each : least;
      }
      if (least == null) {
        return;
      }
      MemoryJob job = place.waiting.remove();
      if (!job.done().isDone()) {
        MemoryWorker worker = least;
        worker.jobs.add(job);
        SharedThreads.workers().execute(() -> worker.handle(job));
      }
    }
  }

  /** To the next stage, or to who asked. */
  private void pass(MemoryJob job, Reply reply) {
    synchronized (this) {
      if (job.done().isDone() || job.isPassedOn()) {
        return;
      }
      // Before anybody hears of it, so that it is counted by then.
      place(job.at()).answered++;
    }
    List<String> stages = stages(job.topic());
    int next = stages.indexOf(job.stage()) + 1;
    if (!reply.isNext() || next == stages.size()) {
      boolean unused = job.done().complete(reply);
      return;
    }
    MemoryStage at = new MemoryStage(job.topic(), stages.get(next));
    job.passOn();
    try {
      queue(job.at(at, reply.message()));
      serve(at);
    } catch (FeigeException e) {
      job.fail(e);
    }
  }

  private final class MemoryWorker implements Worker {
    private final MemoryStage stage;
    private final int concurrency;
    private final JobHandler handler;
    private final Set<MemoryJob> jobs = new HashSet<>();
    private boolean isDraining;

    private MemoryWorker(MemoryStage stage, int concurrency, JobHandler handler) {
      this.stage = stage;
      this.concurrency = concurrency;
      this.handler = handler;
    }

    private void handle(MemoryJob job) {
      Reply reply = Reply.of(FAILED, "");
      try {
        if (job.begin()) {
          Reply made = handler.handle(job);
          reply = made == null ? Reply.of(FAILED, "no reply") : made;
        }
      } catch (Throwable e) { // As a worker over sockets has it.
        reply = Reply.of(FAILED, String.valueOf(e));
      } finally {
        job.end();
        handled(job, reply);
      }
    }

    private void handled(MemoryJob job, Reply reply) {
      try {
        pass(job, reply);
      } catch (FeigeException e) {
        job.fail(e);
      }
      synchronized (MemoryWork.this) {
        jobs.remove(job);
        MemoryWork.this.notifyAll();
      }
      serve(stage);
    }

    @Override
    public String topic() {
      return stage.topic();
    }

    @Override
    public String stage() {
      return stage.name();
    }

    @Override
    public int running() {
      synchronized (MemoryWork.this) {
        return jobs.size();
      }
    }

    @Override
    public boolean isReady() {
      boolean isThere = problem().isEmpty();
      synchronized (MemoryWork.this) {
        return isThere && !isDraining;
      }
    }

    @Override
    public Optional<FeigeException> problem() {
      try {
        return stages(stage.topic()).contains(stage.name())
            ? Optional.empty()
            : Optional.of(FeigeException.of(ErrorCode.NO_SUCH_STAGE, "Stage " + stage + "."));
      } catch (FeigeException e) {
        return Optional.of(e);
      }
    }

    @Override
    public void drain() {
      List<MemoryJob> left = List.of();
      synchronized (MemoryWork.this) {
        isDraining = true;
        Place place = place(stage);
        if (place.ready().isEmpty()) {
          left = List.copyOf(place.waiting);
          place.waiting.clear();
        }
      }
      FeigeException none = FeigeException.of(ErrorCode.NO_WORKER, "Stage " + stage + ".");
      left.forEach(job -> job.fail(none));
    }

    @Override
    public void close() {
      drain();
      List<MemoryJob> left;
      synchronized (MemoryWork.this) {
        boolean isOwn = jobs.stream().anyMatch(MemoryJob::isOfThisThread);
        if (!isOwn) {
          awaitNothing();
        }
        place(stage).workers.remove(this);
        left = isOwn ? List.of() : List.copyOf(jobs);
        jobs.removeAll(left);
      }
      left.forEach(this::giveAway);
    }

    @Override
    public void leave() {
      drain();
      List<MemoryJob> left;
      synchronized (MemoryWork.this) {
        place(stage).workers.remove(this);
        left = List.copyOf(jobs);
        jobs.clear();
      }
      left.forEach(this::giveAway);
    }

    /** To another worker, as the next attempt. */
    private void giveAway(MemoryJob job) {
      synchronized (MemoryWork.this) {
        if (job.isPassedOn() || job.done().isDone()) {
          return;
        }
        job.passOn();
      }
      job.cancel();
      FeigeException lost = FeigeException.of(ErrorCode.WORKERS_LOST, "Stage " + stage + ".");
      try {
        if (job.attempt() >= MOST_ATTEMPTS) {
          throw lost;
        }
        queue(job.again());
        serve(stage);
      } catch (FeigeException e) {
        job.fail(e.code() == ErrorCode.NO_WORKER ? lost : e);
      }
    }

    /** Waits under the lock until nothing runs, at most for the close timeout. */
    private void awaitNothing() {
      long until = System.nanoTime() + CLOSE_NANOS;
      long millis = CLOSE_NANOS / 1_000_000;
      try {
        while (!jobs.isEmpty() && millis > 0) {
          MemoryWork.this.wait(millis);
          millis = (until - System.nanoTime()) / 1_000_000;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
