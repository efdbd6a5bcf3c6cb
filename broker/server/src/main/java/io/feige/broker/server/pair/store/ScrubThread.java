package io.feige.broker.server.pair.store;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.server.net.PairSetup;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads once, beside the service, what opening the journal did not read: the older segments, with
 * all checksums. So a node that starts from a snapshot in a moment still finds damage within
 * minutes, and not when a consumer meets it.
 */
final class ScrubThread {
  private static final Logger LOG = LoggerFactory.getLogger(ScrubThread.class);
  private static final long PORTION_BYTES = 8 << 20;
  private static final long PAUSE_NANOS = 20_000_000;

  private final FilePort files;
  private final long before;
  private final Consumer<RuntimeException> failed;
  private final Thread thread;
  private volatile boolean stopping;
  private long sincePause;

  /**
   * Segments that end at or before the position are read; what is damaged is told on this thread,
   * once.
   */
  ScrubThread(PairSetup setup, FilePort files, long before, Consumer<RuntimeException> failed) {
    this.files = files;
    this.before = before;
    this.failed = failed;
    this.thread = setup.supervisor().thread("feige-scrub-" + setup.pair(), this::run, _ -> {});
  }

  void start() {
    thread.start();
  }

  void stop() throws InterruptedException {
    stopping = true;
    LockSupport.unpark(thread);
    thread.join();
  }

  /** Ends the reading; nobody is told. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super(null, null, false, false);
    }
  }

  private void run() {
    try {
      JournalVerifier.verifySealed(files, before, this::pace);
    } catch (JournalCorruptException e) {
      failed.accept(e);
    } catch (Stopped e) {
      // The node stops; the next start reads again.
    } catch (IOException | JournalException e) {
      LOG.warn("the older segments could not be checked: {}", e.getMessage());
    }
  }

  /** Leaves disk and processor to those who wait for them. */
  private void pace(StoredFrame frame) {
    sincePause += frame.length();
    if (sincePause >= PORTION_BYTES) {
      sincePause = 0;
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
    if (stopping) {
      throw new Stopped();
    }
  }
}
