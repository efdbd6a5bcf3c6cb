package io.feige.broker.server.pair.store;

import io.feige.broker.journal.Journal;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.server.ops.Supervisor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The journal's work that nobody waits for: preparing the next segment, writing indexes of sealed
 * ones, saving snapshots. One at a time, beside the loop. Only a journal that has given up ends it:
 * after any other failure it is tried again, and one kind of work does not hold up another.
 */
final class UpkeepThread {
  private static final long LOOK_AGAIN_NANOS = 100_000_000;
  private static final long PAUSE_AFTER_FAILURE_NANOS = 1_000_000_000;

  /** State at a position that is durable. */
  record Snapshot(long position, List<ByteBuffer> body) {}

  /** What there is to do. */
  interface Work {
    /** Saves a snapshot. */
    void save(long position, List<ByteBuffer> body);

    /** Does the next of the rest, and says after how many nanoseconds there may be more. */
    long upkeep();
  }

  private final String name;
  private final Supervisor supervisor;
  private final Work work;
  private final Consumer<RuntimeException> failed;
  private final AtomicReference<@Nullable Snapshot> snapshot = new AtomicReference<>();
  private final Thread thread;
  private volatile boolean stopping;
  private volatile boolean isUrged;
  private volatile boolean isPausing;

  /**
   * @param failed told on this thread, once: the journal has given up
   */
  UpkeepThread(String name, Supervisor supervisor, Work work, Consumer<RuntimeException> failed) {
    this.name = name;
    this.supervisor = supervisor;
    this.work = work;
    this.failed = failed;
    this.thread =
        supervisor.thread(
            name,
            this::run,
            death -> failed.accept(new IllegalStateException(name + " has died", death)));
  }

  void start() {
    thread.start();
  }

  /** There is something to do, unless it has taken a pause in the midst of it. Any thread. */
  void wake() {
    if (!isPausing) {
      LockSupport.unpark(thread);
    }
  }

  /** Saves a snapshot soon; one that still waits is replaced. */
  void save(Snapshot next) {
    snapshot.set(next);
    urge();
  }

  void stop() throws InterruptedException {
    stopping = true;
    urge();
    thread.join();
  }

  private void urge() {
    isUrged = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    try {
      while (!stopping) {
        isUrged = false;
        saveSnapshot();
        pause(upkeep());
      }
    } catch (JournalException e) {
      failed.accept(e);
    }
  }

  /** A disk without room for a snapshot may have it later; the older ones serve meanwhile. */
  private void saveSnapshot() {
    Snapshot next = snapshot.getAndSet(null);
    if (next == null) {
      return;
    }
    try {
      work.save(next.position(), next.body());
      supervisor.overcome(name + ", saving a snapshot,");
    } catch (JournalFullException e) {
      var _ = snapshot.compareAndSet(null, next);
    } catch (JournalException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      // The same one would fail again; the next is taken before long.
      supervisor.trouble(name + ", saving a snapshot,", e);
    }
  }

  private long upkeep() {
    try {
      long pause = work.upkeep();
      supervisor.overcome(name);
      return pause;
    } catch (JournalException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      supervisor.trouble(name, e);
      return PAUSE_AFTER_FAILURE_NANOS;
    }
  }

  private void pause(long nanos) {
    if (nanos == Journal.IDLE) {
      LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
      return;
    }
    // Whoever appends wakes this thread with each burst: that must not make a pause any shorter,
    // because it is there so that disk and processor are left to them.
    isPausing = true;
    long until = System.nanoTime() + nanos;
    long left = nanos;
    while (left > 0 && !isUrged && !stopping) {
      LockSupport.parkNanos(this, left);
      left = until - System.nanoTime();
    }
    isPausing = false;
  }
}
