package io.feige.broker.sim.cluster;

import io.feige.broker.core.time.Patience;
import io.feige.broker.sim.cluster.node.ClusterNode;
import io.feige.broker.sim.cluster.node.Standing;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.cluster.PairState;

/**
 * A run in which one disk hangs and nothing else goes wrong, so that it can be said what has to
 * come of it: within a bound a pair leaves an active whose disk hangs, and a standby whose disk
 * hangs is not counted upon.
 */
final class DiskDrill {
  private static final long HANGS_NANOS = 5 * Timeline.SECOND;
  private static final long LOOK_NANOS = 20 * Timeline.MILLI;

  /** Something was written by then that the disk does not have. */
  private static final long PENDING_NANOS = 300 * Timeline.MILLI;

  /** The limit of an fsync, the longest wait of a publisher's answer on the way, two stores. */
  private static final long GIVEN_UP_NANOS = 1_000 * Timeline.MILLI;

  /** The same with the most patience that an active has with its own disk. */
  private static final long MOVED_NANOS = (Patience.MOST_MILLIS + 500) * Timeline.MILLI;

  private final Cluster cluster;
  private final Mishaps mishaps;
  private final String pair;
  private final boolean isOfActive;

  DiskDrill(Cluster cluster, Chance chance) {
    this.cluster = cluster;
    this.mishaps = new Mishaps(cluster, chance);
    this.pair = chance.of(cluster.zookeeper().pairs()).pair();
    this.isOfActive = chance.percent(50);
  }

  /** Begins as soon as both members are in sync. */
  void begin() {
    PairState state = cluster.zookeeper().pair(pair);
    if (state.inSync().size() < 2 || state.active().isEmpty()) {
      later(LOOK_NANOS, this::begin);
      return;
    }
    ClusterNode node = isOfActive ? mishaps.active(state) : mishaps.standby(state);
    mishaps.tell(node.name() + "'s disk hangs");
    node.disk(pair).slowDown(now() + HANGS_NANOS, HANGS_NANOS);
    later(PENDING_NANOS, () -> pending(node, state));
  }

  private void pending(ClusterNode node, PairState state) {
    Standing standing = node.standing(pair);
    long end = standing == null ? 0 : standing.end();
    if (isOfActive) {
      later(MOVED_NANOS, () -> mustHaveMoved(node, state, end));
    } else {
      later(GIVEN_UP_NANOS, () -> mustBeGivenUp(node, state, end));
    }
  }

  private void mustHaveMoved(ClusterNode node, PairState before, long end) {
    Standing standing = node.standing(pair);
    boolean isStuck = standing != null && standing.commit() < end && standing.durable() < end;
    boolean isSame = cluster.zookeeper().pair(pair).epoch() == before.epoch();
    Violation.unless(!(isStuck && isSame), "%s still waits for the disk of %s", pair, node.name());
  }

  private void mustBeGivenUp(ClusterNode node, PairState before, long end) {
    Standing standing = node.standing(pair);
    boolean isStuck = standing != null && standing.durable() < end;
    PairState state = cluster.zookeeper().pair(pair);
    boolean isSame = state.epoch() == before.epoch() && state.inSync().size() == 2;
    Violation.unless(
        !(isStuck && isSame), "%s still counts upon the disk of %s", pair, node.name());
  }

  private long now() {
    return cluster.world().timeline().nanos();
  }

  private void later(long nanos, Runnable what) {
    cluster.world().timeline().after(nanos, what);
  }
}
