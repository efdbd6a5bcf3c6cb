package io.feige.admin.log;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * Warnings that a peer can cause at will, at most one in an interval. What was held back is counted
 * and told with the next line. Any thread.
 */
public final class RateLimitedLog {
  private final Logger log;
  private final AdminLogId id;
  private final long intervalNanos;
  private final LongSupplier nanoClock;
  private final AtomicLong nextAt;
  private final AtomicLong heldBack = new AtomicLong();

  /** Lines of one id, by a clock that a test may turn. */
  public RateLimitedLog(Logger log, AdminLogId id, Duration interval, LongSupplier nanoClock) {
    this.log = log;
    this.id = id;
    this.intervalNanos = interval.toNanos();
    this.nanoClock = nanoClock;
    this.nextAt = new AtomicLong(nanoClock.getAsLong());
  }

  /** One line in ten seconds. */
  public static RateLimitedLog of(Logger log, AdminLogId id) {
    return new RateLimitedLog(log, id, Duration.ofSeconds(10), System::nanoTime);
  }

  /** Logs the sentence, or counts it. */
  public boolean warn(String subject, String sentence) {
    long now = nanoClock.getAsLong();
    long at = nextAt.get();
    if (now - at < 0 || !nextAt.compareAndSet(at, now + intervalNanos)) {
      heldBack.incrementAndGet();
      return false;
    }
    long more = heldBack.getAndSet(0);
    if (more == 0) {
      log.warn("{} {}: {}", id, subject, sentence);
    } else {
      log.warn("{} {}: {} (and {} more like it since the last line)", id, subject, sentence, more);
    }
    return true;
  }
}
