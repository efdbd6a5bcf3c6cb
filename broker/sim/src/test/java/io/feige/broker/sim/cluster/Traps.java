package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.admin.ClusterAdmin;
import io.feige.broker.sim.cluster.node.ClusterNode;
import io.feige.broker.sim.cluster.node.Standing;
import io.feige.broker.sim.pairnet.Path;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.cluster.PairState;
import java.util.ArrayList;
import java.util.List;

/** Combinations of mishaps that the rules of the pair protocol were made for. */
final class Traps {
  private static final long LOOK_NANOS = 2 * Timeline.MILLI;
  private static final long CLOSE_LOOK_NANOS = 300 * Timeline.MICRO;
  private static final int LOOKS = 1_500;

  private final Cluster cluster;
  private final Mishaps mishaps;
  private final Chance chance;

  Traps(Cluster cluster, Mishaps mishaps) {
    this.cluster = cluster;
    this.mishaps = mishaps;
    this.chance = mishaps.chance();
  }

  void any(PairState pair) {
    switch (chance.between(0, 11)) {
      case 0, 1 -> standbyThenActive(pair);
      case 2, 3 -> switchAndStandby(pair);
      case 4 -> activeTwice(pair);
      case 5 -> lateOrder(pair);
      case 6 -> bothAfterFailover(pair);
      case 7 -> dieWhilePuttingRight(pair);
      case 8 -> emptyDisk(pair);
      case 9 -> fadingActive(pair);
      default -> whileAsking(pair);
    }
  }

  /**
   * The standby's machine restarts with bytes that it had acknowledged lost; then the active ends.
   */
  private void standbyThenActive(PairState pair) {
    ClusterNode standby = mishaps.standby(pair);
    ClusterNode active = mishaps.active(pair);
    mishaps.slowDisk(pair, standby, Timeline.SECOND);
    mishaps.after(
        chance.between(20 * Timeline.MILLI, 300 * Timeline.MILLI),
        () -> {
          mishaps.losePower(standby, chance.skewed(2 * Timeline.MILLI, 400 * Timeline.MILLI));
          mishaps.after(chance.skewed(0, 150 * Timeline.MILLI), () -> mishaps.endSomehow(active));
        });
  }

  /** The standby's machine restarts in the moment in which it is handed over to. */
  private void switchAndStandby(PairState pair) {
    ClusterNode standby = mishaps.standby(pair);
    ClusterNode active = mishaps.active(pair);
    mishaps.slowDisk(pair, standby, 2 * Timeline.SECOND);
    mishaps.after(
        chance.between(20 * Timeline.MILLI, 400 * Timeline.MILLI),
        () -> {
          cluster.switchOver(pair.pair());
          if (chance.percent(50)) {
            String admin = chance.of(cluster.admins()).name();
            long by = chance.between(5 * Timeline.MILLI, 300 * Timeline.MILLI);
            List<Path> way = List.of(cluster.world().net().path(active.name(), admin));
            mishaps.slow(way, 100, by, Timeline.SECOND);
          }
          mishaps.once(
              () -> Mishaps.asks(active, pair, "HAND_OVER"),
              CLOSE_LOOK_NANOS,
              LOOKS,
              () ->
                  mishaps.after(
                      chance.skewed(0, 5 * Timeline.MILLI),
                      () -> mishaps.losePower(standby, soon())));
        });
  }

  private long soon() {
    return chance.skewed(Timeline.MILLI, 60 * Timeline.MILLI);
  }

  /** The active ends, and again as soon as somebody serves. */
  private void activeTwice(PairState pair) {
    mishaps.endSomehow(mishaps.active(pair));
    mishaps.once(
        () -> cluster.zookeeper().pair(pair.pair()).epoch() > pair.epoch() && isServed(pair),
        LOOK_NANOS,
        LOOKS,
        () ->
            mishaps.after(
                chance.skewed(0, 300 * Timeline.MILLI),
                () -> mishaps.endSomehow(mishaps.active(cluster.zookeeper().pair(pair.pair())))));
  }

  private boolean isServed(PairState pair) {
    for (ClusterNode node : cluster.nodesOf(pair.pair())) {
      Standing standing = node.standing(pair.pair());
      if (standing != null && standing.isServing()) {
        return true;
      }
    }
    return false;
  }

  /** The active is away for a moment; the standby's order comes late. */
  private void lateOrder(PairState pair) {
    ClusterNode standby = mishaps.standby(pair);
    long away = chance.between(450 * Timeline.MILLI, 1_000 * Timeline.MILLI);
    mishaps.pause(mishaps.active(pair), away);
    List<Path> ways = new ArrayList<>();
    for (ClusterAdmin admin : cluster.admins()) {
      ways.add(cluster.world().net().path(admin.name(), standby.name()));
    }
    long by = chance.between(100 * Timeline.MILLI, 1_500 * Timeline.MILLI);
    mishaps.slow(ways, chance.between(30, 100), by, 2 * Timeline.SECOND);
  }

