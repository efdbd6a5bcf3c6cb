package io.feige.dist.traffic;

import java.util.HashMap;
import java.util.Map;

/**
 * Which activations of the pairs confirmed what: nothing that was published after a higher one was
 * seen to confirm may be confirmed by a lower one, else two nodes served at a time. Any thread.
 */
public final class Epochs {
  private record Seen(long epoch, long sinceNanos) {}

  private final Map<String, Seen> highest = new HashMap<>();
  private int violations;

  synchronized void confirmed(String pair, long epoch, long publishedNanos, long nowNanos) {
    Seen seen = highest.get(pair);
    if (seen == null || epoch > seen.epoch()) {
      highest.put(pair, new Seen(epoch, nowNanos));
    } else if (epoch < seen.epoch() && publishedNanos - seen.sinceNanos() > 0) {
      violations++;
    }
  }

  /** How often two nodes served one pair. */
  public synchronized int violations() {
    return violations;
  }
}
