package io.feige.broker.server.pair.rows;

import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Up to where the message store has everything of a pair, as far as this replica knows. It only
 * grows, until the replica becomes the active one: then its tail says where it begins, which may be
 * before what was stored, and what a watch had seen until then counts no more, even if the watch
 * says it only afterwards. On the pair's loop where nothing else is said.
 */
final class StoredMark {
  private static final long LATELY_NANOS = 10_000_000_000L;

  private final Consumer<Runnable> onLoop;
  private volatile long position;
  private volatile long seenNanos = System.nanoTime() - LATELY_NANOS;
  private long watches;

  /**
   * Nothing is known.
   *
   * @param onLoop runs a task on the pair's loop
   */
  StoredMark(Consumer<Runnable> onLoop) {
    this.onLoop = onLoop;
  }

  /** Up to where everything is stored. Any thread. */
  long position() {
    return position;
  }

  /** The same if a watch has seen it lately; 0: none has. Any thread. */
  long seenLately() {
    return System.nanoTime() - seenNanos < LATELY_NANOS ? position : 0;
  }

  /** Where a new watch tells, on any thread, what it sees. */
  LongConsumer watch() {
    long mine = ++watches;
    return seen ->
        onLoop.accept(() -> {
          if (mine == watches) {
            move(seen);
            seenNanos = System.nanoTime();
          }
        });
  }

  /** More is stored. */
  void move(long to) {
    position = Math.max(position, to);
  }

  /** Nothing is known any more, and what watches have begun to look at does not count. */
  void beginAnew() {
    watches++;
    position = 0;
  }
}