  /** The active ends, and when the other one has just begun, both lose power. */
  private void bothAfterFailover(PairState pair) {
    ClusterNode active = mishaps.active(pair);
    ClusterNode standby = mishaps.standby(pair);
    mishaps.slowDisk(pair, standby, 2 * Timeline.SECOND);
    mishaps.kill(active, chance.between(5 * Timeline.MILLI, 600 * Timeline.MILLI));
    mishaps.once(
        () -> cluster.zookeeper().pair(pair.pair()).epoch() > pair.epoch(),
        LOOK_NANOS,
        LOOKS,
        () ->
            mishaps.after(
                chance.skewed(0, 100 * Timeline.MILLI),
                () -> {
                  mishaps.losePower(standby, mishaps.outage());
                  mishaps.after(
                      chance.skewed(0, 50 * Timeline.MILLI),
                      () -> mishaps.losePower(active, mishaps.outage()));
                }));
  }

  /** Whoever has to cut its journal next dies over it. */
  private void dieWhilePuttingRight(PairState pair) {
    for (ClusterNode node : cluster.nodesOf(pair.pair())) {
      node.disk(pair.pair()).dieInNextMove(chance.between(0, 40));
    }
    mishaps.isolate(mishaps.active(pair), mishaps.outage());
  }

  /** A node that is not counted on is set up anew, with an empty disk. */
  private void emptyDisk(PairState pair) {
    ClusterNode node = mishaps.standby(pair);
    mishaps.kill(node, 2 * Timeline.SECOND);
    mishaps.once(
        () -> cluster.zookeeper().pair(pair.pair()).isAlone(pair.other(node.name())),
        LOOK_NANOS,
        500,
        () -> {
          if (!node.isUp()) {
            node.replaceDisk(pair.pair());
          }
        });
  }

  /**
   * Admin has not heard of the active for a while, but the standby still promises. Then that ends,
   * too: whoever counts in the wrong way what was promised last is found out.
   */
  private void fadingActive(PairState pair) {
    ClusterNode active = mishaps.active(pair);
    ClusterNode standby = mishaps.standby(pair);
    mishaps.cutFromAdmins(active, 2_500 * Timeline.MILLI);
    mishaps.after(
        chance.between(500 * Timeline.MILLI, 900 * Timeline.MILLI),
        () -> {
          switch (chance.between(0, 2)) {
            case 0 -> mishaps.cutLink(pair, 1_500 * Timeline.MILLI);
            case 1 -> mishaps.kill(standby, soon());
            default -> mishaps.pause(standby, mishaps.outage());
          }
        });
  }

  /**
   * Something happens just when the active asks for a change and does not know what comes of it.
   */
  private void whileAsking(PairState pair) {
    ClusterNode active = mishaps.active(pair);
    ClusterNode standby = mishaps.standby(pair);
    String kind = chance.of(List.of("SHRINK", "GROW", "GROW", "HAND_OVER", "CANCEL"));
    switch (kind) {
      case "SHRINK" -> mishaps.cutLink(pair, mishaps.outage());
      case "GROW" -> mishaps.kill(standby, chance.between(150, 600) * Timeline.MILLI);
      default -> {
        cluster.switchOver(pair.pair());
        if (kind.equals("CANCEL")) {
          mishaps.cutFromAdmins(active, 600 * Timeline.MILLI);
        }
      }
    }
    mishaps.once(
        () -> Mishaps.asks(active, pair, kind),
        CLOSE_LOOK_NANOS,
        2 * LOOKS,
        () -> mishaps.after(chance.skewed(0, 2 * Timeline.MILLI), () -> disturb(pair, active)));
  }

  private void disturb(PairState pair, ClusterNode active) {
    long nanos = chance.between(500 * Timeline.MILLI, 2_000 * Timeline.MILLI);
    switch (chance.between(0, 5)) {
      case 0 -> mishaps.isolate(active, nanos);
      case 1 -> mishaps.cutFromAdmins(active, nanos);
      case 2 -> {
        mishaps.cutFromAdmins(active, nanos);
        mishaps.cutLink(pair, nanos);
      }
      case 3 -> mishaps.losePower(mishaps.standby(pair), soon());
      case 4 -> {
        List<Path> ways = mishaps.waysToAdmins(active.name());
        mishaps.slow(ways, 100, chance.between(50, 800) * Timeline.MILLI, nanos);
        mishaps.after(chance.skewed(0, 300 * Timeline.MILLI), () -> mishaps.endSomehow(active));
      }
      default -> mishaps.endSomehow(active);
    }
  }

  /** The active is gone for good, as far as its operator knows; the other one is promoted. */
  void abandon(PairState pair) {
    ClusterNode lost = mishaps.active(pair);
    ClusterNode other = mishaps.standby(pair);
    if (lost.isUp()) {
      mishaps.losePower(lost, 6 * Timeline.SECOND);
      mishaps.after(
          chance.between(300 * Timeline.MILLI, 2_000 * Timeline.MILLI),
          () -> cluster.promote(pair.pair(), other.name()));
    }
  }
}
