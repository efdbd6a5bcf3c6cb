package io.feige.perf.peers.load;

import io.feige.perf.peers.driver.Driver;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Sends at a rate, and times each message from when it was due to be sent until it is received. So
 * whatever holds a message up counts for it, and for all that are due meanwhile ("coordinated
 * omission" is what a measurement without that has).
 */
final class AtRate {
  static final long LONGEST_NANOS = 600_000_000_000L;
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final Driver driver;
  private final Work work;
  private final Duration warmup;
  private final Duration time;
  private final String topic;
  private final Histogram counted = new ConcurrentHistogram(LONGEST_NANOS, 3);
  private final List<Histogram> seconds;
  private final BitSet received = new BitSet();
  private final AtomicBoolean hasFailed = new AtomicBoolean();
  private volatile long startNanos;

  AtRate(Driver driver, Work work, Duration warmup, Duration time, String topic) {
    this.driver = driver;
    this.work = work;
    this.warmup = warmup;
    this.time = time;
    this.topic = topic;
    this.seconds =
        Stream.generate(() -> new ConcurrentHistogram(LONGEST_NANOS, 3))
            .limit(warmup.plus(time).toSeconds() + 1)
            .map(Histogram.class::cast)
            .toList();
  }

  LoadResult run() throws Exception {
    try (AutoCloseable _ = driver.receive(topic, this::received);
        Driver.Sender sender = driver.sender(topic, Driver.Aim.LATENCY)) {
      // The receiver is there before the first message is due.
      Thread.sleep(1000);
      startNanos = System.nanoTime();
      long messages = work.rate() * warmup.plus(time).toSeconds();
      send(sender, messages);
      long missing = messages - awaitAll(messages);
      return LoadResult.timed(
              missing,
              time.toNanos() / 1e9,
              counted,
              seconds.stream().map(one -> LoadResult.Latency.micros(one, 99)).toList())
          .of(messages);
    }
  }

  private void send(Driver.Sender sender, long messages) throws Exception {
    for (long i = 0; i < messages; i++) {
      long due = startNanos + i * SECOND / work.rate();
      for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
        LockSupport.parkNanos(early);
      }
      byte[] body = new byte[work.size()];
      ThreadLocalRandom.current().nextBytes(body);
      ByteBuffer.wrap(body).putLong(due).putInt((int) i);
      var _ =
          sender
              .send(body)
              .whenComplete((done, failure) -> {
                if (failure != null && hasFailed.compareAndSet(false, true)) {
                  failure.printStackTrace();
                }
              });
    }
    sender.flush();
  }

  private void received(byte[] body) {
    ByteBuffer stamp = ByteBuffer.wrap(body);
    long due = stamp.getLong();
    if (!isFirst(stamp.getInt())) {
      return;
    }
    long took = Math.min(Math.max(0, System.nanoTime() - due), LONGEST_NANOS);
    long sinceStart = due - startNanos;
    if (sinceStart >= warmup.toNanos()) {
      counted.recordValue(took);
    }
    seconds.get((int) Math.min(seconds.size() - 1, sinceStart / SECOND)).recordValue(took);
  }

  /** What comes once more has been timed. */
  private synchronized boolean isFirst(int number) {
    boolean isFirst = !received.get(number);
    received.set(number);
    return isFirst;
  }

  private synchronized int receivedCount() {
    return received.cardinality();
  }

  /** How many have come; it waits for the rest as long as some come. */
  private int awaitAll(long messages) throws InterruptedException {
    int seen = -1;
    long seenNanos = System.nanoTime();
    while (true) {
      int now = receivedCount();
      if (now > seen) {
        seen = now;
        seenNanos = System.nanoTime();
      }
      if (now == messages || System.nanoTime() - seenNanos > PATIENCE_NANOS) {
        return now;
      }
      Thread.sleep(50);
    }
  }
}
