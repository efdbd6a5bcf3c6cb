package io.feige.perf.peers.load;

import io.feige.perf.peers.driver.Driver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Does a work with a driver, after a warm-up that does the same and does not count. */
final class Generator {
  private static final int WINDOW_MESSAGES = 100_000;
  private static final long WINDOW_BYTES = 32L << 20;
  private static final long BACKLOG_BYTES = 1L << 30;
  private static final long MOST_BACKLOG = 2_000_000;
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  private final Driver driver;
  private final Work work;
  private final Duration warmup;
  private final Duration time;
  private final String topic;

  Generator(Driver driver, Work work, Duration warmup, Duration time, String topic) {
    this.driver = driver;
    this.work = work;
    this.warmup = warmup;
    this.time = time;
    this.topic = topic;
  }

  LoadResult run() throws Exception {
    driver.create(topic);
    return switch (work.kind()) {
      case BATCHED -> batched();
      case WAITING -> waiting();
      case RATE -> new AtRate(driver, work, warmup, time, topic).run();
      case CATCH_UP -> catchUp();
    };
  }

  private LoadResult batched() throws Exception {
    Window window = window();
    try (Driver.Sender sender = driver.sender(topic, Driver.Aim.THROUGHPUT)) {
      sendUntil(System.nanoTime() + warmup.toNanos(), sender, window);
      long before = window.confirmed();
      long start = System.nanoTime();
      sendUntil(start + time.toNanos(), sender, window);
      long confirmed = window.confirmed() - before;
      double seconds = (System.nanoTime() - start) / 1e9;
      sender.flush();
      long failed = window.awaitEmpty(PATIENCE_NANOS) + window.failed();
      return LoadResult.rate(confirmed, failed, seconds).of(window.confirmed());
    }
  }

  private void sendUntil(long end, Driver.Sender sender, Window window) throws Exception {
    byte[] body = randomBody();
    while (System.nanoTime() - end < 0) {
      send(body, sender, window);
    }
  }

  private static void send(byte[] body, Driver.Sender sender, Window window) throws Exception {
    if (!window.tryEnter()) {
      sender.flush();
      window.enter();
    }
    var _ = sender.send(body).whenComplete((done, failure) -> window.leave(failure));
  }

  private LoadResult waiting() throws Exception {
    Histogram nanos = new ConcurrentHistogram(AtRate.LONGEST_NANOS, 3);
    AtomicLong failed = new AtomicLong();
    AtomicLong sent = new AtomicLong();
    List<Driver.Sender> senders = new ArrayList<>();
    for (int i = 0; i < work.senders(); i++) {
      senders.add(driver.sender(topic, Driver.Aim.WAITING));
    }
    long counted = System.nanoTime() + warmup.toNanos();
    long end = counted + time.toNanos();
    List<Callable<Void>> threads = new ArrayList<>();
    for (Driver.Sender sender : senders) {
      threads.add(() -> {
        try (sender) {
          byte[] body = randomBody();
          for (long now = System.nanoTime(); now - end < 0; now = System.nanoTime()) {
            sendAndTime(sender, body, nanos, failed, now - counted >= 0);
            sent.incrementAndGet();
          }
        }
        return null;
      });
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(threads.size())) {
      for (Future<Void> one : pool.invokeAll(threads)) {
        one.get();
      }
    }
    return LoadResult.timed(failed.get(), time.toNanos() / 1e9, nanos, List.of()).of(sent.get());
  }

  private static void sendAndTime(
      Driver.Sender sender, byte[] body, Histogram nanos, AtomicLong failed, boolean isCounted) {
    long start = System.nanoTime();
    try {
      sender.sendAndWait(body);
    } catch (Exception e) {
      if (failed.getAndIncrement() == 0) {
        e.printStackTrace();
      }
      return;
    }
    if (isCounted) {
      nanos.recordValue(Math.min(System.nanoTime() - start, AtRate.LONGEST_NANOS));
    }
  }

  /** The warm-up is that of sending; the reading begins cold, as after a start of a consumer. */
  private LoadResult catchUp() throws Exception {
    long backlog = Math.min(MOST_BACKLOG, BACKLOG_BYTES / work.size());
    Window window = window();
    long unconfirmed;
    try (Driver.Sender sender = driver.sender(topic, Driver.Aim.THROUGHPUT)) {
      byte[] body = randomBody();
      for (long i = 0; i < backlog; i++) {
        send(body, sender, window);
      }
      sender.flush();
      unconfirmed = window.awaitEmpty(60_000_000_000L) + window.failed();
    }
    AtomicLong received = new AtomicLong();
    long start = System.nanoTime();
    try (AutoCloseable _ = driver.receive(topic, body -> received.incrementAndGet())) {
      long seen = 0;
      long seenNanos = start;
      while (received.get() < window.confirmed()) {
        Thread.sleep(1);
        long now = System.nanoTime();
        if (received.get() > seen) {
          seen = received.get();
          seenNanos = now;
        } else if (now - seenNanos > PATIENCE_NANOS) {
          break;
        }
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      long missing = Math.max(0, window.confirmed() - received.get());
      return LoadResult.rate(received.get(), missing + unconfirmed, seconds);
    }
  }

  private Window window() {
    return new Window(Math.min(WINDOW_MESSAGES, WINDOW_BYTES / work.size()));
  }

  private byte[] randomBody() {
    byte[] body = new byte[work.size()];
    ThreadLocalRandom.current().nextBytes(body);
    return body;
  }
}
