package io.feige.dist.bench;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.GroupStart;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.dist.stream.InFlight;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long a message takes from publish to delivery at a fixed rate.
 *
 * <p>Each message carries the time at which it was meant to be published, not the time at which the
 * publisher got round to it. So a stall of publisher, node or consumer counts in full for every
 * message that was due in it, and is not left out because nothing was sent meanwhile.
 */
final class RoundtripBench {
  private static final Logger LOG = LoggerFactory.getLogger(RoundtripBench.class);

  /**
   * What to run.
   *
   * @param perSecond messages a second
   * @param warmup messages due in this time are not counted
   * @param isBySecond whether those of each second are counted for themselves, too
   */
  record Rate(int perSecond, Duration warmup, Duration time, boolean isBySecond) {
    Rate(int perSecond, Duration warmup, Duration time) {
      this(perSecond, warmup, time, false);
    }

    long messages() {
      return Math.round(perSecond * (warmup.toNanos() + time.toNanos()) / 1e9);
    }

    /** How many seconds are counted for themselves. */
    int seconds() {
      return isBySecond ? Math.toIntExact((time.toNanos() + SECOND - 1) / SECOND) : 0;
    }
  }

  private static final long SECOND = 1_000_000_000;
  private static final int MIN_BODY_BYTES = 16;
  private static final int MAX_IN_FLIGHT = 1 << 17;
  private static final long IN_FLIGHT_BYTES = 24L << 20;
  private static final int MAX_BATCH = 1000;
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final long SETTLE_NANOS = 10_000_000_000L;

  private final Supplier<FeigeClient> connect;

  RoundtripBench(Supplier<FeigeClient> connect) {
    this.connect = connect;
  }

  RunResult run(Load load, Rate rate, String group) {
    try (FeigeClient publishing = connect.get();
        FeigeClient pulling = connect.get();
        Producer producer = publishing.producer(load.topic()).policy(load.policy()).build();
        Consumer consumer =
            pulling.consumer(load.topic()).group(group).startFrom(GroupStart.LATEST).build()) {
      // The group begins here, and its pull waits at the node, before the first message is due.
      consumer.pull(1, LOOK);
      Exchange exchange = new Exchange(load, rate, System.nanoTime() + LOOK.toNanos());
      List<Callable<Void>> tasks =
          List.of(() -> exchange.publish(producer), () -> exchange.pull(consumer));
      Workers.run(tasks);
      return exchange.result();
    }
  }

  /** One run: the schedule, what is known of its messages, and the measured times. */
  private static final class Exchange implements InFlight.Outcomes {
    private final Load load;
    private final Rate rate;
    private final long startNanos;
    private final long countedFromNanos;
    private final Histogram histogram = Latencies.histogram();
    private final List<Histogram> seconds;
    private final AtomicLong failed = new AtomicLong();
    private volatile boolean isPublished;
    private long counted;

    Exchange(Load load, Rate rate, long startNanos) {
      this.load = load;
      this.rate = rate;
      this.startNanos = startNanos;
      this.countedFromNanos = startNanos + rate.warmup().toNanos();
      this.seconds = Stream.generate(Latencies::histogram).limit(rate.seconds()).toList();
    }

    Void publish(Producer producer) {
      InFlight inFlight = new InFlight(producer, MAX_IN_FLIGHT, IN_FLIGHT_BYTES, this);
      for (long i = 0; i < rate.messages(); i++) {
        long due = startNanos + (long) (i * 1e9 / rate.perSecond());
        long early = due - System.nanoTime();
        while (early > 0) {
          LockSupport.parkNanos(early);
          early = due - System.nanoTime();
        }
        inFlight.publish(Message.of(body(due)), load.size(), 0);
      }
      inFlight.finish();
      isPublished = true;
      return null;
    }

    private byte[] body(long due) {
      return ByteBuffer.allocate(Math.max(MIN_BODY_BYTES, load.size())).putLong(due).array();
    }

    Void pull(Consumer consumer) {
      long received = 0;
      long lastNanos = System.nanoTime();
      while (received < rate.messages() - failed.get() || !isPublished) {
        List<Delivery> batch = consumer.pull(MAX_BATCH, LOOK);
        long now = System.nanoTime();
        if (!batch.isEmpty()) {
          lastNanos = now;
          batch.forEach(delivery -> measure(delivery, now));
          received += batch.size();
          // consumer.flush() waits for it in the end.
          var _ = consumer.ackAllAsync(batch);
        } else if (isPublished && now - lastNanos > SETTLE_NANOS) {
          long missing = rate.messages() - failed.get() - received;
          LOG.warn("{} messages were confirmed and not delivered within 10 s", missing);
          failed.addAndGet(missing);
        }
      }
      consumer.flush();
      return null;
    }

    private void measure(Delivery delivery, long now) {
      long due = ByteBuffer.wrap(delivery.body()).getLong();
      if (due - countedFromNanos >= 0) {
        Latencies.record(histogram, now - due);
        if (!seconds.isEmpty()) {
          Latencies.record(seconds.get((int) ((due - countedFromNanos) / SECOND)), now - due);
        }
        counted++;
      }
    }

    RunResult result() {
      long nanos = rate.time().toNanos();
      long bytes = counted * load.size();
      RunResult result = RunResult.timed(counted, failed.get(), bytes, nanos, histogram);
      return seconds.isEmpty()
          ? result
          : result.bySecond(seconds.stream().map(Latencies::of).toList());
    }

    @Override
    public void confirmed(Receipt receipt, long tag) {}

    @Override
    public void failed(FeigeException failure, long tag) {
      if (failed.getAndIncrement() == 0) {
        LOG.warn("a message was not confirmed: {}", failure.getMessage());
      }
    }
  }
}
