package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.node.ClusterNode;
import io.feige.broker.sim.cluster.node.Standing;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.cluster.PairState;

/**
 * A run in which one thread of the active's process dies and nothing else goes wrong: within a
 * bound somebody else serves. The process lives on, and nobody starts it anew meanwhile, unless it
 * says itself that it cannot go on.
 */
final class ThreadDrill {
  private static final long LOOK_NANOS = 20 * Timeline.MILLI;

  /** The silence that Admin waits for, the standby's promise, two stores, clocks that run slow. */
  private static final long MOVED_NANOS = 2_000 * Timeline.MILLI;

  private final Cluster cluster;
  private final Mishaps mishaps;
  private final String pair;
  private final boolean isOfDisk;
  private boolean hasMoved;

  ThreadDrill(Cluster cluster, Chance chance) {
    this.cluster = cluster;
    this.mishaps = new Mishaps(cluster, chance);
    this.pair = chance.of(cluster.zookeeper().pairs()).pair();
    this.isOfDisk = chance.percent(50);
  }

  /** Begins as soon as both members are in sync and one of them serves. */
  void begin() {
    PairState state = cluster.zookeeper().pair(pair);
    if (state.inSync().size() < 2 || !isServed(state)) {
      later(LOOK_NANOS, this::begin);
      return;
    }
    ClusterNode node = mishaps.active(state);
    node.loseThread(pair, isOfDisk);
    later(LOOK_NANOS, () -> look(state));
    later(MOVED_NANOS, () -> mustHaveMoved(node));
  }

  /** Once it has moved it may move on, and is not served for a moment then. */
  private void look(PairState before) {
    PairState state = cluster.zookeeper().pair(pair);
    hasMoved = state.epoch() > before.epoch() && isServed(state);
    if (!hasMoved) {
      later(LOOK_NANOS, () -> look(before));
    }
  }

  private boolean isServed(PairState state) {
    Standing active = state.active().isEmpty() ? null : cluster.node(state.active()).standing(pair);
    return active != null && active.isServing();
  }

  private void mustHaveMoved(ClusterNode node) {
    Violation.unless(
        hasMoved, "%s was not served again, a thread of %s has died", pair, node.name());
    node.kill();
    cluster.startIn(node, 0);
  }

  private void later(long nanos, Runnable what) {
    cluster.world().timeline().after(nanos, what);
  }
}
