package io.feige.broker.server.pair.store;

import io.feige.broker.core.replica.ReplicaPort.Damaged;
import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.DamagedStretch;
import io.feige.broker.journal.scrub.JournalScrub;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.Supervisor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the journal again beside the service, with all checksums, and mends what is damaged with
 * what the other replica sends. The first time begins when the journal is opened, and takes a tenth
 * of the disk's time; then each time takes as long as the settings say.
 */
final class ScrubThread {
  private static final Logger LOG = LoggerFactory.getLogger(ScrubThread.class);

  /** The disk belongs to others for so many times what reading took. */
  private static final long PAUSE_PER_READING = 9;

  private static final long AGAIN_AFTER_FAILURE_NANOS = 60_000_000_000L;
  private static final long LOOK_AGAIN_NANOS = 1_000_000_000;

  /** It takes no longer to mend what can be mended. */
  private static final long SAID_AFTER_NANOS = 3_000_000_000L;

  private static final long NEVER_NANOS = Long.MAX_VALUE / 2;

  /** Something that is done between two readings. */
  private interface Task {
    void run() throws IOException;
  }

  private final String name;
  private final String pair;
  private final Supervisor supervisor;
  private final JournalScrub scrub;
  private final LongSupplier start;
  private final LongSupplier durable;
  private final Duration every;
  private final Runnable changed;
  private final Thread thread;
  private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
  private volatile boolean stopping;
  private long passBeganNanos;
  private long damagedSinceNanos;

  /**
   * @param start position of the journal's oldest frame
   * @param durable what ends at or below is not written to any more
   * @param changed told on this thread when something else is to be mended, or nothing any more
   */
  ScrubThread(
      PairSetup setup, FilePort files, LongSupplier start, LongSupplier durable, Runnable changed) {
    this.name = "feige-scrub-" + setup.pair();
    this.pair = setup.pair();
    this.supervisor = setup.supervisor();
    this.scrub = new JournalScrub(files);
    this.start = start;
    this.durable = durable;
    this.every = setup.config().journal().scrubEvery();
    this.changed = changed;
    this.thread = supervisor.thread(name, this::run, _ -> {});
  }

  void begin() {
    thread.start();
  }

  void stop() throws InterruptedException {
    stopping = true;
    LockSupport.unpark(thread);
    thread.join();
  }

  /** What it has read and found; any thread. */
  JournalScrub scrub() {
    return scrub;
  }

  /** What is to be mended next; null: nothing. Any thread. */
  @Nullable Damaged damaged() {
    DamagedStretch next = scrub.next();
    return next == null ? null : new Damaged(next.from(), next.end());
  }

  /** Mends with frames of the other replica; any thread. */
  void mend(long position, ByteBuffer frames) {
    ByteBuffer own = ByteBuffer.allocate(frames.remaining()).put(frames).flip();
    add(() -> {
      long bytes = scrub.mend(position, own);
      if (bytes > 0) {
        LOG.info(
            "{} {}: {} damaged bytes of the journal from position {} on are mended with those"
                + " of the other replica",
            LogId.MENDED,
            pair,
            bytes,
            position);
      }
    });
  }

  /** Something else is to be mended first; any thread. */
  void mendLater(long position) {
    add(() -> scrub.later(position));
  }

  private void add(Task task) {
    tasks.add(task);
    LockSupport.unpark(thread);
  }

  private void run() {
    long dueNanos = System.nanoTime();
    passBeganNanos = dueNanos;
    damagedSinceNanos = dueNanos;
    while (!stopping) {
      DamagedStretch before = scrub.next();
      try {
        Task task = tasks.poll();
        if (task != null) {
          task.run();
        } else if (System.nanoTime() - dueNanos >= 0) {
          dueNanos = System.nanoTime() + read();
        }
        tell();
      } catch (IOException | RuntimeException e) {
        supervisor.trouble(name, e);
        dueNanos = System.nanoTime() + AGAIN_AFTER_FAILURE_NANOS;
      }
      if (!Objects.equals(scrub.next(), before)) {
        changed.run();
      }
      if (tasks.isEmpty() && !stopping) {
        long pause = Math.max(0, dueNanos - System.nanoTime());
        boolean isSound = scrub.next() == null;
        LockSupport.parkNanos(this, isSound ? pause : Math.min(pause, LOOK_AGAIN_NANOS));
      }
    }
    close();
  }

  /** Reads a little, and says after how many nanoseconds it may go on. */
  private long read() throws IOException {
    if (scrub.isFull()) {
      return LOOK_AGAIN_NANOS;
    }
    long began = System.nanoTime();
    long bytes = scrub.step(durable.getAsLong());
    long pause = PAUSE_PER_READING * (System.nanoTime() - began);
    if (bytes == 0) {
      return endPass();
    }
    if (scrub.passes() == 0) {
      return pause;
    }
    long all = Math.max(bytes, durable.getAsLong() - start.getAsLong());
    return Math.max(pause, (long) ((double) every.toNanos() / all * bytes));
  }

  private long endPass() {
    long took = System.nanoTime() - passBeganNanos;
    long pause = every.isZero() ? NEVER_NANOS : Math.max(LOOK_AGAIN_NANOS, every.toNanos() - took);
    passBeganNanos += took + pause;
    return pause;
  }

  /** Says what is damaged, unless it is mended at once. */
  private void tell() {
    DamagedStretch next = scrub.next();
    long now = System.nanoTime();
    if (next == null) {
      damagedSinceNanos = now;
      supervisor.overcome(name);
    } else if (now - damagedSinceNanos > SAID_AFTER_NANOS) {
      supervisor.trouble(name, words(next));
    }
  }

  private String words(DamagedStretch first) {
    int places = scrub.damagedPlaces();
    return "the journal of "
        + pair
        + (places == 1 ? " is damaged in " : " is damaged in " + places + " places, first in ")
        + first
        + "; it is mended as soon as the other replica can send what was there";
  }

  private void close() {
    try {
      scrub.close();
    } catch (IOException e) {
      LOG.debug("{} could not close what it read", name, e);
    }
  }
}
