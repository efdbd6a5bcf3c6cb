package io.feige.client.internal.listen;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.client.Handler;
import io.feige.client.Listening;
import io.feige.client.Order;
import io.feige.client.RefusedException;
import io.feige.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a listener. Without order each thread pulls a message and handles it. With order
 * one thread pulls and deals the messages out by key to lanes, or to a single lane where the whole
 * partition is ordered.
 */
public final class HandlerThreads implements Listening {
  /** How many messages one pull of an ordered topic asks for, for each lane. */
  public static final int UNIT_MESSAGES = 256;

  private static final Logger LOG = LoggerFactory.getLogger(HandlerThreads.class);
  private static final Duration POLL = Duration.ofMillis(300);

  private final Consumer consumer;
  private final HandlerCall call;
  private final LeaseKeeper leases;
  private final long closeTimeoutMillis;
  private final List<Lane> lanes = new ArrayList<>();
  private final List<Thread> workers = new ArrayList<>();
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private volatile boolean isOpen = true;

  private HandlerThreads(
      Consumer consumer, Handler handler, Duration lease, long closeTimeoutMillis) {
    this.consumer = consumer;
    this.closeTimeoutMillis = closeTimeoutMillis;
    this.leases = new LeaseKeeper(lease);
    this.call = new HandlerCall(handler, leases);
  }

  /**
   * Starts the threads.
   *
   * @param consumer closed with the listener; for an ordered topic it must not fetch ahead
   * @param lease how long a delivery may take
   */
  public static HandlerThreads start(
      Consumer consumer,
      Handler handler,
      Order order,
      int concurrency,
      Duration lease,
      long closeTimeoutMillis) {
    HandlerThreads threads = new HandlerThreads(consumer, handler, lease, closeTimeoutMillis);
    threads.thread("leases", threads.leases);
    if (order == Order.NONE) {
      for (int i = 0; i < concurrency; i++) {
        threads.worker(Integer.toString(i), threads::pullAndHandle);
      }
    } else {
      int count = order == Order.WHOLE ? 1 : concurrency;
      for (int i = 0; i < count; i++) {
        Lane lane = new Lane(threads.call, threads.leases, order == Order.WHOLE);
        threads.lanes.add(lane);
        threads.worker("lane-" + i, lane);
      }
      threads.worker("pull", threads::pullAndDeal);
    }
    threads.workers.forEach(Thread::start);
    return threads;
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    isOpen = false;
    lanes.forEach(Lane::close);
    long deadline = System.nanoTime() + closeTimeoutMillis * 1_000_000;
    for (Thread worker : workers) {
      join(worker, deadline);
    }
    leases.close();
    consumer.close();
  }

  private void pullAndHandle() {
    while (isOpen) {
      for (Delivery delivery : pull(1)) {
        leases.begin(delivery);
        call.handle(delivery);
      }
    }
  }

  private void pullAndDeal() {
    try {
      while (isOpen) {
        List<Deque<Delivery>> units = new ArrayList<>();
        lanes.forEach(lane -> units.add(new ArrayDeque<>()));
        for (Delivery delivery : pull(UNIT_MESSAGES * lanes.size())) {
          int hash = Arrays.hashCode(delivery.key());
          units.get(Math.floorMod(hash, lanes.size())).add(delivery);
        }
        for (int i = 0; i < units.size(); i++) {
          if (!units.get(i).isEmpty()) {
            lanes.get(i).put(units.get(i));
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Delivery> pull(int max) {
    try {
      return consumer.pull(max, POLL);
    } catch (RefusedException e) {
      if (e.code() == ErrorCode.BATCH_CORRUPT) {
        LOG.error("damaged messages were skipped; they come again when their lease ends", e);
      } else {
        LOG.error("the listener of topic {} stops", consumer.topic(), e);
        isOpen = false;
      }
      return List.of();
    } catch (FeigeException e) {
      LOG.warn("pulling from topic {} failed, goes on", consumer.topic(), e);
      LockSupport.parkNanos(POLL.toNanos());
      return List.of();
    } catch (IllegalStateException e) {
      isOpen = false; // The client was closed.
      return List.of();
    }
  }

  private void worker(String duty, Runnable work) {
    workers.add(newThread(duty, work));
  }

  private void thread(String duty, Runnable work) {
    newThread(duty, work).start();
  }

  private Thread newThread(String duty, Runnable work) {
    Thread thread = new Thread(work, "feige-listen-" + consumer.group() + "-" + duty);
    thread.setDaemon(true);
    return thread;
  }

  private static void join(Thread worker, long deadlineNanos) {
    try {
      worker.join(Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
