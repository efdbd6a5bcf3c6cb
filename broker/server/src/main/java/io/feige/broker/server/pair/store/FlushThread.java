package io.feige.broker.server.pair.store;

import io.feige.broker.journal.Journal;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.NodeMetrics;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Forces what was written. Whatever was written while one force ran is the group of the next, so
 * the number of forces follows the disk and not the publishers.
 */
final class FlushThread {
  private final Journal journal;
  private final NodeMetrics metrics;
  private final LongConsumer durable;
  private final Consumer<RuntimeException> failed;
  private final Thread thread;
  private volatile boolean stopping;

  /**
   * @param durable told on this thread, with the position that is durable now
   * @param failed told on this thread, once; nothing is forced any more
   */
  FlushThread(
      PairSetup setup, Journal journal, LongConsumer durable, Consumer<RuntimeException> failed) {
    this.journal = journal;
    this.metrics = setup.metrics();
    this.durable = durable;
    this.failed = failed;
    String name = "feige-flush-" + setup.pair();
    this.thread =
        setup
            .supervisor()
            .thread(
                name,
                this::run,
                death -> failed.accept(new IllegalStateException(name + " has died", death)));
  }

  void start() {
    thread.start();
  }

  /** Something was written. Any thread. */
  void wake() {
    LockSupport.unpark(thread);
  }

  /** Ends the thread after the force it is in, if any. */
  void stop() throws InterruptedException {
    stopping = true;
    wake();
    thread.join();
  }

  private void run() {
    try {
      while (!stopping) {
        if (journal.written() > journal.durable()) {
          force();
        } else {
          LockSupport.park(this);
        }
      }
    } catch (JournalException e) {
      failed.accept(e);
    }
  }

  private void force() {
    long from = System.nanoTime();
    long position = journal.force();
    metrics.fsync(System.nanoTime() - from);
    durable.accept(position);
  }
}
