package io.feige.client.internal.work;

import io.feige.client.FeigeException;
import io.feige.client.JobHandler;
import io.feige.client.Message;
import io.feige.client.Reply;
import io.feige.client.Worker;
import io.feige.client.internal.base.SharedThreads;
import io.feige.client.internal.base.TwoStepClose;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.route.Engine;
import io.feige.client.internal.route.LinkListener;
import io.feige.client.internal.route.PairLink;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.WorkTaken;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for work, has it done by threads of the process, and sends what comes of it. One question
 * for work is always under way while it is connected, because that is how it hears of what is
 * cancelled; a newer one has the node answer the older.
 *
 * <pre>
 * OPEN      takes work       -> DRAINING  drain, close
 * DRAINING  finishes it      -> CLOSED    nothing runs and nothing is on its way, or the close
 *                                         timeout is over
 * </pre>
 */
public final class EngineWorker implements Worker, LinkListener, TwoStepClose {
  private static final Logger LOG = LoggerFactory.getLogger(EngineWorker.class);
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final int TAKE_WAIT_MILLIS = 15_000;
  private static final int RETRY_MILLIS = 200;
  private static final int REFUSED_MILLIS = 1_000;
  private static final int LONGEST_REASON = 1_000;
  private static final int FAILED = 500;

  private final Engine engine;
  private final WorkHomes homes;
  private final WorkerPlace place;
  private final int concurrency;
  private final JobHandler handler;
  private final Consumer<AutoCloseable> closed;
  private final int number = NUMBERS.incrementAndGet();
  private final ThreadLocal<Boolean> isHandling = ThreadLocal.withInitial(() -> false);
  private final CountDownLatch over = new CountDownLatch(1);

  /** What the node counts as this worker's. */
  private final Map<Long, EngineJob> jobs = new HashMap<>();

  /** Handlers that have not returned, also of jobs that are another worker's by now. */
  private int handling;

  private volatile int running;
  private volatile boolean isKnown;
  private volatile boolean isDraining;
  private volatile @Nullable FeigeException problem;
  private volatile long closeByNanos;
  private boolean hasBegunToDrain;
  private boolean isClosed;
  private @Nullable PairLink link;
  private @Nullable Connection connection;
  private @Nullable Take last;

  /** The question that was under way when this began to drain: jobs may be on their way. */
  private @Nullable Take beforeDrain;

  private EngineWorker(
      Engine engine,
      WorkHomes homes,
      WorkerPlace place,
      int concurrency,
      JobHandler handler,
      Consumer<AutoCloseable> closed) {
    this.engine = engine;
    this.homes = homes;
    this.place = place;
    this.concurrency = concurrency;
    this.handler = handler;
    this.closed = closed;
  }

  /**
   * Starts one.
   *
   * @param closed told when it is closed
   */
  public static EngineWorker over(
      Engine engine,
      WorkHomes homes,
      WorkerPlace place,
      int concurrency,
      JobHandler handler,
      Consumer<AutoCloseable> closed) {
    EngineWorker worker = new EngineWorker(engine, homes, place, concurrency, handler, closed);
    engine.loop().execute(worker::find);
    return worker;
  }

  private void find() {
    if (!isClosed) {
      homes.find(place.topic(), this::found, this::notFound);
    }
  }

  private void found(PairLink home) {
    if (!isClosed && link == null) {
      link = home;
      home.add(this);
    }
  }

  private void notFound(FeigeException failure) {
    refused(failure);
    engine.loop().afterMillis(REFUSED_MILLIS, this::find);
  }

  @Override
  public String topic() {
    return place.topic();
  }

  @Override
  public String stage() {
    return place.stage();
  }

  @Override
  public int running() {
    return running;
  }

  @Override
  public boolean isReady() {
    return isKnown && !isDraining;
  }

  @Override
  public Optional<FeigeException> problem() {
    return Optional.ofNullable(problem);
  }

  /** Whether the present thread is one of its handlers. */
  public boolean isHandling() {
    return isHandling.get();
  }

  @Override
  public void connected(Connection made) {
    lose();
    connection = made;
    take(made);
  }

  @Override
  public void disconnected() {
    lose();
  }

