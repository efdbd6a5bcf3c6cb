package io.feige.client.internal.listen;

import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.client.Handler;
import io.feige.client.Listening;
import io.feige.client.Order;
import io.feige.client.RefusedException;
import io.feige.client.internal.base.HandlingTime;
import io.feige.client.internal.base.SharedThreads;
import io.feige.client.internal.base.TwoStepClose;
import io.feige.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler at work on what a feed brings. Any thread. Owns the state that is shown; the threads
 * are those of the process, and there is none here while there is nothing to do.
 *
 * <table>
 *   <caption>What leads to a state; the first that applies is shown</caption>
 *   <tr><td>STOPPED</td><td>closed, or refused for good</td></tr>
 *   <tr><td>PAUSED</td><td>{@link #pause}, until {@link #resume}</td></tr>
 *   <tr><td>RECOVERING</td><td>pulling failed or there was no thread; until a pull succeeds</td></tr>
 *   <tr><td>OVERDUE</td><td>a handler has a message for longer than the limit, until it is done</td></tr>
 *   <tr><td>RUNNING</td><td>none of these</td></tr>
 * </table>
 */
public final class Listener implements Listening, TwoStepClose {
  private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
  private static final long RECOVER_MILLIS = 300;

  /** Whose handler runs on a thread. */
  private static final ThreadLocal<@Nullable Listener> HANDLING = new ThreadLocal<>();

  /**
   * How a listener works.
   *
   * @param order the topic's
   * @param concurrency handlers at the same time
   * @param lease how long a delivery may take, unless its lease is extended
   * @param handlingLimit how long a lease is extended while a handler works on the message
   * @param closeTimeoutMillis how long closing waits for handlers
   */
  public record Rules(
      Order order,
      int concurrency,
      Duration lease,
      Duration handlingLimit,
      long closeTimeoutMillis) {}

  private final Feed feed;
  private final Rules rules;
  private final LeaseKeeper leases;
  private final HandlerCall call;
  private final HandlingTime handlingTime;
  private final Shift shift;
  private final Consumer<Listener> whenClosed;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile boolean isPaused;
  private volatile boolean isRecovering;
  private volatile boolean mayPoll = true;
  private volatile boolean isStopped;
  private volatile @Nullable FeigeException stoppedBecause;
  private volatile @Nullable Throwable lastFailure;
  private long closeByNanos;
  private boolean isClosing;

  private Listener(Feed feed, Handler handler, Rules rules, Consumer<Listener> whenClosed) {
    this.feed = feed;
    this.rules = rules;
    this.whenClosed = whenClosed;
    this.leases = new LeaseKeeper(rules.lease(), rules.handlingLimit(), new LongHandling());
    this.call = new HandlerCall(handler, leases, this::failed);
    int concurrency = rules.order() == Order.WHOLE ? 1 : rules.concurrency();
    this.handlingTime = new HandlingTime(concurrency);
    this.shift =
        switch (rules.order()) {
          case NONE -> new AnyOrder(this, concurrency);
          case BY_KEY -> new InOrder(this, concurrency, false);
          case WHOLE -> new InOrder(this, concurrency, true);
        };
  }

  /**
   * Starts to listen.
   *
   * @param feed closed with the listener; for an ordered topic it must not fetch ahead
   * @param whenClosed told when it was closed
   */
  public static Listener start(
      Feed feed, Handler handler, Rules rules, Consumer<Listener> whenClosed) {
    Listener listener = new Listener(feed, handler, rules, whenClosed);
    feed.pacedBy(listener.handlingTime);
    feed.whenReady(listener.shift::signal);
    listener.shift.signal();
    return listener;
  }

  @Override
  public State state() {
    if (isStopped) {
      return State.STOPPED;
    }
    if (isPaused) {
      return State.PAUSED;
    }
    if (isRecovering) {
      return State.RECOVERING;
    }
    return leases.overdue() > 0 ? State.OVERDUE : State.RUNNING;
  }

  @Override
  public Optional<Throwable> lastFailure() {
    return Optional.ofNullable(lastFailure);
  }

  @Override
  public Optional<FeigeException> stoppedBecause() {
    return Optional.ofNullable(stoppedBecause);
  }

  @Override
  public void pause() {
    isPaused = true;
    shift.giveBack();
    if (!isStopped) {
      wantNothing();
    }
  }

  @Override
  public void resume() {
    isPaused = false;
    shift.signal();
  }

  @Override
  public void await() throws InterruptedException {
    stopped.await();
    throwIfRefused();
  }

  @Override
  public boolean await(Duration limit) throws InterruptedException {
    boolean isOver = stopped.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    if (isOver) {
      throwIfRefused();
    }
    return isOver;
  }

  @Override
  public void beginClose() {
    synchronized (this) {
      if (isClosing) {
        return;
      }
      isClosing = true;
      closeByNanos = System.nanoTime() + rules.closeTimeoutMillis() * 1_000_000;
    }
    isStopped = true;
    shift.close();
    feed.beginClose();
  }

  /** Whether the calling thread runs a handler of this listener. */
  public boolean isHandling() {
    return HANDLING.get() == this;
  }

  /** In a handler of its own it returns at once, because the handler's verdict comes first. */
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
      shift.awaitRest(closeBy());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    feed.close();
    whenClosed.accept(this);
    stopped.countDown();
  }

  /** Whether messages may be handed to the handler now. */
  boolean isWorking() {
    return !isStopped && !isPaused;
  }

  LeaseKeeper leases() {
    return leases;
  }

  /** A crew that works for this listener; its threads are named after the group. */
  Crew crew(int most, String duty, Crew.Duty work) {
    return new Crew(most, "feige-listen-" + feed.group() + duty, work, this::troubled);
  }

  /** Takes messages; none also when pulling fails, which is looked after here. */
  List<Delivery> poll(int most, int free) {
    if (!isWorking() || !mayPoll) {
      return List.of();
    }
    try {
      List<Delivery> deliveries = feed.poll(most, free);
      isRecovering = false;
      return isPaused && !isStopped ? giveBack(deliveries) : deliveries;
    } catch (RefusedException e) {
      refused(e);
    } catch (FeigeException e) {
      LOG.warn("pulling from topic {} failed, goes on", feed.topic(), e);
      recover(e);
    } catch (IllegalStateException e) {
      stop(FeigeException.of(ErrorCode.CLIENT_CLOSED, "The consumer is closed. " + feed.topic()));
    }
    return List.of();
  }

  /** A pause came while these were looked for, so they may have been published after it. */
  private List<Delivery> giveBack(List<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      var unused = delivery.releaseAsync();
    }
    wantNothing();
    if (isWorking()) {
      // It was resumed meanwhile, and what was wanted since is not wanted any more.
      shift.signal();
    }
    return List.of();
  }

  /** No handler waits for messages now: those that are on their way may go to others. */
  void wantNothing() {
    List<Delivery> unused = feed.poll(0, 0);
  }

  boolean hasMore() {
    return isWorking() && mayPoll && feed.hasMore();
  }

  /** Whether the message is over for this group; false if it comes again, to whomever. */
  boolean handle(Delivery delivery) {
    if (!feed.begin(delivery)) {
      return false;
    }
    long begun = System.nanoTime();
    HANDLING.set(this);
    try {
      return call.handle(delivery);
    } finally {
      HANDLING.remove();
      handlingTime.took(System.nanoTime() - begun);
    }
  }

  /** How fast the handlers are. */
  HandlingTime handlingTime() {
    return handlingTime;
  }

  /** Those of these that have gone to somebody else. */
  Collection<Delivery> claim(Collection<Delivery> deliveries) {
    return feed.claim(deliveries);
  }

  private void refused(RefusedException e) {
    if (e.code() == ErrorCode.BATCH_CORRUPT) {
      LOG.error("damaged messages were skipped; they come again when their lease ends", e);
      recover(e);
    } else if (e.code() == ErrorCode.TOPIC_NOT_FOUND) {
      // It was there when this began, and may be made again.
      if (!isRecovering) {
        LOG.warn("the listener of topic {} waits for it to be made again", feed.topic(), e);
      }
      recover(e);
    } else {
      LOG.error("the listener of topic {} stops", feed.topic(), e);
      stop(e);
    }
  }

  private void stop(FeigeException why) {
    synchronized (this) {
      if (isClosing || isStopped) {
        return;
      }
      lastFailure = why;
      stoppedBecause = why;
      isStopped = true;
    }
    shift.close();
    stopped.countDown();
  }

  /** A bug, or a process without threads or memory: what is to be done is tried again. */
  private void troubled(Throwable failure) {
    recover(failure);
    LOG.error("the listener of topic {} is in trouble and goes on", feed.topic(), failure);
  }

  private void recover(Throwable failure) {
    lastFailure = failure;
    isRecovering = true;
    mayPoll = false;
    var unused = SharedThreads.timer().schedule(this::goOn, RECOVER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void goOn() {
    mayPoll = true;
    shift.signal();
  }

  private void failed(Throwable failure) {
    lastFailure = failure;
  }

  private final class LongHandling implements LeaseKeeper.Watcher {
    @Override
    public void overdue(Delivery delivery) {
      LOG.warn(
          "the handler of topic {}, group {} has had {} for more than {}: its lease is not extended"
              + " any more, and it comes again, also to others",
          feed.topic(),
          feed.group(),
          delivery,
          rules.handlingLimit());
      shift.overdue(delivery);
    }

    @Override
    public void lasts(Delivery delivery) {
      shift.lasts(delivery);
    }
  }

  private synchronized long closeBy() {
    return closeByNanos;
  }

  private void throwIfRefused() {
    FeigeException why = stoppedBecause;
    if (why != null) {
      throw FeigeException.seenBy(why);
    }
  }
}
