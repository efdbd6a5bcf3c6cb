package io.feige.client.internal.read;

import io.feige.client.FeigeException;
import io.feige.client.StartFrom;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.net.Engine;
import io.feige.client.internal.net.LinkListener;
import io.feige.client.internal.net.NodeLink;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.ReadFrom;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Reads on while the user works on what was read. The requests run on the loop, one after the
 * other, because each begins where the one before ended; what they bring waits under a lock until
 * it is taken, at most the bytes that may be read ahead and one answer more.
 */
final class ReadAhead implements LinkListener, AnswerHandler {
  private static final int WAIT_MILLIS = 20_000;
  private static final int SHARES = 4;

  private final Engine engine;
  private final NodeLink link;
  private final String topic;
  private final int aheadBytes;
  private final Backoff backoff = new Backoff(5, 1_000);

  // On the loop.
  private ReadFrom from;
  private boolean isAsked;
  private boolean isPaused;

  // Under the lock.
  private final Object lock = new Object();
  private final ArrayDeque<ReadBatches> fetched = new ArrayDeque<>();
  private long bytes;
  private @Nullable FeigeException failure;
  private boolean isClosed;

  ReadAhead(Engine engine, String topic, StartFrom start, int aheadBytes) {
    this.engine = engine;
    this.link = engine.link();
    this.topic = topic;
    this.aheadBytes = aheadBytes;
    this.from =
        switch (start.kind()) {
          case EARLIEST -> ReadFrom.earliest();
          case LATEST -> ReadFrom.latest();
          case OFFSET -> ReadFrom.offset(start.value());
          case TIME -> ReadFrom.timeMillis(start.value());
        };
  }

  void start() {
    link.loop().execute(() -> link.add(this));
  }

  /** What was read next, or null when nothing came in time. */
  @Nullable ReadBatches take(long deadlineNanos) {
    ReadBatches next;
    try {
      next = await(deadlineNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
    link.loop().execute(this::run);
    return next;
  }

  void close() {
    synchronized (lock) {
      isClosed = true;
      engine.memory().release(bytes);
      bytes = 0;
      fetched.clear();
      lock.notifyAll();
    }
    link.loop().execute(() -> link.remove(this));
  }

  @Override
  public void connected(Connection connection) {
    isPaused = false;
    run();
  }

  @Override
  public void disconnected() {}

  @Override
  public void refused(FeigeException why) {
    fail(why);
  }

  @Override
  public void answered(Result result) {
    isAsked = false;
    ReadBatches batches = (ReadBatches) result;
    from = ReadFrom.offset(batches.nextOffset());
    backoff.reset();
    add(batches);
    run();
  }

  @Override
  public void refused(Refusal refusal) {
    isAsked = false;
    if (refusal.code().retryClass() == RetryClass.NEVER) {
      fail(FeigeException.of(refusal.code(), refusal.message()));
      return;
    }
    if (refusal.code().retryClass() == RetryClass.REROUTE) {
      link.reroute();
    }
    isPaused = true;
    long millis = Math.max(refusal.retryAfterMillis(), backoff.nextMillis());
    link.loop()
        .afterMillis(
            millis,
            () -> {
              isPaused = false;
              run();
            });
  }

  @Override
  public void lost() {
    isAsked = false;
  }

  private void run() {
    Connection connection = link.connection();
    if (connection == null || isAsked || isPaused || !wantsMore()) {
      return;
    }
    isAsked = true;
    connection.send(new Read(topic, from, Math.max(1, aheadBytes / SHARES), WAIT_MILLIS), this);
  }

  private boolean wantsMore() {
    synchronized (lock) {
      boolean hasRoom =
          bytes < aheadBytes && engine.memory().usedBytes() < engine.memory().limitBytes();
      return !isClosed && failure == null && (hasRoom || fetched.isEmpty());
    }
  }

  private void add(ReadBatches batches) {
    synchronized (lock) {
      if (!isClosed) {
        fetched.add(batches);
        bytes += bytesOf(batches);
        engine.memory().reserveAlways(bytesOf(batches));
        lock.notifyAll();
      }
    }
  }

  private void fail(FeigeException why) {
    synchronized (lock) {
      failure = why;
      lock.notifyAll();
    }
  }

  private @Nullable ReadBatches await(long deadlineNanos) throws InterruptedException {
    synchronized (lock) {
      while (fetched.isEmpty()) {
        FeigeException why = failure;
        if (why != null) {
          failure = null; // The next call asks anew.
          throw FeigeException.seenBy(why);
        }
        if (isClosed) {
          throw new IllegalStateException("the reader is closed");
        }
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
          return null;
        }
        lock.wait(left / 1_000_000, (int) (left % 1_000_000));
      }
      ReadBatches next = fetched.remove();
      bytes -= bytesOf(next);
      engine.memory().release(bytesOf(next));
      return next;
    }
  }

  private static long bytesOf(ReadBatches batches) {
    long sum = 64;
    for (DeliveredBatch delivered : batches.deliveries()) {
      sum += delivered.frame().readableBytes();
    }
    return sum;
  }
}
