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

/**
 * The consumer of the demonstration: pulls, shows some messages, acks, and remembers what it was
 * given. Runs in a thread of its own; the others look through the volatile fields.
 */
final class DemoReader {
  private static final int MAX_BATCH = 20;
  private static final int SHOWN = 3;
  private static final int SHOWN_COLUMNS = 84;
  private static final Duration LOOK = Duration.ofMillis(100);

  private final Terminal terminal;
  private final int expected;
  private final AfterKill afterKill;
  private final BitSet delivered = new BitSet();
  private final BitSet acked = new BitSet();
  private int redelivered;
  private int ackedAndRedelivered;
  private int shown;
  private int shownOfNew;
  private volatile int deliveredCount;
  private volatile boolean stopped;

  DemoReader(Terminal terminal, int expected, AfterKill afterKill) {
    this.terminal = terminal;
    this.expected = expected;
    this.afterKill = afterKill;
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
        take(consumer, consumer.pull(MAX_BATCH, LOOK));
      }
    }
  }

  private void take(Consumer consumer, List<Delivery> batch) {
    for (Delivery delivery : batch) {
      int line = Integer.parseInt(delivery.keyText());
      show(delivery, line, afterKill.delivered(delivery));
      if (acked.get(line)) {
        ackedAndRedelivered++;
      }
      if (delivered.get(line)) {
        redelivered++;
      }
      delivered.set(line);
    }
    deliveredCount = delivered.cardinality();
    if (!batch.isEmpty()) {
      ack(consumer, batch);
    }
  }

  /** An ack that met the kill may or may not count, so nothing is concluded from it. */
  private void ack(Consumer consumer, List<Delivery> batch) {
    try {
      consumer.ackAll(batch);
    } catch (FeigeException unknown) {
      return;
    }
    batch.forEach(delivery -> acked.set(Integer.parseInt(delivery.keyText())));
  }

  /** Shows the first messages, and the first that the new active gave. */
  private void show(Delivery delivery, int line, boolean isOfNew) {
    if (isOfNew ? shownOfNew < SHOWN : shown < SHOWN) {
      if (isOfNew) {
        shownOfNew++;
      } else {
        shown++;
      }
      String text = delivery.text().replaceAll("\\p{Cntrl}", " ");
      if (text.length() > SHOWN_COLUMNS) {
        text = text.substring(0, SHOWN_COLUMNS - 3) + "...";
      }
      terminal.note("     line " + Human.count(line + 1L) + "  " + text);
    }
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
