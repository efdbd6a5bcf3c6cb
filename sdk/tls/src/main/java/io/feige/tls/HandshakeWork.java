package io.feige.tls;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The work of one connection's handshake that threads of this side do. While some is not done, the
 * other side waits for us and not the other way round. Any thread.
 */
final class HandshakeWork implements Executor {
  private static final AttributeKey<HandshakeWork> OF_CHANNEL =
      AttributeKey.valueOf(HandshakeWork.class, "ofChannel");

  private final Executor threads;
  private final AtomicInteger notDone = new AtomicInteger();
  private volatile boolean hasBegun;
  private volatile long doneAtNanos;

  private HandshakeWork(Executor threads) {
    this.threads = threads;
    this.doneAtNanos = System.nanoTime();
  }

  /** Has the work of a connection done by these threads, and remembers it. */
  static Executor of(Channel channel, Executor threads) {
    HandshakeWork work = new HandshakeWork(threads);
    channel.attr(OF_CHANNEL).set(work);
    return work;
  }

  /** Whether the other side has sent so much that there was work to do. */
  static boolean hasBegun(Channel channel) {
    HandshakeWork work = channel.attr(OF_CHANNEL).get();
    return work != null && work.hasBegun;
  }

  /**
   * Since when the other side has not waited for us: now, while it does.
   *
   * @param since when it connected
   */
  static long itsTurnSince(Channel channel, long since, long now) {
    HandshakeWork work = channel.attr(OF_CHANNEL).get();
    if (work == null) {
      return since;
    }
    long turn = work.notDone.get() > 0 ? now : work.doneAtNanos;
    return turn - since > 0 ? turn : since;
  }

  @Override
  public void execute(Runnable task) {
    hasBegun = true;
    notDone.incrementAndGet();
    try {
      threads.execute(() -> {
        try {
          task.run();
        } finally {
          done();
        }
      });
    } catch (RuntimeException e) {
      done();
      throw e;
    }
  }

  private void done() {
    doneAtNanos = System.nanoTime();
    notDone.decrementAndGet();
  }
}
