package io.feige.admin.controller;

import io.feige.admin.log.AdminLogId;
import io.feige.admin.store.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes that nobody waits for, one after the other, on a virtual thread. Of one thing only the
 * newest waits, so that a store that is slow or away makes no queue. Any thread.
 */
final class BackgroundWrites {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundWrites.class);

  private final Map<String, Runnable> waiting = new LinkedHashMap<>();
  private boolean isRunning;

  /**
   * Writes soon, in the place of an earlier write of the same thing that still waits.
   *
   * @param write may throw {@link StoreException}, which is logged; then nothing more happens
   */
  synchronized void put(String thing, Runnable write) {
    waiting.put(thing, write);
    if (!isRunning) {
      isRunning = true;
      var _ = Thread.ofVirtual().name("feige-writes").start(this::run);
    }
  }

  private void run() {
    for (Runnable write = next(); write != null; write = next()) {
      try {
        write.run();
      } catch (StoreException e) {
        LOG.debug("not written", e);
      } catch (RuntimeException e) {
        LOG.error("{} a write met a fault", AdminLogId.INTERNAL_FAULT, e);
      }
    }
  }

  private synchronized @org.jspecify.annotations.Nullable Runnable next() {
    var entries = waiting.entrySet().iterator();
    if (!entries.hasNext()) {
      isRunning = false;
      return null;
    }
    Runnable write = entries.next().getValue();
    entries.remove();
    return write;
  }
}
