package io.feige.client.internal.publish;

import io.feige.client.FeigeException;
import io.feige.client.ProducerPolicy;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.base.Resumable;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sends a producer's batches to one pair and follows each to its outcome. All of it runs on the
 * loop; the accumulator is the only thing shared.
 *
 * <p>Owns the window: batches sent and without an outcome, in sequence order, at most as many as
 * the policy says.
 *
 * <table>
 *   <caption>What happens to the batches of the window</caption>
 *   <tr><td>confirmed</td><td>leaves the window with its receipt</td></tr>
 *   <tr><td>refused for good</td><td>leaves the window with the failure; its sequence counts as resolved</td></tr>
 *   <tr><td>refused for now, or a gap</td><td>stays. When nothing is outstanding any more and the pause is over, all of the window is sent
 *       again, in order</td></tr>
 *   <tr><td>its producer is not known</td><td>the same, under another name. What may be stored under the old one leaves the window, outcome
 *       unknown</td></tr>
 *   <tr><td>confirmed as a duplicate, though it was never sent without a clear no</td><td>the same: somebody else goes by the producer's
 *       name, and what the node has is theirs</td></tr>
 *   <tr><td>connection lost</td><td>stays, and may be stored. With the next connection, to whichever node serves the pair then, all of
 *       the window is sent again</td></tr>
 *   <tr><td>refused for now and never sent without a clear no</td><td>may be taken out, to go to another pair</td></tr>
 *   <tr><td>its time is over</td><td>leaves the window: outcome unknown if it was ever sent without a clear no</td></tr>
 * </table>
 *
 * <p>Sending the same bytes under the same sequence again is safe: the node answers a batch that it
 * has with its first receipt. A batch under an idempotency key has no turn among the others and
 * keeps its name.
 */
final class BatchSender implements Runnable, BatchPort.Answers {
  /** Who finds other pairs for what this one does not take. On the loop. */
  interface Overflow {
    /** Looks whether something should move; called now and then while something has no outcome. */
    void look();

    /**
     * The pair takes no messages of this topic; whether others do, so that everything not stored
     * here goes there.
     */
    boolean withdraw(PublishRefusal why);
  }

  /**
   * How many batches may be in flight for a batch that is not full to be sent: one that travels and
   * one behind it.
   */
  private static final int PARTIAL_WINDOW = 2;

  /** Refusals of a pair that is closed for the topic, and not in a bad moment. */
  static final Set<ErrorCode> CLOSED =
      EnumSet.of(ErrorCode.PUBLISH_ELSEWHERE, ErrorCode.TOPIC_NOT_FOUND);

  /** Refusals that another pair may not share. */
  private static final Set<ErrorCode> ABOUT_THE_PAIR =
      EnumSet.of(
          ErrorCode.PUBLISH_ELSEWHERE,
          ErrorCode.DISK_STALLED,
          ErrorCode.TOO_FEW_COPIES,
          ErrorCode.TOPIC_NOT_FOUND);

  private static final long TICK_NANOS = 20_000_000;

  /** A pair that keeps batches waiting for so long without any answer is not the best one now. */
  private static final long STALL_NANOS = 60_000_000;

  private final String topic;
  private final Accumulator accumulator;
  private final BatchPort port;
  private final EngineProducer.Shared shared;
  private final int maxInFlight;
  private final Backoff backoff = new Backoff(2, 500);
  private final ClockCheck clock = new ClockCheck();

  private final ArrayDeque<PendingBatch> window = new ArrayDeque<>();
  private @Nullable Overflow overflow;
  private int outstanding;
  private boolean mustResend;
  private @Nullable PublishRefusal unknown;
  private long pausedUntilNanos;
  private long progressNanos;
  private boolean isPaused;
  private boolean isTicking;
  private boolean isLingering;

  BatchSender(
      String topic,
      ProducerPolicy policy,
      Accumulator accumulator,
      BatchPort port,
      EngineProducer.Shared shared) {
    this.topic = topic;
    this.accumulator = accumulator;
    this.port = port;
    this.shared = shared;
    this.maxInFlight = policy.maxInFlightBatches();
  }

  /** There are other pairs, so what this one does not take can go there. */
  void overflowTo(Overflow others) {
    overflow = others;
  }

  /** Sends what can be sent. */
  @Override
  public void run() {
    if (port.isUp() && !isPaused && resend()) {
      fillWindow();
    }
    ensureTick();
  }

  /** There is a connection, possibly another one. */
  void connected() {
    isPaused = false;
    run();
  }

  /** Whether batches wait for an answer, and none has come for long. */
  boolean isStalled() {
    return outstanding > 0 && port.nanoTime() - progressNanos > STALL_NANOS;
  }

