package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.Listening;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.client.TopicSpec;
import io.feige.client.Verdict;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * One client that publishes 500 numbers a second, and listens to them. It knows how long each had
 * to wait for its confirm, from when it was due, and what has come back of those that were
 * confirmed.
 */
final class HonestCouple implements AutoCloseable {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final Duration WAIT = Duration.ofMillis(500);
  private static final int DIGITS = 3;

  private final FeigeClient feige;
  private final String topic;
  private final Producer producer;
  private final Listening listening;
  private final Thread thread;
  private final Recorder confirmMicros = new Recorder(DIGITS);
  private final BitSet confirmed = new BitSet();
  private final BitSet handled = new BitSet();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private long handledAgain;
  private volatile boolean isOver;

  HonestCouple(FeigeClient feige, String topic) {
    this.feige = feige;
    this.topic = topic;
    feige.topics().create(TopicSpec.of(topic));
    this.producer = feige.producer(topic).timeout(Waits.patience()).build();
    this.listening =
        feige.consumer(topic).group("honest").startFrom(GroupStart.EARLIEST).listen(this::handle);
    this.thread = Thread.ofPlatform().name("honest").start(this::publish);
  }

  private void publish() {
    long due = System.nanoTime();
    for (int i = 0; !isOver; i++) {
      due += PERIOD_NANOS;
      while (System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      publish(i, due);
    }
  }

  private void publish(int number, long due) {
    open.incrementAndGet();
    var _ =
        producer
            .publishAsync(Message.of(Integer.toString(number)))
            .whenComplete((_, failure) -> {
              if (failure == null) {
                confirmMicros.recordValue((System.nanoTime() - due) / 1_000);
                synchronized (confirmed) {
                  confirmed.set(number);
                }
              } else {
                failures.add(failure);
              }
              open.decrementAndGet();
            });
  }

  private Verdict handle(ReceivedMessage message) {
    int number = Integer.parseInt(message.text());
    synchronized (handled) {
      handledAgain += handled.get(number) ? 1 : 0;
      handled.set(number);
    }
    return Verdict.ack();
  }

  /** How long confirms took since this was asked for the last time, in microseconds. */
  Histogram confirmMicros() {
    return confirmMicros.getIntervalHistogram();
  }

  /** How many were handed to the listener once more. */
  long handledAgain() {
    synchronized (handled) {
      return handledAgain;
    }
  }

  int confirmedCount() {
    synchronized (confirmed) {
      return confirmed.cardinality();
    }
  }

  /** Publishes no more, and makes sure that all that was confirmed is stored once, and handled. */
  void endWithNothingLost() throws InterruptedException {
    isOver = true;
    thread.join();
    producer.flush();
    await().until(() -> open.get() == 0);
    assertThat(failures).isEmpty();
    await()
        .untilAsserted(() -> {
          synchronized (handled) {
            assertThat(missing(handled)).as("confirmed and not handled").isZero();
          }
        });
    BitSet stored = new BitSet();
    long storedAgain = 0;
    try (Reader reader = feige.reader(topic).from(StartFrom.earliest()).build()) {
      for (var some = reader.read(1_000, WAIT); !some.isEmpty(); some = reader.read(1_000, WAIT)) {
        for (ReceivedMessage message : some) {
          int number = Integer.parseInt(message.text());
          storedAgain += stored.get(number) ? 1 : 0;
          stored.set(number);
        }
      }
    }
    assertThat(missing(stored)).as("confirmed and lost").isZero();
    assertThat(storedAgain).as("stored twice").isZero();
  }

  private int missing(BitSet found) {
    BitSet left = (BitSet) confirmed.clone();
    left.andNot(found);
    return left.cardinality();
  }

  @Override
  public void close() {
    isOver = true;
    listening.close();
    producer.close();
  }
}
