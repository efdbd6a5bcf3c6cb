package io.feige.broker.server.pair;

import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.journal.JournalException;
import io.feige.broker.server.journal.JournalFullException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The journal's work that nobody waits for: preparing the next segment, writing indexes of sealed
 * ones, saving snapshots. One at a time, beside the loop.
 */
final class UpkeepThread {
  private static final long LOOK_AGAIN_NANOS = 100_000_000;

  /** State at a position that is durable. */
  record Snapshot(long position, ByteBuffer body) {}

  private final Journal journal;
  private final Consumer<JournalException> failed;
  private final AtomicReference<@Nullable Snapshot> snapshot = new AtomicReference<>();
  private final Thread thread;
  private volatile boolean stopping;

  UpkeepThread(String name, Journal journal, Consumer<JournalException> failed) {
    this.journal = journal;
    this.failed = failed;
    this.thread = new Thread(this::run, name);
    this.thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Any thread. */
  void wake() {
    LockSupport.unpark(thread);
  }

  /** Saves a snapshot soon; one that still waits is replaced. */
  void save(Snapshot next) {
    snapshot.set(next);
    wake();
  }

  void stop() throws InterruptedException {
    stopping = true;
    wake();
    thread.join();
  }

  /** A disk without room for a snapshot may have it later; the older ones serve meanwhile. */
  private void saveSnapshot() {
    Snapshot next = snapshot.getAndSet(null);
    if (next == null) {
      return;
    }
    try {
      journal.saveSnapshot(next.position(), next.body());
    } catch (JournalFullException e) {
      var _ = snapshot.compareAndSet(null, next);
    }
  }

  private void run() {
    try {
      while (!stopping) {
        saveSnapshot();
        long pause = journal.upkeep();
        if (pause == Journal.IDLE) {
          LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
        } else if (pause > 0) {
          LockSupport.parkNanos(this, pause);
        }
      }
    } catch (JournalException e) {
      failed.accept(e);
    }
  }
}
