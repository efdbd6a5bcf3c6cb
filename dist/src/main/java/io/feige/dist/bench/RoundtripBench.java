package io.feige.dist.bench;

import io.feige.client.Consumer;
import io.feige.client.ConsumerBuilder;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.GroupStart;
import io.feige.client.Listening;
import io.feige.client.Message;
import io.feige.client.Order;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.client.Verdict;
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

  /** How messages are received, by one consumer. */
  enum Receiver {
    /** A listener as the SDK has it without any option: {@code listen(delivery -> ack)}. */
    LISTEN,
    /** A thread that pulls what there is, and acknowledges all of that at once. */
    PULL
  }

  private static final long SECOND = 1_000_000_000;
  private static final int MIN_BODY_BYTES = 16;
  private static final int KEYS = 1_000;
  private static final int MAX_IN_FLIGHT = 1 << 17;
  private static final long IN_FLIGHT_BYTES = 24L << 20;
  private static final int MAX_BATCH = 1000;
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final long SETTLE_NANOS = 10_000_000_000L;

  private final Supplier<FeigeClient> connect;
  private final Receiver receiver;
  private final Order order;

  /**
   * Messages to a topic without order.
   *
   * @param connect makes a client each time
   */
  RoundtripBench(Supplier<FeigeClient> connect, Receiver receiver) {
    this(connect, receiver, Order.NONE);
  }

  /**
   * Messages to a topic.
   *
   * @param connect makes a client each time
   * @param order the topic's; where it is by key, each message has one of {@value #KEYS} keys
   */
  RoundtripBench(Supplier<FeigeClient> connect, Receiver receiver, Order order) {
    this.connect = connect;
    this.receiver = receiver;
    this.order = order;
  }

  RunResult run(Load load, Rate rate, String group) {
    try (FeigeClient publishing = connect.get();
        FeigeClient receiving = connect.get();
        Producer producer = publishing.producer(load.topic()).policy(load.policy()).build()) {
      ConsumerBuilder builder =
          receiving.consumer(load.topic()).group(group).startFrom(GroupStart.LATEST);
      return switch (receiver) {
        case LISTEN -> listen(load, rate, producer, builder);
        case PULL -> pull(load, rate, producer, builder);
      };
    }
  }

  private RunResult listen(Load load, Rate rate, Producer producer, ConsumerBuilder builder) {
    try (Consumer consumer = builder.build()) {
      // The group begins here, before the first message is due.
      consumer.pull(1, LOOK);
    }
    Exchange exchange = new Exchange(load, rate, order, System.nanoTime() + 2 * LOOK.toNanos());
    try (Listening _ =
        builder.listen(delivery -> {
          exchange.received(List.of(delivery));
          return Verdict.ack();
        })) {
      exchange.publish(producer);
      exchange.awaitReceived();
    }
    return exchange.result();
  }

  private RunResult pull(Load load, Rate rate, Producer producer, ConsumerBuilder builder) {
    try (Consumer consumer = builder.build()) {
      // The group begins here, and its pull waits at the node, before the first message is due.
      consumer.pull(1, LOOK);
      Exchange exchange = new Exchange(load, rate, order, System.nanoTime() + LOOK.toNanos());
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
    private final Order order;
    private final long startNanos;
    private final long countedFromNanos;
    private final Histogram histogram = Latencies.histogram();
    private final List<Histogram> seconds;
    private final AtomicLong failed = new AtomicLong();
    private volatile boolean isPublished;
    private volatile long received;
    private volatile long receivedNanos;
    private long counted;

    Exchange(Load load, Rate rate, Order order, long startNanos) {
      this.load = load;
      this.rate = rate;
      this.order = order;
      this.startNanos = startNanos;
      this.receivedNanos = startNanos;
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
        inFlight.publish(message(i, due), load.size(), 0);
      }
      inFlight.finish();
      isPublished = true;
      return null;
    }

    private Message message(long number, long due) {
      byte[] body = body(due);
      return order == Order.BY_KEY ? Message.of("k" + number % KEYS, body) : Message.of(body);
    }

    private byte[] body(long due) {
      return ByteBuffer.allocate(Math.max(MIN_BODY_BYTES, load.size())).putLong(due).array();
    }

    Void pull(Consumer consumer) {
      while (isToReceive()) {
        List<Delivery> batch = consumer.pull(MAX_BATCH, LOOK);
        if (!batch.isEmpty()) {
          received(batch);
          // consumer.flush() waits for it in the end.
          var _ = consumer.ackAllAsync(batch);
        }
      }
      consumer.flush();
      return null;
    }

    /** Others receive them. */
    void awaitReceived() {
      while (isToReceive()) {
        LockSupport.parkNanos(LOOK.toNanos());
      }
    }

    /** Until all have come, or none has for long after the last one was published. */
    private boolean isToReceive() {
      if (!isPublished) {
        return true;
      }
      long missing = rate.messages() - failed.get() - received;
      if (missing <= 0) {
        return false;
      }
      boolean isToBeWaitedFor = System.nanoTime() - receivedNanos <= SETTLE_NANOS;
      if (!isToBeWaitedFor) {
        LOG.warn("{} messages were confirmed and not delivered within 10 s", missing);
        failed.addAndGet(missing);
      }
      return isToBeWaitedFor;
    }

    synchronized void received(List<Delivery> deliveries) {
      long now = System.nanoTime();
      deliveries.forEach(delivery -> measure(delivery, now));
      receivedNanos = now;
      received += deliveries.size();
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
