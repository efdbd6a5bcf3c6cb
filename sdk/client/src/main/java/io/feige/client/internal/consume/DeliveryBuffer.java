package io.feige.client.internal.consume;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.HandlingTime;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OffsetRange;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What was fetched and not handed out yet. Any thread, under one short lock. Owns the chunks as
 * they came, what of them was claimed, the count of what has been asked of each pair, and who
 * waits, so that it can say how much more to fetch and to claim.
 *
 * <p>Each pair may fill an equal share of the whole, so none keeps the others out; what they bring
 * is handed out in the order in which it came.
 */
final class DeliveryBuffer {
  /**
   * Pulls outstanding at a pair at the same time, so that nothing waits for round trips. When half
   * of them are over, the others follow together.
   */
  static final int MAX_PULLS = 4;

  /** The same where messages wait at several pairs: fewer that bring more each. */
  private static final int PULLS_OF_MANY_BEHIND = 2;

  /** Fewer are not worth a pull. */
  private static final int LEAST_CLAIMED = 16;

  /** A pull that is answered so soon found messages that waited already. */
  private static final long AT_ONCE_NANOS = 5_000_000;

  private final Object lock = new Object();
  private final MemoryLimit memory;
  private final FetchPlan whole;
  private final LongSupplier clock;
  private final WorkRate work;
  private final Stock stock;
  private FetchPlan plan;
  private int askedMessages;
  private int askedClaims;
  private int askedPulls;
  private int sources;
  private int waitingFor;
  private int wanted;
  private boolean isFetching;
  private boolean isFlowing;
  private boolean isBehind;
  private long lastTakeNanos;
  private @Nullable FeigeException lastFailure;
  private long failures;
  private long failuresTold;
  private boolean isClosed;
  private Runnable ready = () -> {};

  /**
   * An empty buffer.
   *
   * @param clock as {@link System#nanoTime}
   */
  DeliveryBuffer(MemoryLimit memory, FetchPlan plan, LongSupplier clock) {
    this.memory = memory;
    this.clock = clock;
    this.whole = plan;
    this.plan = plan;
    this.work = new WorkRate(clock);
    this.stock = new Stock(memory);
  }

  /** From now on messages come from one pair more. */
  void addSource() {
    synchronized (lock) {
      sources++;
    }
  }

  /** Whether the topic keeps its messages in order, or it is not known. */
  void keepsOrder(boolean order) {
    synchronized (lock) {
      plan = whole.keeping(order);
    }
  }

  /** Whom to tell when something has come, or nothing will. */
  void whenReady(Runnable signal) {
    ready = signal;
  }

  /** From now on handlers tell how fast they are. */
  void pacedBy(HandlingTime handlers) {
    synchronized (lock) {
      work.pacedBy(handlers);
    }
  }

  /** The next pull to send to a pair, counted as asked; null when enough is here or on its way. */
  @Nullable Ask nextAsk(Source source) {
    synchronized (lock) {
      if (isClosed || !isFetching) {
        return null;
      }
      int waited = waitingFor + wanted;
      boolean isAlone = source.messages == 0 && source.askedPulls == 0;
      if (isAlone
          && sources <= 1
          && plan.mayBeStarted()
          && waited > 0
          && !isWorthMore(source, waited)) {
        isFlowing = false;
        int bytes = Math.max(1024, plan.prefetchBytes() / MAX_PULLS);
        return asked(source, waited, bytes, LeaseStage.STARTED);
      }
      int target = Math.max(plan.ahead(work.rate()), waited);
      int pulls = mostPulls();
      source.isRefilling =
          source.askedPulls < pulls
              && (isBehind || source.isRefilling || source.askedPulls <= pulls / 2);
      int shares = pulls * Math.max(1, sources);
      int share = Math.max(1, (target + shares - 1) / shares);
      int shareBytes = Math.max(1024, plan.prefetchBytes() / shares);
      boolean hasRoom =
          source.isRefilling
              && target / Math.max(1, sources) - source.messages - source.askedMessages >= share
              && plan.prefetchBytes() / Math.max(1, sources) - source.bytes - source.askedBytes
                  >= shareBytes
              && memory.usedBytes() < memory.limitBytes();
      boolean isWanted = isFlowing || sources > 1 || !plan.mayBeStarted();
      // Whoever has nothing may always fetch a little, or a producer that fills the memory would
      // stop the consumer that empties it.
      return target > 0 && ((hasRoom && isWanted) || isAlone)
          ? askedAhead(source, share, shareBytes)
          : null;
    }
  }

