package io.feige.broker.server.pair.clients;

import io.feige.broker.server.net.Connection;
import io.feige.protocol.command.Request;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jctools.queues.MpscArrayQueue;

/**
 * What the threads of connections hand to the pair's loop: requests, bounded. Not used where the
 * connections live on the loop itself, whose inbox is the sockets.
 */
public final class Inbox {
  private static final int CAPACITY = 16_384;

  /** A request and who sent it. */
  public record Item(Connection from, int correlation, Request request) {}

  private final MpscArrayQueue<Item> queue = new MpscArrayQueue<>(CAPACITY);
  private final AtomicBoolean isScheduled = new AtomicBoolean();

  /** Whether there was room. Any thread. */
  public boolean offer(Item item) {
    return queue.offer(item);
  }

  /**
   * Whether the caller has to see to it that the loop drains: true for one caller until it has. Any
   * thread, after an offer.
   */
  public boolean mustSchedule() {
    return isScheduled.compareAndSet(false, true);
  }

  /**
   * Takes as much as is there, at most one inbox full, so that other work gets its turn. On the
   * loop.
   *
   * @return whether more is there and the caller has to drain again
   */
  public boolean drain(Consumer<Item> to) {
    queue.drain(to::accept, CAPACITY);
    if (!queue.isEmpty()) {
      return true;
    }
    isScheduled.set(false);
    return !queue.isEmpty() && mustSchedule();
  }
}
