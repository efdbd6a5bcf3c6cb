package io.feige.client.internal.consume;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.base.Resumable;
import io.feige.client.internal.base.UsualTime;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.route.PairLink;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Sends the verdicts on a pair's deliveries and follows each batch of them to its outcome. On the
 * loop.
 *
 * <p>Owns the batches that were taken from the queue and have no outcome. One travels at a time,
 * and the next gathers meanwhile, and for a rest afterwards: each costs the pair a record. Only a
 * message that is started meanwhile sends more. Verdicts are sent again after a lost connection, to
 * the new active if the pair has moved, and after "later": an ack twice is an ack, and of the
 * others the second one finds no lease.
 */
final class SettleSender {
  private static final int WINDOW = 1;
  private static final int WINDOW_IN_HASTE = 64;
  private static final long TICK_MILLIS = 50;

  private final String topic;
  private final String group;
  private final String consumer;
  private final PairLink link;
  private final UsualTime roundTrip;
  private final Executor callbacks;
  private final Backoff backoff = new Backoff(2, 500);
  private final List<VerdictBatch> window = new ArrayList<>();
  private final VerdictRest rest = new VerdictRest();
  private @Nullable Settling settling;
  private boolean isPaused;
  private boolean isResting;
  private boolean isTicking;

  SettleSender(ConsumerSpec spec, PairLink link, UsualTime roundTrip, Executor callbacks) {
    this.topic = spec.topic();
    this.group = spec.group();
    this.consumer = spec.name();
    this.link = link;
    this.roundTrip = roundTrip;
    this.callbacks = callbacks;
  }

  void attach(Settling queue) {
    settling = queue;
  }

  /** Sends what can be sent. */
  void run() {
    run(WINDOW);
  }

  /** Sends what has gathered too: what comes next on this connection is to find it settled. */
  void runInHaste() {
    run(WINDOW_IN_HASTE);
  }

  private void run(int most) {
    Connection connection = link.connection();
    Settling queue = settling;
    if (queue == null) {
      return;
    }
    if (connection != null && !isPaused) {
      for (VerdictBatch batch : List.copyOf(window)) {
        if (!batch.isOutstanding) {
          send(connection, batch);
        }
      }
      boolean mayGather = most == WINDOW && rests(queue);
      VerdictBatch next = window.size() < most && !mayGather ? queue.poll() : null;
      while (next != null) {
        window.add(next);
        rest.sent(System.nanoTime());
        send(connection, next);
        next = window.size() < most ? queue.poll() : null;
      }
    }
    ensureTick(queue);
  }

  /** Whether more verdicts gather before the next are sent; then it goes on by itself. */
  private boolean rests(Settling queue) {
    long gathered = window.isEmpty() ? queue.gathering() : -1;
    if (gathered < 0 || isResting) {
      return gathered >= 0;
    }
    long nanos = rest.left(System.nanoTime(), gathered);
    if (nanos > 0) {
      isResting = true;
      link.loop()
          .afterNanos(
              nanos,
              () -> {
                isResting = false;
                run();
              });
    }
    return nanos > 0;
  }

  /** There is a connection. What gathered without one goes before anything is asked for there. */
  void connected() {
    isPaused = false;
    runInHaste();
  }

  private void goesOn() {
    isPaused = false;
    run();
  }

  /** Fails what has no outcome. */
  void failAll(FeigeException failure) {
    Settling queue = settling;
    for (VerdictBatch batch : List.copyOf(window)) {
      boolean isUnknown = batch.isOutstanding || batch.mayBeTaken;
      fail(batch, isUnknown ? FeigeException.unknown(failure.code(), words()) : failure);
    }
    VerdictBatch next = queue == null ? null : queue.poll();
    while (queue != null && next != null) {
      fail(next, failure);
      next = queue.poll();
    }
  }

  private void send(Connection connection, VerdictBatch batch) {
    long epoch = link.servedEpoch();
    List<Verdict> verdicts = batch.pack(epoch == 0 ? Long.MAX_VALUE : epoch);
    if (verdicts.isEmpty()) {
      resolve(batch, List.of(), null);
      return;
    }
    batch.isOutstanding = true;
    Claim claim = batch.claim();
    connection.send(
        new Settle(topic, epoch, group, consumer, claim.holder(), claim.generation(), verdicts),
        new Answered(batch));
  }