  /**
   * Whether more messages wait at the pair than somebody here waits for, and are soon handled. On a
   * busy machine a handler may be done each time before the loop comes to ask: it would get one
   * message for each round trip, for ever.
   */
  private boolean isWorthMore(Source source, int waited) {
    return isBehind && plan.claimed(work.rate(), source.roundTrip().nanos()) > waited;
  }

  private int mostPulls() {
    if (plan.prefetchMessages() == 0) {
      // Nothing is here already, so what is waited for is not asked for a little at a time.
      return 1;
    }
    return isBehind && sources > 1 ? PULLS_OF_MANY_BEHIND : MAX_PULLS;
  }

  /** Without prefetch only what somebody waits for. */
  private boolean isToFetch() {
    return !isClosed && (plan.prefetchMessages() > 0 || waitingFor + wanted > 0);
  }

  /**
   * Of what a fast consumer comes to within moments it need not ask twice: it comes claimed. As
   * long as it keeps up, that is so much in each pull that waits; else what all of a pull is.
   * Without prefetch a pull brings only what handlers wait for.
   */
  private Ask askedAhead(Source source, int share, int bytes) {
    int most = plan.claimed(work.rate(), source.roundTrip().nanos());
    int claims = most - stock.oursSoon() - askedClaims;
    int ofEach = Math.min(share, most / (MAX_PULLS * Math.max(1, sources)));
    if (!isBehind && ofEach >= LEAST_CLAIMED) {
      int count = Math.max(LEAST_CLAIMED, Math.min(claims, ofEach));
      return asked(source, count, bytes, LeaseStage.CLAIMED);
    }
    boolean isClaimed = claims >= share || (plan.prefetchMessages() == 0 && work.isQuick());
    return asked(source, share, bytes, isClaimed ? LeaseStage.CLAIMED : LeaseStage.UNSTARTED);
  }

  /** A pull is over, however it ended. */
  void answered(Source source, Ask ask, int messages) {
    synchronized (lock) {
      source.askedPulls--;
      source.askedMessages -= ask.messages();
      source.askedBytes -= ask.bytes();
      askedPulls--;
      askedMessages -= ask.messages();
      askedClaims -= ask.claims();
      boolean isAtOnce = clock.getAsLong() - ask.askedNanos() < AT_ONCE_NANOS;
      isBehind = messages >= ask.messages();
      isFlowing = messages > 0 && (isAtOnce || isBehind);
    }
  }

  /** Takes in what a pull brought; false when nobody wants it any more. */
  boolean add(List<Chunk> fetched) {
    synchronized (lock) {
      boolean isUnwanted = plan.prefetchMessages() == 0 && waitingFor + wanted == 0;
      if (isClosed || !isFetching || isUnwanted) {
        return false;
      }
      fetched.forEach(stock::add);
      lock.notifyAll();
    }
    ready.run();
    return true;
  }

  /**
   * What to claim next, so that a fast consumer need not wait for it; null when there is enough.
   */
  @Nullable ToClaim nextClaim() {
    synchronized (lock) {
      int missing = missingClaims();
      return missing == 0 ? null : stock.takeToClaim(missing);
    }
  }

