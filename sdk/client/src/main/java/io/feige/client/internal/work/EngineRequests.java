package io.feige.client.internal.work;

import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Reply;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.route.Engine;
import io.feige.client.internal.route.PairLink;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.WorkAnswered;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Asks workers and waits for their answers. A request that was under way when its connection ended
 * is asked again until its time is over, because no node keeps it. Any thread.
 */
public final class EngineRequests {
  private static final int MOST_UNDER_WAY = 10_000;
  private static final int MAX_BATCH_BYTES = 15 * 1024 * 1024;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofMillis(AskWork.MAX_TIMEOUT_MILLIS);

  /** The node says that the time is over; if it does not, the client says so a little later. */
  private static final long GRACE_MILLIS = 500;

  private final Engine engine;
  private final WorkHomes homes;
  private final AtomicInteger underWay = new AtomicInteger();
  private final Set<Call> calls = ConcurrentHashMap.newKeySet();
  private volatile @Nullable FeigeException closed;

  /** Of a client. */
  public EngineRequests(Engine engine, WorkHomes homes) {
    this.engine = engine;
    this.homes = homes;
  }

  /** Asks and waits. */
  public Reply call(String topic, Message message, Duration timeout) {
    // Nobody else has this future, so the loop can complete it.
    CompletableFuture<Reply> asked = begin(topic, message, timeout, Runnable::run);
    try {
      return asked.get(timeout.toMillis() + 4 * GRACE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof FeigeException failure
          ? FeigeException.seenBy(failure)
          : FeigeException.of(ErrorCode.INTERNAL, String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      boolean unused = asked.cancel(false);
      throw FeigeException.of(ErrorCode.TOO_LATE, "Topic " + topic + ".");
    } catch (InterruptedException e) {
      boolean unused = asked.cancel(false);
      Thread.currentThread().interrupt();
      throw FeigeException.of(ErrorCode.TOO_LATE, "The waiting thread was interrupted.");
    }
  }

  /**
   * Asks. Whoever cancels the future, or ends it otherwise, tells the worker that its answer is not
   * wanted.
   */
  public CompletableFuture<Reply> ask(String topic, Message message, Duration timeout) {
    return begin(topic, message, timeout, engine.callbacks());
  }

  private CompletableFuture<Reply> begin(
      String topic, Message message, Duration timeout, Executor completer) {
    if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("timeout must be 1 ms to 1 h, not " + timeout);
    }
    ByteBuffer batch;
    try {
      batch = WorkRecord.pack(message, MAX_BATCH_BYTES);
    } catch (FeigeException e) {
      return CompletableFuture.failedFuture(e);
    }
    int bytes = batch.remaining();
    if (!engine.memory().tryReserve(bytes)) {
      return CompletableFuture.failedFuture(
          FeigeException.of(ErrorCode.MEMORY_LIMIT, "A request of " + bytes + " bytes."));
    }
    if (underWay.incrementAndGet() > MOST_UNDER_WAY) {
      underWay.decrementAndGet();
      engine.memory().release(bytes);
      return CompletableFuture.failedFuture(
          FeigeException.of(
              ErrorCode.MEMORY_LIMIT, MOST_UNDER_WAY + " requests are under way already."));
    }
    Call call = new Call(topic, batch, timeout.toNanos(), completer);
    calls.add(call);
    var unused =
        call.done.whenComplete((reply, failure) -> {
          calls.remove(call);
          underWay.decrementAndGet();
          engine.memory().release(bytes);
          engine.loop().execute(call::over);
        });
    engine.loop().execute(call::begin);
    FeigeException why = closed;
    if (why != null) {
      call.fail(why);
    }
    return call.done;
  }

  /** Fails what is under way, and what comes. */
  public void close(FeigeException why) {
    closed = why;
    calls.forEach(call -> call.fail(why));
  }

  /** One request until its answer. On the loop, but for its future and {@link #fail}. */
  private final class Call implements AnswerHandler {
    private final String topic;
    private final long deadlineNanos;
    private final Executor completer;
    private final CompletableFuture<Reply> done = new CompletableFuture<>();
    private final Backoff backoff = new Backoff(10, 200);
    private @Nullable ByteBuffer batch;
    private @Nullable PairLink link;
    private @Nullable Connection askedOver;
    private @Nullable Refusal lastRefusal;
    private @Nullable FeigeException unreachable;
    private @Nullable Future<?> timeOut;
    private int correlation;
    private boolean wasAsked;

    Call(String topic, ByteBuffer batch, long timeoutNanos, Executor completer) {
      this.topic = topic;
      this.batch = batch;
      this.deadlineNanos = System.nanoTime() + timeoutNanos;
      this.completer = completer;
    }

    void begin() {
      if (done.isDone()) {
        return;
      }
      timeOut = engine.loop().laterMillis(leftMillis() + GRACE_MILLIS, this::end);
      find();
    }

    private void find() {
      if (!done.isDone()) {
        homes.find(
            topic,
            found -> {
              link = found;
              send();
            },
            this::notFound);
      }
    }

    /** Its pair may be back in a moment. */
    private void notFound(FeigeException failure) {
      boolean isForGood = failure.code().retryClass() == RetryClass.NEVER;
      if (isForGood && failure.code() != ErrorCode.CONNECT_FAILED) {
        fail(failure);
      } else {
        unreachable = failure;
        engine.loop().afterMillis(backoff.nextMillis(), this::find);
      }
    }

    /** Rounded up, because what has a little time left has some. */
    private long leftMillis() {
      return Math.max(0, (deadlineNanos - System.nanoTime() + 999_999) / 1_000_000);
    }

    private void send() {
      ByteBuffer body = batch;
      Connection connection = link == null ? null : link.connection();
      int left = (int) leftMillis();
      if (body == null || done.isDone() || askedOver != null) {
        return;
      }
      if (left == 0) {
        end();
      } else if (connection == null) {
        whileNobodyIsThere();
      } else if (body.remaining() > connection.maxBatchBytes()) {
        String sentence = " bytes, and " + connection.maxBatchBytes() + " are taken at most.";
        fail(FeigeException.of(ErrorCode.BATCH_TOO_LARGE, "It has " + body.remaining() + sentence));
      } else {
        askedOver = connection;
        wasAsked = true;
        correlation = connection.send(new AskWork(topic, 0, left, body.duplicate()), this);
      }
    }

    private void whileNobodyIsThere() {
      FeigeException refused = engine.pairs().refusedForGood();
      if (refused == null) {
        later(0);
      } else {
        fail(refused);
      }
    }

    private void later(long millis) {
      askedOver = null;
      engine.loop().afterMillis(Math.max(millis, backoff.nextMillis()), this::send);
    }

    /** Its time is over. */
    private void end() {
      Refusal refusal = lastRefusal;
      PairLink to = link;
      if (askedOver == null && refusal != null) {
        fail(FeigeException.of(refusal.code(), refusal.message()));
      } else if (wasAsked) {
        fail(FeigeException.of(ErrorCode.TOO_LATE, "Topic " + topic + "."));
      } else if (to == null && unreachable != null) {
        fail(unreachable);
      } else {
        String why = to == null ? engine.pairs().unknownBecause() : to.downBecause();
        fail(FeigeException.of(ErrorCode.CONNECT_FAILED, why));
      }
    }

    /** Its future is complete, in whatever way. */
    void over() {
      batch = null;
      Future<?> timer = timeOut;
      if (timer != null) {
        boolean unused = timer.cancel(false);
      }
      Connection connection = askedOver;
      if (connection != null && connection.isOutstanding(correlation)) {
        connection.send(new CancelWork(topic, correlation), Ignored.ANSWER);
      }
    }

    /** Any thread. */
    void fail(FeigeException failure) {
      completer.execute(() -> done.completeExceptionally(failure));
    }

    @Override
    public void answered(Result result) {
      askedOver = null;
      WorkAnswered answered = (WorkAnswered) result;
      int bytes = answered.batch().remaining();
      engine.memory().reserveAlways(bytes);
      completer.execute(() -> {
        try {
          complete(answered);
        } finally {
          engine.memory().release(bytes);
        }
      });
    }

    private void complete(WorkAnswered answered) {
      try {
        done.complete(Reply.of(answered.status(), WorkRecord.unpack(answered.batch())));
      } catch (FeigeException e) {
        done.completeExceptionally(e);
      }
    }

    @Override
    public void refused(Refusal refusal) {
      askedOver = null;
      ErrorCode code = refusal.code();
      PairLink to = link;
      if (code.retryClass() == RetryClass.REROUTE && to != null) {
        to.refused(refusal);
      }
      if (code == ErrorCode.TOPIC_NOT_FOUND) {
        homes.forget(topic);
      }
      boolean isForTheCaller = code == ErrorCode.NO_WORKER || code == ErrorCode.WORK_FULL;
      boolean isLater =
          code.retryClass() == RetryClass.BACKOFF || code.retryClass() == RetryClass.REROUTE;
      if (isForTheCaller || !isLater) {
        fail(FeigeException.of(code, refusal.message()));
      } else {
        lastRefusal = code.retryClass() == RetryClass.BACKOFF ? refusal : lastRefusal;
        later(refusal.retryAfterMillis());
      }
    }

    @Override
    public void lost() {
      lastRefusal = null;
      later(0);
    }

    @Override
    public Matter matter() {
      return Matter.PULL;
    }
  }
}
