package io.feige.broker.server.pair.clients;

import io.feige.broker.server.net.Connection;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.Request;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jctools.queues.MpscArrayQueue;

/**
 * What the threads of connections hand to the pair's loop: requests, bounded. Not used where the
 * connections live on the loop itself, whose inbox is the sockets.
 */
public final class Inbox {
  private static final int CAPACITY = 16_384;

  /** Of what is in no buffer that is counted elsewhere, apart from one request. */
  static final long MOST_BYTES = 16L << 20;

  /** A request and who sent it. */
  public record Item(Connection from, int correlation, Request request) {
    private int bytes() {
      return switch (request) {
        case AskWork ask -> ask.batch().remaining();
        case FinishWork finish -> finish.batch().remaining();
        default -> 0;
      };
    }
  }

  private final AtomicLong bytes = new AtomicLong();

  private final MpscArrayQueue<Item> queue = new MpscArrayQueue<>(CAPACITY);
  private final AtomicBoolean isScheduled = new AtomicBoolean();

  /** Whether there was room. Any thread. */
  public boolean offer(Item item) {
    int more = item.bytes();
    if (more == 0) {
      return queue.offer(item);
    }
    if (bytes.addAndGet(more) - more >= MOST_BYTES || !queue.offer(item)) {
      bytes.addAndGet(-more);
      return false;
    }
    return true;
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
    queue.drain(
        item -> {
          int less = item.bytes();
          if (less > 0) {
            bytes.addAndGet(-less);
          }
          to.accept(item);
        },
        CAPACITY);
    if (!queue.isEmpty()) {
      return true;
    }
    isScheduled.set(false);
    return !queue.isEmpty() && mustSchedule();
  }
}
