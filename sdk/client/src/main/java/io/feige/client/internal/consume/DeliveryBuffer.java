package io.feige.client.internal.consume;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.MemoryLimit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was fetched and not handed out yet. Any thread, under one short lock. Owns the chunks, the
 * count of what has been asked of each pair, and who waits, so that it can say how much more to
 * fetch.
 *
 * <p>Each pair may fill an equal share of the whole, so none keeps the others out; what they bring
 * is handed out in the order in which it came.
 *
 * <p>How far to fetch ahead adapts: when chunks become stale before anyone asks for them it is
 * halved, when callers find nothing it is doubled again, up to what the policy says.
 */
final class DeliveryBuffer {
  /** Pulls outstanding at the same time, so that throughput does not wait for round trips. */
  static final int MAX_PULLS = 4;

  /** The same at each of several pairs. */
  static final int MAX_PULLS_OF_MANY = 2;

  private final Object lock = new Object();
  private final MemoryLimit memory;
  private final int prefetchMessages;
  private final int prefetchBytes;

  private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
  private int messages;
  private int askedMessages;
  private int askedPulls;
  private int sources;
  private int waitingFor;
  private int wanted;
  private long failuresTold;
  private Runnable ready = () -> {};
  private int ahead;
  private boolean isFetching;
  private long lastTakeNanos;
  private @Nullable FeigeException lastFailure;
  private long failures;
  private boolean isClosed;

  DeliveryBuffer(MemoryLimit memory, int prefetchMessages, int prefetchBytes) {
    this.memory = memory;
    this.prefetchMessages = prefetchMessages;
    this.prefetchBytes = prefetchBytes;
    this.ahead = prefetchMessages;
  }

  /**
   * How much to ask of the node in one pull.
   *
   * @param messages at most so many, at least 1
   * @param bytes at most so many
   * @param failuresBefore refusals known when it was asked
   */
  record Ask(int messages, int bytes, long failuresBefore) {}

  /** From now on messages come from one pair more. */
  void addSource() {
    synchronized (lock) {
      sources++;
    }
  }

  /** The next pull to send to a pair, counted as asked; null when enough is here or on its way. */
  @Nullable Ask nextAsk(Source source) {
    synchronized (lock) {
      int target = Math.max(ahead, waitingFor + wanted);
      int maxPulls = sources > 1 ? MAX_PULLS_OF_MANY : MAX_PULLS;
      int shares = maxPulls * Math.max(1, sources);
      int share = Math.max(1, (target + shares - 1) / shares);
      int shareBytes = Math.max(1024, prefetchBytes / shares);
      boolean isAlone = source.messages == 0 && source.askedPulls == 0;
      boolean hasRoom =
          source.askedPulls < maxPulls
              && target / Math.max(1, sources) - source.messages - source.askedMessages >= share
              && prefetchBytes / Math.max(1, sources) - source.bytes - source.askedBytes
                  >= shareBytes
              && memory.usedBytes() < memory.limitBytes();
      // Whoever has nothing may always fetch a little, or a producer that fills the memory would
      // stop the consumer that empties it.
      if (isClosed || !isFetching || !(hasRoom || (isAlone && target > 0))) {
        return null;
      }
      source.askedPulls++;
      source.askedMessages += share;
      source.askedBytes += shareBytes;
      askedPulls++;
      askedMessages += share;
      return new Ask(share, shareBytes, failures);
    }
  }

  /** A pull is over, however it ended. */
  void answered(Source source, Ask ask) {
    synchronized (lock) {
      source.askedPulls--;
      source.askedMessages -= ask.messages();
      source.askedBytes -= ask.bytes();
      askedPulls--;
      askedMessages -= ask.messages();
    }
  }

  /** Takes in what a pull brought; false when nobody wants it any more. */
  boolean add(List<Chunk> fetched) {
    Runnable told = ready;
    synchronized (lock) {
      if (isClosed || !isFetching || (prefetchMessages == 0 && waitingFor + wanted == 0)) {
        return false;
      }
      for (Chunk chunk : fetched) {
        chunks.add(chunk);
        messages += chunk.left();
        chunk.source().messages += chunk.left();
        chunk.source().bytes += chunk.sizeBytes();
        memory.reserveAlways(chunk.sizeBytes());
      }
      lock.notifyAll();
    }
    told.run();
    return true;
  }

