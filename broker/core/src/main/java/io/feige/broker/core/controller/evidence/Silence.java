package io.feige.broker.core.controller.evidence;

import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.time.Patience;
import org.jspecify.annotations.Nullable;

/**
 * How long the silence of a node is borne: for {@code failover.timeout}, and for longer where its
 * reports came late lately, see {@link Patience}. The time in which this Admin did not run itself
 * is no silence of anybody's.
 */
public final class Silence {
  private final ControllerSettings settings;
  private final OwnPauses pauses = new OwnPauses();

  /** Nothing was heard yet. */
  public Silence(ControllerSettings settings) {
    this.settings = settings;
  }

  /** This Admin wanted to run for so long before it did. */
  public void ranLate(long nanos, Now now) {
    pauses.ended(nanos, now.nanos());
  }

  /** With a node that was not heard yet. */
  public Patience patience() {
    return new Patience(
        settings.failoverMillis(), settings.mostFailoverMillis(), settings.heartbeatMillis());
  }

  /** A node that is connected, and was heard before, is heard again. */
  void ends(NodeRecord node, Now now) {
    long before = node.heardNanos();
    long nanos = now.nanos() - before - pauses.nanosSince(before);
    node.patience().came(nanos, now.nanos());
  }

  /** How long it is borne now, milliseconds. */
  public int millis(@Nullable NodeRecord node, Now now) {
    return node == null ? settings.failoverMillis() : node.patience().millis(now.nanos());
  }

  /** Until when it is borne if it has begun at a time. */
  long endNanos(@Nullable NodeRecord node, long sinceNanos, Now now) {
    return endNanos(node, sinceNanos, 0, now);
  }

  /** The same with more patience: so many times twice as long. */
  long endNanos(@Nullable NodeRecord node, long sinceNanos, int doublings, Now now) {
    long millis = (long) millis(node, now) << doublings;
    return sinceNanos + Times.nanos(millis) + pauses.nanosSince(sinceNanos);
  }

  /**
   * How long the silence of a pair's active may last before it is replaced, as things are now; with
   * the longest time for which this Admin did not run lately. Milliseconds.
   */
  public int boundMillis(Sighting one, Sighting other, Now now) {
    return Math.max(millis(one.record(), now), millis(other.record(), now))
        + (int) Times.millis(pauses.longestNanos(now.nanos()));
  }
}
