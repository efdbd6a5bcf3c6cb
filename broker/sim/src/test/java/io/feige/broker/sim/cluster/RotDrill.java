package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.node.ClusterNode;
import io.feige.broker.sim.cluster.node.Standing;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.cluster.PairState;
import org.jspecify.annotations.Nullable;

/**
 * A run in which some of what the standby has stored is damaged and is read again: within a bound
 * it is as it was. Sometimes the standby dies in the middle of that, or loses its power.
 */
final class RotDrill {
  private static final long LOOK_NANOS = 20 * Timeline.MILLI;
  private static final long MENDED_NANOS = Timeline.SECOND;

  private final Cluster cluster;
  private final Mishaps mishaps;
  private final Chance chance;
  private final String pair;

  RotDrill(Cluster cluster, Chance chance) {
    this.cluster = cluster;
    this.mishaps = new Mishaps(cluster, chance);
    this.chance = chance;
    this.pair = chance.of(cluster.zookeeper().pairs()).pair();
  }

  /** Begins as soon as both members are in sync and something old is stored. */
  void begin() {
    ClusterNode node = standbyInSync();
    Standing standing = node == null ? null : node.standing(pair);
    if (node == null || standing == null || standing.rot() == 0) {
      later(LOOK_NANOS, this::begin);
      return;
    }
    standing.scrub();
    if (chance.percent(40)) {
      later(chance.skewed(0, 15 * Timeline.MILLI), () -> interrupt(node));
    } else {
      later(MENDED_NANOS, () -> mustBeMended(node));
    }
  }

  private @Nullable ClusterNode standbyInSync() {
    PairState state = cluster.zookeeper().pair(pair);
    boolean isInSync = state.inSync().size() == 2 && !state.active().isEmpty();
    return isInSync ? mishaps.standby(state) : null;
  }

  private void interrupt(ClusterNode node) {
    if (chance.percent(50)) {
      node.kill();
    } else {
      node.losePower();
    }
    cluster.startIn(node, chance.skewed(0, 100 * Timeline.MILLI));
    later(LOOK_NANOS, () -> scrubAgain(node));
  }

  private void scrubAgain(ClusterNode node) {
    Standing standing = node.standing(pair);
    if (standing == null || !node.equals(standbyInSync())) {
      later(LOOK_NANOS, () -> scrubAgain(node));
      return;
    }
    standing.scrub();
    later(MENDED_NANOS, () -> mustBeMended(node));
  }

  private void mustBeMended(ClusterNode node) {
    Standing standing = node.standing(pair);
    Violation.unless(
        standing != null && standing.isMended(), "%s of %s is damaged", pair, node.name());
  }

  private void later(long nanos, Runnable what) {
    cluster.world().timeline().after(nanos, what);
  }
}
