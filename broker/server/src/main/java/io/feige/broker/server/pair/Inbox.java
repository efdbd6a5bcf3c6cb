package io.feige.broker.server.pair;

import io.feige.broker.server.net.Connection;
import io.feige.protocol.command.Request;
import java.util.function.Consumer;
import org.jctools.queues.MpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What other threads hand to the pair's loop: requests, bounded, and closed connections. Not used
 * where the connections live on the loop itself, whose inbox is the sockets.
 */
final class Inbox {
  private static final int CAPACITY = 16_384;

  /** A request; or, with none, a connection that is gone. */
  record Item(Connection from, int correlation, @Nullable Request request) {}

  private final MpscArrayQueue<Item> queue = new MpscArrayQueue<>(CAPACITY);

  /** Whether there was room. Any thread. */
  boolean offer(Item item) {
    return queue.offer(item);
  }

  /** On the loop: as much as is there, at most one inbox full, so that other work gets its turn. */
  int drain(Consumer<Item> to) {
    return queue.drain(to::accept, CAPACITY);
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }
}