  private void refused(VerdictBatch batch, Refusal refusal) {
    FeigeException failure = FeigeException.of(refusal.code(), refusal.message() + " " + words());
    RetryClass retryClass = refusal.code().retryClass();
    if (retryClass == RetryClass.NEVER) {
      fail(batch, failure);
      run();
      return;
    }
    batch.lastRefusal = failure;
    batch.mayBeTaken |= retryClass == RetryClass.OUTCOME_UNKNOWN;
    if (retryClass == RetryClass.REROUTE) {
      link.refused(refusal);
    }
    isPaused = true;
    long millis = Math.max(refusal.retryAfterMillis(), backoff.nextMillis());
    link.loop().afterMillis(millis, this::goesOn);
  }

  private void ensureTick(Settling queue) {
    boolean isIdle = window.isEmpty() && queue.isIdle();
    if (!isTicking && !isIdle) {
      isTicking = true;
      link.loop().afterMillis(TICK_MILLIS, this::tick);
    }
  }

  private void tick() {
    isTicking = false;
    long now = System.nanoTime();
    for (VerdictBatch batch : List.copyOf(window)) {
      if (batch.deadlineNanos() - now <= 0) {
        fail(batch, timedOut(batch));
      }
    }
    Settling queue = settling;
    if (queue != null) {
      for (Iterator<VerdictBatch> late = queue.takeExpired(now).iterator(); late.hasNext(); ) {
        fail(late.next(), FeigeException.of(ErrorCode.CONNECT_FAILED, link.downBecause()));
      }
    }
    run();
  }

  private FeigeException timedOut(VerdictBatch batch) {
    FeigeException refused = batch.lastRefusal;
    if (batch.isOutstanding || batch.mayBeTaken || refused == null) {
      return FeigeException.unknown(ErrorCode.TIMEOUT_UNKNOWN, words());
    }
    return refused;
  }

  private void fail(VerdictBatch batch, FeigeException failure) {
    resolve(batch, List.of(), failure);
  }

  private void resolve(
      VerdictBatch batch, List<OffsetRange> stale, @Nullable FeigeException failure) {
    window.remove(batch);
    List<PendingVerdict> done = batch.resolve(stale, failure);
    boolean hasFutures = false;
    for (PendingVerdict call : done) {
      hasFutures |= call.isFuture();
    }
    if (hasFutures) {
      callbacks.execute(new Complete(done));
    } else {
      completed(done);
    }
  }

  /** Tells all who wait for verdicts by futures. */
  private final class Complete implements Resumable {
    private final List<PendingVerdict> done;
    private final AtomicBoolean isCounted = new AtomicBoolean();

    Complete(List<PendingVerdict> done) {
      this.done = done;
    }

    @Override
    public void run() {
      try {
        for (PendingVerdict call : done) {
          call.completeFuture();
        }
      } finally {
        if (isCounted.compareAndSet(false, true)) {
          completed(done);
        }
      }
    }
  }

  private void completed(List<PendingVerdict> done) {
    Settling queue = settling;
    if (queue != null) {
      queue.resolved(done.size());
    }
  }

  private String words() {
    return "Topic " + topic + ", group " + group + ", " + link.pair() + ".";
  }

  private final class Answered implements AnswerHandler {
    private final VerdictBatch batch;
    private final long sentNanos = System.nanoTime();

    Answered(VerdictBatch batch) {
      this.batch = batch;
    }

    @Override
    public void answered(Result result) {
      roundTrip.took(System.nanoTime() - sentNanos);
      batch.isOutstanding = false;
      if (!batch.isResolved) {
        Settled settled = (Settled) result;
        backoff.reset();
        rest.mayLast(settled.restMillis());
        resolve(batch, settled.stale(), null);
      }
      run();
    }

    @Override
    public void refused(Refusal refusal) {
      batch.isOutstanding = false;
      if (!batch.isResolved) {
        SettleSender.this.refused(batch, refusal);
      }
    }

    @Override
    public void lost() {
      batch.isOutstanding = false;
      batch.mayBeTaken = true;
    }

    @Override
    public Matter matter() {
      return Matter.VERDICTS;
    }
  }
}