  /**
   * A claim was answered: what has not gone to others is this client's.
   *
   * @return what nobody wants any more
   */
  Rest claimed(ToClaim asked, List<OffsetRange> gone) {
    Rest unwanted;
    synchronized (lock) {
      unwanted = stock.claimed(asked, gone);
      lock.notifyAll();
    }
    ready.run();
    return unwanted;
  }

  /**
   * Nobody knows what became of a claim; another one may follow, if the pair is still there.
   *
   * @return what nobody wants any more
   */
  Rest claimLost(ToClaim asked) {
    Rest unwanted;
    synchronized (lock) {
      unwanted = stock.putBack(asked);
      lock.notifyAll();
    }
    ready.run();
    return unwanted;
  }

  /**
   * Tells the callers that wait that the node refuses. The next call asks anew, so what was asked
   * before an earlier refusal is not told again.
   */
  void fail(Ask ask, FeigeException why) {
    synchronized (lock) {
      if (ask.failuresBefore() != failures) {
        return;
      }
    }
    fail(why);
  }

  /** Tells the callers that wait that nothing will come. */
  void fail(FeigeException why) {
    synchronized (lock) {
      lastFailure = why;
      failures++;
      isFetching = false;
      lock.notifyAll();
    }
    ready.run();
  }

  /**
   * Waits for messages and takes up to so many. Those that are not ours yet have to be started
   * before they are handled; {@link #handedOut} tells when they are handled.
   *
   * @param wakeLoop called when more should be fetched or claimed
   */
  List<Slice> take(int most, long deadlineNanos, Runnable wakeLoop) throws InterruptedException {
    List<Slice> slices;
    boolean wakes;
    synchronized (lock) {
      if (!stock.isReadyFor(most)) {
        await(most, deadlineNanos, wakeLoop);
      }
      slices = stock.take(most);
      lastTakeNanos = clock.getAsLong();
      work.waits(Slice.messagesIn(slices) < most);
      isFetching = isToFetch();
      wakes = isShort();
    }
    if (wakes) {
      wakeLoop.run();
    }
    return slices;
  }

  /** A caller comes for more. When none is at work any more, all that was taken is handled. */
  void comesBack() {
    synchronized (lock) {
      work.comesBack();
    }
  }

  /** What was taken, and is ours, is handled from now on. */
  void handedOut(int messages) {
    synchronized (lock) {
      work.handedOut(messages);
    }
  }

  /** Takes what is here, up to so many; notes how many more are waited for. */
  List<Slice> poll(int most, int free, Runnable wakeLoop) {
    List<Slice> slices;
    boolean wakes;
    synchronized (lock) {
      if (most > 0 && stock.messages() == 0) {
        long told = failuresTold;
        failuresTold = failures;
        throwIfOver(told);
        work.waits(true);
      }
      slices = most > 0 && stock.isReadyFor(most) ? takeNow(most) : List.of();
      int waits = Math.max(0, free - Slice.messagesIn(slices));
      wakes = wanted != waits;
      wanted = waits;
      isFetching = isToFetch();
      wakes |= isShort();
    }
    if (wakes) {
      wakeLoop.run();
    }
    return slices;
  }

  /** Whether there is something to take. */
  boolean hasMore() {
    synchronized (lock) {
      return stock.messages() > 0;
    }
  }

  /**
   * Takes out what should not wait here any longer: chunks whose lease is half over, and everything
   * if nobody has asked for so long; then nothing more is fetched until somebody does.
   */
  Rest takeStale(long nowNanos, long idleNanos) {
    synchronized (lock) {
      boolean isIdle = waitingFor + wanted == 0 && nowNanos - lastTakeNanos > idleNanos;
      isFetching &= !isIdle;
      return stock.takeOut(chunk -> isIdle || chunk.isStale(nowNanos));
    }
  }

  /** Takes out everything that came from a pair. */
  Rest takeAll(Source source) {
    synchronized (lock) {
      source.isSuspended = false;
      return stock.takeOut(chunk -> chunk.source() == source);
    }
  }