  @Override
  public void superseded() {
    PairLink home = link;
    Connection still = home == null ? null : home.connection();
    lose();
    if (still != null) {
      // It may stay, and then nobody says again that it is there.
      connected(still);
    }
  }

  @Override
  public void refused(FeigeException failure) {
    FeigeException before = problem;
    problem = failure;
    isKnown = false;
    if (before == null || before.code() != failure.code()) {
      LOG.warn("a worker of {} gets nothing to do: {}", place, failure.getMessage());
    }
  }

  /** The node that gave it work is not asked any more: others get what it has. */
  private void lose() {
    connection = null;
    last = null;
    beforeDrain = null;
    loseJobs();
  }

  private void loseJobs() {
    isKnown = false;
    jobs.values().forEach(EngineJob::cancel);
    jobs.clear();
    counted();
  }

  private void counted() {
    running = handling;
    if (hasBegunToDrain && handling == 0 && beforeDrain == null) {
      over.countDown();
    }
  }

  /** Handlers of jobs that are another worker's take places, too, until they return. */
  private int most() {
    return isDraining ? 0 : Math.max(0, concurrency - (handling - jobs.size()));
  }

  private void take(Connection over) {
    if (over.equals(connection) && !isClosed) {
      int most = most();
      // The first answer comes at once, and says that the node knows the worker.
      int wait = isKnown || most == 0 ? TAKE_WAIT_MILLIS : 0;
      Take take = new Take(over);
      last = take;
      over.send(new TakeWork(place.topic(), 0, place.stage(), number, most, wait), take);
    }
  }

  private final class Take implements AnswerHandler {
    private final Connection over;

    Take(Connection over) {
      this.over = over;
    }

    private void ended() {
      if (this == beforeDrain) {
        beforeDrain = null;
        counted();
      }
    }

    @Override
    public void answered(Result result) {
      if (over.equals(connection)) {
        problem = null;
        isKnown = true;
        WorkTaken taken = (WorkTaken) result;
        for (long id : taken.unwanted()) {
          EngineJob job = jobs.get(id);
          if (job == null) {
            // It was dropped here; the node still counts a place for it.
            giveBack(id, taken.epoch(), over);
          } else {
            job.cancel();
          }
        }
        for (io.feige.protocol.model.Job job : taken.jobs()) {
          begin(job, taken.epoch(), over);
        }
        if (this == last) {
          take(over);
        }
      }
      ended();
    }

    @Override
    public void refused(Refusal refusal) {
      if (this == last) {
        again(refusal);
      }
      ended();
    }

    private void again(Refusal refusal) {
      ErrorCode code = refusal.code();
      PairLink home = link;
      long millis = Math.max(refusal.retryAfterMillis(), RETRY_MILLIS);
      if (code.retryClass() == RetryClass.REROUTE && home != null) {
        home.refused(refusal);
      } else if (code == ErrorCode.TOO_MANY_WORKERS) {
        EngineWorker.this.refused(FeigeException.of(code, refusal.message()));
      } else if (code.retryClass() != RetryClass.BACKOFF) {
        EngineWorker.this.refused(FeigeException.of(code, refusal.message()));
        loseJobs();
        millis = REFUSED_MILLIS;
      }
      if (code == ErrorCode.TOPIC_NOT_FOUND && home != null) {
        leaveHome(home);
      } else {
        engine
            .loop()
            .afterMillis(
                millis,
                () -> {
                  if (this == last) {
                    take(over);
                  }
                });
      }
    }

    @Override
    public void lost() {
      ended();
    }

    @Override
    public Matter matter() {
      return Matter.PULL;
    }
  }

  /** The topic is not there any more; made again it may be elsewhere. */
  private void leaveHome(PairLink home) {
    home.remove(this);
    link = null;
    lose();
    homes.forget(place.topic());
    engine.loop().afterMillis(REFUSED_MILLIS, this::find);
  }

