package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.admin.ClusterAdmin;
import io.feige.broker.sim.cluster.node.ClusterNode;
import io.feige.broker.sim.cluster.node.Standing;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.cluster.PairState;
import java.util.ArrayList;
import java.util.List;

/**
 * A run in which processes stand still again and again, each time for longer, and nothing dies: no
 * pair changes its active. Then one active is cut off, and the other member serves within the bound
 * that was shown at that moment.
 */
final class BusyDrill {
  /** Each is less than three times the one before, as machines become busy. */
  private static final List<Integer> STALLS_MILLIS = List.of(200, 290, 400, 540, 700);

  private static final int TIMES = 2;
  private static final long REST_NANOS = 450 * Timeline.MILLI;
  private static final long LOOK_NANOS = 20 * Timeline.MILLI;

  /** Admin's clock may run slow, and the bound counts in its time. */
  private static final int SLOW_CLOCK_PERCENT = 106;

  /** All stalls, the bound at most, and as long until the pairs are complete. */
  static final long WORK_MILLIS = 18_000;

  private final Cluster cluster;
  private final Chance chance;
  private final String pair;
  private final boolean isOfAdmin;
  private final boolean isOfAll;
  private final List<Integer> left = new ArrayList<>();

  BusyDrill(Cluster cluster, Chance chance) {
    this.cluster = cluster;
    this.chance = chance;
    this.pair = chance.of(cluster.zookeeper().pairs()).pair();
    this.isOfAdmin = chance.percent(30);
    this.isOfAll = chance.percent(30);
    STALLS_MILLIS.forEach(millis -> {
      for (int i = 0; i < TIMES; i++) {
        left.add(millis);
      }
    });
  }

  /** Begins as soon as the master serves each pair and both members are in sync. */
  void begin() {
    if (cluster.zookeeper().pairs().stream().allMatch(this::isComplete)) {
      stall(cluster.zookeeper().pair(pair));
    } else {
      later(LOOK_NANOS, this::begin);
    }
  }

  private boolean isComplete(PairState state) {
    return state.inSync().size() == 2
        && state.active().equals(state.master())
        && isServed(state)
        && cluster.admins().stream().anyMatch(ClusterAdmin::leads);
  }

  private boolean isServed(PairState state) {
    Standing active =
        state.active().isEmpty() ? null : cluster.node(state.active()).standing(state.pair());
    return active != null && active.isServing();
  }

  private void stall(PairState before) {
    PairState now = cluster.zookeeper().pair(pair);
    Violation.unless(
        now.epoch() == before.epoch(),
        "%s has another active, and nothing had died: %s",
        pair,
        now);
    if (left.isEmpty()) {
      cutOff(now);
      return;
    }
    long nanos = left.removeFirst() * Timeline.MILLI;
    if (isOfAll || isOfAdmin) {
      cluster.admins().stream().filter(ClusterAdmin::leads).forEach(ClusterAdmin::pause);
    }
    if (isOfAll || !isOfAdmin) {
      cluster.node(now.active()).pause(false);
    }
    later(nanos, () -> wake(now));
    later(nanos + REST_NANOS + chance.between(0L, 100 * Timeline.MILLI), () -> stall(now));
  }

  private void wake(PairState state) {
    cluster.admins().forEach(ClusterAdmin::wake);
    cluster.node(state.active()).wake();
  }

  /** As when its machine dies: nothing proves it, and no connection ends. */
  private void cutOff(PairState before) {
    if (before.inSync().size() < 2) {
      later(LOOK_NANOS, () -> cutOff(cluster.zookeeper().pair(pair)));
      return;
    }
    long bound =
        cluster.admins().stream()
            .mapToLong(admin -> admin.failoverBoundMillis(pair))
            .max()
            .orElseThrow();
    ClusterNode active = cluster.node(before.active());
    new Mishaps(cluster, chance).isolate(active, WORK_MILLIS * Timeline.MILLI);
    later(bound * SLOW_CLOCK_PERCENT / 100 * Timeline.MILLI, () -> mustHaveMoved(before, bound));
  }

  private void mustHaveMoved(PairState before, long bound) {
    PairState now = cluster.zookeeper().pair(pair);
    Violation.unless(
        now.epoch() > before.epoch() && isServed(now),
        "%s is not served %d ms after %s was cut off: %s",
        pair,
        bound,
        before.active(),
        now);
  }

  private void later(long nanos, Runnable what) {
    cluster.world().timeline().after(nanos, what);
  }
}
