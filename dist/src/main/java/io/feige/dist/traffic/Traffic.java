package io.feige.dist.traffic;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.GroupStart;
import io.feige.client.Message;
import io.feige.client.Order;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A steady stream of keyed messages to all pairs and back, in the order of the keys, each
 * confirmed, delivered and acked, and the account of it. It has a topic, a client and two threads
 * of its own.
 */
public final class Traffic implements AutoCloseable {
  private static final int KEYS = 64;
  private static final int MAX_OPEN = 20_000;
  private static final int MAX_BATCH = 500;
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private final FeigeClient client;
  private final String topic;
  private final int perSecond;
  private final int bodyBytes;
  private final Epochs epochs;
  private final Map<String, PairWatch> watches = new ConcurrentHashMap<>();
  private final Semaphore open = new Semaphore(MAX_OPEN);
  private final Ledger ledger = new Ledger();
  private final Thread publisher;
  private final Thread puller;
  private volatile boolean isPublishing = true;
  private volatile boolean isPulling = true;
  private volatile @Nullable RuntimeException failure;

  /**
   * A load that has not begun.
   *
   * @param client closed with it
   * @param topic made if need be
   */
  public Traffic(FeigeClient client, String topic, int perSecond, int bodyBytes, Epochs epochs) {
    this.client = client;
    this.topic = topic;
    this.perSecond = perSecond;
    this.bodyBytes = bodyBytes;
    this.epochs = epochs;
    this.publisher = new Thread(this::publish, "feige-publish-" + topic);
    this.puller = new Thread(this::pull, "feige-pull-" + topic);
  }

  /** Begins. */
  public void start() {
    client.topics().create(TopicSpec.of(topic).withOrder(Order.BY_KEY));
    publisher.start();
    puller.start();
  }

  /** What is heard of one pair. */
  public PairWatch watch(String pair) {
    return watches.computeIfAbsent(pair, _ -> new PairWatch());
  }

  /** Messages confirmed so far. */
  public int confirmed() {
    return ledger.confirmedCount();
  }

  /** Messages delivered so far. */
  public int delivered() {
    return ledger.deliveredCount();
  }

  private void publish() {
    try (Producer producer = client.producer(topic).build()) {
      long begun = System.nanoTime();
      for (int number = 0; isPublishing; number++) {
        long due = begun + number * (SECOND / perSecond);
        while (due - System.nanoTime() > MILLI) {
          LockSupport.parkNanos(MILLI / 2);
        }
        // A service that is away for long is not to be met with all that was missed.
        begun += Math.max(0, System.nanoTime() - due - SECOND);
        if (open.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
          publish(producer, number);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private void publish(Producer producer, int number) {
    long now = System.nanoTime();
    Message message = Message.of("key-" + number % KEYS, Stamped.body(number, now, bodyBytes));
    var _ =
        producer
            .publishAsync(message)
            .whenComplete((receipt, failed) -> published(number, now, receipt));
  }

  private void published(int number, long sentNanos, @Nullable Receipt receipt) {
    open.release();
    if (receipt == null) {
      ledger.unknown();
      return;
    }
    long now = System.nanoTime();
    watch(receipt.pair()).confirmed(now, receipt.epoch());
    epochs.confirmed(receipt.pair(), receipt.epoch(), sentNanos, now);
    ledger.confirmed(number);
  }

  private void pull() {
    try (Consumer consumer =
        client.consumer(topic).group("all").startFrom(GroupStart.EARLIEST).build()) {
      while (isPulling) {
        take(consumer.pull(MAX_BATCH, LOOK));
      }
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private void take(List<Delivery> batch) {
    long now = System.nanoTime();
    for (Delivery delivery : batch) {
      Stamped stamped = Stamped.read(delivery.body());
      int number = stamped.number();
      watch(delivery.pair()).delivered(now, stamped.sentNanos());
      ledger.delivered(number, delivery.keyText(), delivery.offset(), delivery.redelivered());
      var _ = delivery.ackAsync().whenComplete((_, failed) -> acked(number, failed));
    }
  }

  private void acked(int number, @Nullable Throwable failed) {
    if (failed == null) {
      ledger.acked(number);
    }
  }

  /** Throws what ended one of the threads. */
  public void check() {
    RuntimeException ended = failure;
    if (ended != null) {
      throw new CliException(ExitCode.FAILED, "the load ended: " + ended.getMessage() + ".", ended);
    }
  }

  /** Ends the publishing; what is under way comes to its end. */
  public void stopPublishing() throws InterruptedException {
    isPublishing = false;
    publisher.join();
  }

  /** Waits until all that is confirmed was delivered, and adds up. */
  public Account finish(Duration limit) throws InterruptedException {
    stopPublishing();
    long deadline = System.nanoTime() + limit.toNanos();
    while (ledger.missing() > 0 && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(20 * MILLI);
    }
    isPulling = false;
    puller.join();
    return ledger.account();
  }

  @Override
  public void close() throws InterruptedException {
    isPublishing = false;
    isPulling = false;
    publisher.join();
    puller.join();
    try {
      client.close();
    } catch (FeigeException e) {
      throw new CliException(ExitCode.FAILED, "the client did not close: " + e.getMessage(), e);
    }
  }
}