  /** Takes out what is under these claims, because a message that comes before it was lost. */
  Rest takeAll(Set<Claim> claims) {
    synchronized (lock) {
      return stock.takeOut(claims);
    }
  }

  /** A pair cannot be reached: what came from it is kept, but not handed out. */
  void suspend(Source source) {
    synchronized (lock) {
      source.isSuspended = true;
    }
  }

  /** A pair can be reached again, in this activation: what another one gave out is not ours now. */
  Rest resume(Source source, long epoch) {
    Rest old;
    synchronized (lock) {
      source.isSuspended = false;
      old = stock.takeOut(chunk -> chunk.source() == source && chunk.claim().epoch() != epoch);
      lock.notifyAll();
    }
    ready.run();
    return old;
  }

  /** Whether pulls should be outstanding at all. */
  boolean isFetching() {
    synchronized (lock) {
      return isFetching;
    }
  }

  /** Whether nothing can become stale: nothing is here, and none comes that nobody waits for. */
  boolean isIdle() {
    synchronized (lock) {
      boolean isWaitedFor = wanted > 0 || (!isFetching && askedPulls == 0);
      return stock.messages() == 0 && isWaitedFor;
    }
  }

  void close() {
    synchronized (lock) {
      isClosed = true;
      isFetching = false;
      wanted = 0;
      lock.notifyAll();
    }
    ready.run();
  }

  private Ask asked(Source source, int count, int bytes, LeaseStage stage) {
    source.askedPulls++;
    source.askedMessages += count;
    source.askedBytes += bytes;
    askedPulls++;
    askedMessages += count;
    Ask ask = new Ask(count, bytes, stage, failures, clock.getAsLong());
    askedClaims += ask.claims();
    return ask;
  }

  private List<Slice> takeNow(int most) {
    List<Slice> slices = stock.take(most);
    lastTakeNanos = clock.getAsLong();
    if (!slices.isEmpty()) {
      work.took(Slice.messagesIn(slices));
    }
    return slices;
  }

  private void await(int most, long deadlineNanos, Runnable wakeLoop) throws InterruptedException {
    long failuresBefore = failures;
    waitingFor += most;
    isFetching = !isClosed;
    work.waits(stock.messages() == 0);
    wakeLoop.run();
    try {
      while (!stock.isReadyFor(most)) {
        throwIfOver(failuresBefore);
        long left = deadlineNanos - clock.getAsLong();
        if (left <= 0) {
          return;
        }
        lock.wait(left / 1_000_000, (int) (left % 1_000_000));
      }
    } finally {
      waitingFor -= most;
      if (plan.prefetchMessages() == 0 && waitingFor + wanted == 0) {
        isFetching = false;
        wakeLoop.run();
      }
    }
  }

  private int missingClaims() {
    Source next = isClosed ? null : stock.nextToClaim();
    int target = next == null ? 0 : plan.claimed(work.rate(), next.roundTrip().nanos());
    int missing = target - stock.claimedSoon();
    return missing >= Math.max(1, target / 2) ? missing : 0;
  }

  /** Whether there is something for the loop to do: to fetch, or to claim. */
  private boolean isShort() {
    int ahead = plan.ahead(work.rate());
    int enough = ahead - Math.max(1, ahead / MAX_PULLS);
    int most = mostPulls() * Math.max(1, sources);
    boolean mayAsk = isFlowing && askedPulls < (isBehind ? most : most / 2 + 1);
    boolean isLow = mayAsk && stock.messages() + askedMessages <= enough;
    return isLow || missingClaims() > 0;
  }

  private void throwIfOver(long failuresBefore) {
    FeigeException why = lastFailure;
    if (why != null && failures > failuresBefore) {
      throw FeigeException.seenBy(why);
    }
    if (isClosed) {
      throw new IllegalStateException("the consumer is closed");
    }
  }
}