  private void begin(io.feige.protocol.model.Job given, long epoch, Connection from) {
    EngineJob job;
    try {
      job = new EngineJob(place, epoch, given);
    } catch (FeigeException e) {
      finish(given.id(), epoch, from, Reply.of(FAILED, e.toString()));
      return;
    }
    try {
      SharedThreads.workers().execute(() -> handle(job, from));
      jobs.put(given.id(), job);
      handling++;
      counted();
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.warn("no thread can be had for a request of {}; another worker gets it", place, e);
      giveBack(given.id(), epoch, from);
    }
  }

  private void handle(EngineJob job, Connection from) {
    Reply reply = Reply.of(FAILED, "");
    try {
      if (job.begin()) {
        reply = replyTo(job);
      }
    } finally {
      Reply made = reply;
      engine.loop().execute(() -> handled(job, from, made));
    }
  }

  private Reply replyTo(EngineJob job) {
    isHandling.set(true);
    try {
      Reply reply = handler.handle(job);
      return reply == null ? failed(job, new IllegalStateException("no reply")) : reply;
    } catch (Throwable e) { // Errors too: a stack that overflowed is free again here.
      return failed(job, e);
    } finally {
      isHandling.remove();
      job.end();
    }
  }

  private Reply failed(EngineJob job, Throwable failure) {
    if (!job.isCancelled()) {
      LOG.warn("the handler failed on {}", job, failure);
    }
    return Reply.of(FAILED, reason(failure));
  }

  private static Message reason(Throwable failure) {
    String reason = String.valueOf(failure);
    String shorter =
        reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) : reason;
    // Half of a surrogate pair, for which there is no UTF-8, becomes a question mark.
    return Message.of(shorter.getBytes(StandardCharsets.UTF_8));
  }

  private void handled(EngineJob job, Connection from, Reply reply) {
    handling--;
    if (jobs.remove(job.id, job)) {
      finish(job.id, job.epoch, from, reply);
    } else if (!isDraining && connection != null) {
      take(connection); // There is a place more.
    }
    counted();
  }

  private void finish(long id, long epoch, Connection from, Reply reply) {
    ByteBuffer batch;
    int status = reply.isNext() ? FinishWork.NEXT : reply.status();
    try {
      batch = WorkRecord.pack(reply.message(), from.maxBatchBytes());
    } catch (RuntimeException e) {
      status = FAILED;
      batch = WorkRecord.pack(reason(e), from.maxBatchBytes());
    }
    giveBack(finishOf(id, epoch, status, batch), from);
  }

  private void giveBack(long id, long epoch, Connection from) {
    giveBack(finishOf(id, epoch, 0, ByteBuffer.allocate(0)), from);
  }

  private void giveBack(FinishWork finish, Connection from) {
    new GivenBack(finish, from, engine.loop(), () -> from.equals(connection)).send();
  }

  private FinishWork finishOf(long id, long epoch, int status, ByteBuffer batch) {
    return new FinishWork(place.topic(), epoch, place.stage(), number, id, status, batch);
  }

  @Override
  public void drain() {
    isDraining = true;
    engine.loop().execute(this::beginDrain);
  }

  private void beginDrain() {
    if (hasBegunToDrain) {
      return;
    }
    hasBegunToDrain = true;
    beforeDrain = last;
    Connection present = connection;
    if (present != null) {
      take(present);
    }
    counted();
  }

  @Override
  public void beginClose() {
    if (closeByNanos == 0) {
      long timeout = TimeUnit.MILLISECONDS.toNanos(engine.settings().closeTimeoutMillis());
      closeByNanos = System.nanoTime() + timeout;
    }
    drain();
  }

  @Override
  public void close() {
    beginClose();
    if (isHandling()) {
      SharedThreads.workers().execute(this::finishClose);
    } else {
      finishClose();
    }
  }

  private void finishClose() {
    try {
      boolean unused = over.await(closeByNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    leave();
  }

  @Override
  public void leave() {
    isDraining = true;
    engine.loop().execute(this::leaveNow);
    closed.accept(this);
  }

  private void leaveNow() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    Connection present = connection;
    if (present != null) {
      present.send(new TakeWork(place.topic(), 0, place.stage(), number, 0, 0), Ignored.ANSWER);
    }
    PairLink home = link;
    if (home != null) {
      home.remove(this);
    }
    lose();
  }
}