  /** Takes out, in order, what certainly is not stored and is to go to another pair. */
  List<PendingBatch> takeMovable(Predicate<PendingBatch> isToMove) {
    List<PendingBatch> taken = new ArrayList<>();
    for (Iterator<PendingBatch> batches = window.iterator(); batches.hasNext(); ) {
      PendingBatch batch = batches.next();
      boolean isFree = !batch.isOutstanding && !batch.mayBeStored;
      if (isFree && isToMove.test(batch)) {
        batches.remove();
        accumulator.unload(batch);
        taken.add(batch);
      }
    }
    taken.addAll(accumulator.takeMovable(isToMove));
    return taken;
  }

  /** No batch will ever be taken: fail them all at once instead of at their time. */
  void refusedForGood(FeigeException failure) {
    failAll(failure);
  }

  @Override
  public void confirmed(PendingBatch batch, PublishOutcome.Confirmed outcome) {
    settleOutstanding(batch);
    if (!batch.isResolved()) {
      backoff.reset();
      if (outcome.duplicate() && !batch.mayBeStored && !batch.isOnce()) {
        mustResend = true;
        unknown = PublishRefusal.nameTaken(port.seconds());
      } else {
        window.remove(batch);
        if (batch.isDated() && !outcome.duplicate()) {
          checkClock(batch, outcome);
        }
        resolve(batch, outcome);
      }
    }
    run();
  }

  private void checkClock(PendingBatch batch, PublishOutcome.Confirmed outcome) {
    long tookMillis = (port.nanoTime() - batch.openedNanos()) / 1_000_000;
    long ahead =
        ClockCheck.aheadMillis(outcome.storedAtMillis(), System.currentTimeMillis(), tookMillis);
    clock.stored(topic, outcome.pair(), ahead);
  }

  @Override
  public void refused(PendingBatch batch, PublishRefusal refusal) {
    settleOutstanding(batch);
    if (batch.isResolved()) {
      run();
      return;
    }
    RetryClass retryClass = refusal.code().retryClass();
    batch.mayBeStored |= retryClass == RetryClass.OUTCOME_UNKNOWN;
    if (isForOthers(batch, refusal)) {
      mustResend = true;
    } else if (retryClass == RetryClass.NEVER) {
      window.remove(batch);
      resolve(batch, new PublishOutcome.Failed(failure(batch, refusal)));
    } else {
      retryLater(batch, refusal, retryClass);
    }
    run();
  }

  @Override
  public void lost(PendingBatch batch) {
    settleOutstanding(batch);
    batch.mayBeStored = true;
    mustResend |= !batch.isResolved();
    ensureTick();
  }

  /** Fails everything that has no outcome yet. */
  void failAll(FeigeException failure) {
    List<PendingBatch> all = new ArrayList<>(window);
    window.clear();
    all.addAll(accumulator.takeAll());
    for (PendingBatch batch : all) {
      boolean isUnknown = batch.mayBeStored || batch.isOutstanding;
      FeigeException told =
          isUnknown ? FeigeException.unknown(failure.code(), "Topic " + topic + ".") : failure;
      resolve(batch, new PublishOutcome.Failed(told));
    }
    mustResend = false;
  }

  /** Whether other pairs take what this one refuses; what can go there has gone then. */
  private boolean isForOthers(PendingBatch batch, PublishRefusal refusal) {
    Overflow others = overflow;
    Set<ErrorCode> codes = batch.isOnce() ? CLOSED : ABOUT_THE_PAIR;
    boolean isAboutThePair = codes.contains(refusal.code());
    return others != null && isAboutThePair && !batch.mayBeStored && others.withdraw(refusal);
  }

  private void retryLater(PendingBatch batch, PublishRefusal refusal, RetryClass retryClass) {
    mustResend = true;
    boolean isFirst = batch == window.peek();
    if (refusal.code() == ErrorCode.SEQUENCE_GAP && !isFirst) {
      return; // The batch before it decides when to go on.
    }
    batch.lastRefusal = refusal;
    if (refusal.code() == ErrorCode.PRODUCER_UNKNOWN) {
      unknown = refusal;
    }
    if (retryClass == RetryClass.REROUTE) {
      port.reroute(refusal);
    }
    pause(Math.max(refusal.retryAfterMillis(), backoff.nextMillis()) * 1_000_000);
  }

  private void pause(long nanos) {
    long until = port.nanoTime() + nanos;
    if (isPaused && until - pausedUntilNanos <= 0) {
      return;
    }
    pausedUntilNanos = until;
    isPaused = true;
    port.schedule(this::unpause, nanos);
  }

  private void unpause() {
    if (isPaused && port.nanoTime() - pausedUntilNanos >= 0) {
      isPaused = false;
      run();
    }
  }

  /** Sends the window again if that is due; false while it is due and cannot be done yet. */
  private boolean resend() {
    if (!mustResend) {
      return true;
    }
    if (outstanding > 0) {
      return false;
    }
    mustResend = false;
    beginAnew();
    for (PendingBatch batch : window) {
      transmit(batch);
    }
    return true;
  }

