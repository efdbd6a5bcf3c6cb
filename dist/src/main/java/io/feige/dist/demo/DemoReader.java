package io.feige.dist.demo;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.GroupStart;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Terminal;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The consumer of the demonstration: pulls, shows some messages, acks, and remembers what it was
 * given. Runs in a thread of its own; the others look through the volatile fields.
 */
final class DemoReader {
  private static final int MAX_BATCH = 20;
  private static final int SHOWN_EACH_LIFE = 3;
  private static final int SHOWN_COLUMNS = 84;
  private static final Duration LOOK = Duration.ofMillis(100);

  private final Terminal terminal;
  private final int expected;
  private final BitSet delivered = new BitSet();
  private final BitSet acked = new BitSet();
  private int redelivered;
  private int ackedAndRedelivered;
  private int shown;
  private int shownIn = 1;
  private volatile int deliveredCount;
  private final AtomicInteger life = new AtomicInteger(1);
  private final AtomicLong emptyPulls = new AtomicLong();
  private volatile long firstOfLifeNanos;
  private volatile boolean stopped;

  DemoReader(Terminal terminal, int expected) {
    this.terminal = terminal;
    this.expected = expected;
  }

  void run(FeigeClient client, String topic, String group) {
    try (Consumer consumer =
        client
            .consumer(topic)
            .group(group)
            .startFrom(GroupStart.EARLIEST)
            .prefetch(MAX_BATCH * 4)
            .build()) {
      while (!stopped && deliveredCount < expected) {
        List<Delivery> batch = consumer.pull(MAX_BATCH, LOOK);
        if (batch.isEmpty()) {
          emptyPulls.incrementAndGet();
        } else {
          take(consumer, batch);
        }
      }
    }
  }

  private void take(Consumer consumer, List<Delivery> batch) {
    int now = life.get();
    if (firstOfLifeNanos == 0) {
      firstOfLifeNanos = System.nanoTime();
    }
    for (Delivery delivery : batch) {
      int line = Integer.parseInt(delivery.keyText());
      show(delivery, line, now);
      if (acked.get(line)) {
        ackedAndRedelivered++;
      }
      if (delivered.get(line)) {
        redelivered++;
      }
      delivered.set(line);
    }
    deliveredCount = delivered.cardinality();
    ack(consumer, batch, now);
  }

  /** An ack that met the kill may or may not count, so nothing is concluded from it. */
  private void ack(Consumer consumer, List<Delivery> batch, int began) {
    try {
      consumer.ackAll(batch);
    } catch (FeigeException unknown) {
      return;
    }
    if (life.get() == began) {
      batch.forEach(delivery -> acked.set(Integer.parseInt(delivery.keyText())));
    }
  }

  private void show(Delivery delivery, int line, int now) {
    if (shownIn != now) {
      shownIn = now;
      shown = 0;
    }
    if (shown < SHOWN_EACH_LIFE) {
      shown++;
      String text = delivery.text().replaceAll("\\p{Cntrl}", " ");
      if (text.length() > SHOWN_COLUMNS) {
        text = text.substring(0, SHOWN_COLUMNS - 3) + "...";
      }
      terminal.note("     line " + Human.count(line + 1L) + "  " + text);
    }
  }

  /** The node is started again. */
  void nextLife() {
    firstOfLifeNanos = 0;
    life.incrementAndGet();
  }

  /** When the first message after the last start came; 0 if none did yet. */
  long firstOfLifeNanos() {
    return firstOfLifeNanos;
  }

  long emptyPulls() {
    return emptyPulls.get();
  }

  boolean isComplete() {
    return deliveredCount >= expected;
  }

  int deliveredCount() {
    return deliveredCount;
  }

  void stop() {
    stopped = true;
  }

  /** After the thread has ended. */
  BitSet delivered() {
    return delivered;
  }

  /** After the thread has ended. */
  int redelivered() {
    return redelivered;
  }

  /** After the thread has ended. */
  int ackedAndRedelivered() {
    return ackedAndRedelivered;
  }
}