  /**
   * Tells the callers that wait that the node refuses. The next call asks anew, so what was asked
   * before an earlier refusal is not told again.
   */
  void fail(Ask ask, FeigeException why) {
    synchronized (lock) {
      if (ask.failuresBefore() == failures) {
        fail(why);
      }
    }
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

  /** Whom to tell when something has come, or nothing will. */
  void whenReady(Runnable signal) {
    ready = signal;
  }

  /** Takes what is here, up to so many; notes how many more are waited for. */
  List<Chunk.Slice> poll(int most, int free, Runnable wakePuller) {
    List<Chunk.Slice> slices;
    boolean wakes;
    synchronized (lock) {
      if (messages == 0 && most > 0) {
        long told = failuresTold;
        failuresTold = failures;
        throwIfOver(told);
        ahead = Math.min(prefetchMessages, Math.max(1, ahead * 2));
      }
      slices = takeUpTo(most);
      int waits = free - slices.stream().mapToInt(Chunk.Slice::count).sum();
      wakes = isShort() || wanted != waits;
      wanted = waits;
      if (most > 0) {
        lastTakeNanos = System.nanoTime();
      }
      isFetching = !isClosed && (prefetchMessages > 0 || waitingFor + wanted > 0);
    }
    if (wakes) {
      wakePuller.run();
    }
    return slices;
  }

  /** Whether there is something to take. */
  boolean hasMore() {
    synchronized (lock) {
      return messages > 0;
    }
  }

  /**
   * Waits for messages and takes up to so many.
   *
   * @param wakePuller called when more should be fetched
   */
  List<Chunk.Slice> take(int most, long deadlineNanos, Runnable wakePuller)
      throws InterruptedException {
    List<Chunk.Slice> slices;
    boolean isShort;
    synchronized (lock) {
      if (messages == 0) {
        await(most, deadlineNanos, wakePuller);
      }
      lastTakeNanos = System.nanoTime();
      isFetching = !isClosed;
      slices = takeUpTo(most);
      isShort = isShort();
    }
    if (isShort) {
      wakePuller.run();
    }
    return slices;
  }

  /**
   * Takes out what should not wait here any longer: chunks whose lease is half over, and everything
   * if nobody has asked for so long; then nothing more is fetched until somebody does.
   */
  List<Chunk> takeStale(long nowNanos, long idleNanos) {
    List<Chunk> stale = new ArrayList<>();
    synchronized (lock) {
      boolean isIdle = waitingFor + wanted == 0 && nowNanos - lastTakeNanos > idleNanos;
      isFetching &= !isIdle;
      Chunk first = chunks.peek();
      while (first != null && (isIdle || first.isStale(nowNanos))) {
        forget(chunks.remove());
        stale.add(first);
        first = chunks.peek();
      }
      if (!stale.isEmpty()) {
        ahead = Math.max(Math.min(prefetchMessages, 1), ahead / 2);
      }
    }
    return stale;
  }

  /** Takes out everything that came from a pair: it is not ours any more. */
  List<Chunk> takeAll(Source source) {
    List<Chunk> taken = new ArrayList<>();
    synchronized (lock) {
      for (Iterator<Chunk> each = chunks.iterator(); each.hasNext(); ) {
        Chunk chunk = each.next();
        if (chunk.source() == source) {
          each.remove();
          forget(chunk);
          taken.add(chunk);
        }
      }
    }
    return taken;
  }

  /** Whether pulls should be outstanding at all. */
  boolean isFetching() {
    synchronized (lock) {
      return isFetching;
    }
  }

  /** Whether there is nothing to look after: nothing here and nothing wanted. */
  boolean isIdle() {
    synchronized (lock) {
      return !isFetching && chunks.isEmpty() && askedPulls == 0;
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

  private void await(int most, long deadlineNanos, Runnable wakePuller)
      throws InterruptedException {
    long failuresBefore = failures;
    waitingFor += most;
    isFetching = !isClosed;
    ahead = Math.min(prefetchMessages, Math.max(1, ahead * 2));
    wakePuller.run();
    try {
      while (messages == 0) {
        throwIfOver(failuresBefore);
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
          return;
        }
        lock.wait(left / 1_000_000, (int) (left % 1_000_000));
      }
    } finally {
      waitingFor -= most;
      if (prefetchMessages == 0 && waitingFor + wanted == 0) {
        isFetching = false;
        wakePuller.run();
      }
    }
  }

  private List<Chunk.Slice> takeUpTo(int most) {
    List<Chunk.Slice> slices = new ArrayList<>();
    int left = most;
    while (left > 0 && messages > 0) {
      Chunk chunk = chunks.element();
      Chunk.Slice slice = chunk.take(left);
      slices.add(slice);
      left -= slice.count();
      messages -= slice.count();
      chunk.source().messages -= slice.count();
      if (chunk.left() == 0) {
        drop(chunks.remove());
      }
    }
    return slices;
  }

  private boolean isShort() {
    return ahead > 0 && messages + askedMessages <= ahead - Math.max(1, ahead / MAX_PULLS);
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

  private void forget(Chunk chunk) {
    messages -= chunk.left();
    chunk.source().messages -= chunk.left();
    drop(chunk);
  }

  private void drop(Chunk chunk) {
    chunk.source().bytes -= chunk.sizeBytes();
    memory.release(chunk.sizeBytes());
  }
}