  /** The node does not know this producer any more, if it said so: it has to be another one. */
  private void beginAnew() {
    PublishRefusal why = unknown;
    unknown = null;
    if (why == null || why.beginAtSecond().isEmpty()) {
      return;
    }
    for (PendingBatch batch : List.copyOf(window)) {
      if (batch.mayBeStored && !batch.isOnce()) {
        window.remove(batch);
        resolve(batch, new PublishOutcome.Failed(failure(batch, why)));
      }
    }
    accumulator.beginAnew(window, why.beginAtSecond().getAsLong());
  }

  private void fillWindow() {
    while (window.size() < maxInFlight) {
      int partialFrom = partialFrom();
      PendingBatch batch = accumulator.poll(partialFrom, port.nanoTime());
      if (batch == null) {
        if (partialFrom != Accumulator.ONLY_FULL) {
          lingerOn();
        }
        return;
      }
      window.add(batch);
      transmit(batch);
    }
  }

  /**
   * Beside nothing, any message is sent at once. Beside one batch that travels, a second one is
   * sent when it has half as many messages: many publishers then share two batches, and a few do
   * not wait for each other.
   */
  private int partialFrom() {
    PendingBatch last = window.peekLast();
    if (last == null) {
      return 1;
    }
    return window.size() < PARTIAL_WINDOW ? Math.max(1, last.count() / 2) : Accumulator.ONLY_FULL;
  }

  private void transmit(PendingBatch batch) {
    batch.isOutstanding = true;
    if (outstanding++ == 0) {
      progressNanos = port.nanoTime();
    }
    port.publish(batch, resolvedBelow(batch), this);
  }

  /** The first sequence of the window that has a turn. */
  private long resolvedBelow(PendingBatch batch) {
    for (PendingBatch each : window) {
      if (!each.isOnce()) {
        return each.sequence();
      }
    }
    return batch.sequence();
  }

  private void settleOutstanding(PendingBatch batch) {
    if (batch.isOutstanding) {
      batch.isOutstanding = false;
      outstanding--;
      progressNanos = port.nanoTime();
    }
  }

  private void lingerOn() {
    long left = accumulator.lingerLeftNanos(port.nanoTime());
    if (left > 0 && !isLingering) {
      isLingering = true;
      port.schedule(
          () -> {
            isLingering = false;
            run();
          },
          left);
    }
  }

  /** Deadlines are looked after by a tick that runs only while something has no outcome. */
  private void ensureTick() {
    if (!isTicking && !(accumulator.isIdle() && window.isEmpty())) {
      isTicking = true;
      port.schedule(this::tick, TICK_NANOS);
    }
  }

  private void tick() {
    isTicking = false;
    expire(port.nanoTime());
    Overflow others = overflow;
    if (others != null) {
      others.look();
    }
    run();
  }

  private void expire(long nowNanos) {
    for (Iterator<PendingBatch> batches = window.iterator(); batches.hasNext(); ) {
      PendingBatch batch = batches.next();
      if (batch.deadlineNanos() - nowNanos <= 0) {
        batches.remove();
        resolve(batch, new PublishOutcome.Failed(timedOut(batch)));
      }
    }
    for (PendingBatch batch : accumulator.takeExpired(nowNanos)) {
      resolve(batch, new PublishOutcome.Failed(timedOut(batch)));
    }
  }

  private FeigeException timedOut(PendingBatch batch) {
    PublishRefusal refusal = batch.lastRefusal;
    if (batch.mayBeStored || batch.isOutstanding) {
      String before = refusal == null ? "" : " Before that it was refused: " + refusal.detail();
      return FeigeException.unknown(ErrorCode.TIMEOUT_UNKNOWN, "Topic " + topic + "." + before);
    }
    if (refusal != null) {
      return failure(batch, refusal);
    }
    return FeigeException.of(
        port.isUp() ? ErrorCode.BUSY : ErrorCode.CONNECT_FAILED,
        "Not sent in time to topic " + topic + ", " + port.pair() + ". " + port.downBecause());
  }

  private FeigeException failure(PendingBatch batch, PublishRefusal refusal) {
    String detail = refusal.detail() + " (topic " + topic + ", " + port.pair() + ").";
    return batch.mayBeStored
        ? FeigeException.unknown(refusal.code(), detail)
        : FeigeException.of(refusal.code(), detail);
  }

  private void resolve(PendingBatch batch, PublishOutcome outcome) {
    accumulator.unload(batch);
    boolean hasFutures = batch.resolve(outcome);
    if (hasFutures) {
      shared.callbacks().execute(new Finish(batch));
    } else {
      shared.memory().release(batch.reservedBytes());
      shared.unfinished().finished(batch);
    }
  }

  /** Tells all who wait for a batch by futures. It is finished when all futures are complete. */
  private final class Finish implements Resumable {
    private final PendingBatch batch;
    private final AtomicBoolean isBegun = new AtomicBoolean();

    Finish(PendingBatch batch) {
      this.batch = batch;
    }

    @Override
    public void run() {
      if (isBegun.compareAndSet(false, true)) {
        shared.memory().release(batch.reservedBytes());
      }
      try {
        batch.completeFutures(topic);
      } finally {
        shared.unfinished().finished(batch);
      }
    }
  }
}
