package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.admin.ClusterAdmin;
import io.feige.broker.sim.cluster.node.ClusterNode;
import io.feige.broker.sim.disk.LostFsync;
import io.feige.broker.sim.disk.SimFiles;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.cluster.PairState;
import java.util.List;

/** Chooses what goes wrong next; now and then it is only an operator who switches. */
final class Faults {
  private final Cluster cluster;
  private final Mishaps mishaps;
  private final Traps traps;
  private final Chance chance;
  private final boolean promotes;

  Faults(Cluster cluster, Chance chance, boolean promotes) {
    this.cluster = cluster;
    this.mishaps = new Mishaps(cluster, chance);
    this.traps = new Traps(cluster, mishaps);
    this.chance = chance;
    this.promotes = promotes;
  }

  /** Nothing goes wrong any more. */
  void end() {
    mishaps.end();
  }

  /** One thing goes wrong, with one pair in mind. */
  void one() {
    if (mishaps.isOver()) {
      return;
    }
    PairState pair = chance.of(cluster.zookeeper().pairs());
    if (promotes && chance.percent(40)) {
      traps.abandon(pair);
    } else if (chance.percent(45)) {
      traps.any(pair);
    } else {
      simple(pair);
    }
  }

  private void simple(PairState pair) {
    switch (chance.between(0, 17)) {
      case 0, 1 -> mishaps.kill(mishaps.anyOf(pair), mishaps.outage());
      case 2 -> mishaps.losePower(mishaps.anyOf(pair), mishaps.outage());
      case 3 -> losePowerOfBoth(pair);
      case 4, 5 -> mishaps.pause(mostlyActive(pair), mishaps.outage());
      case 6 -> mishaps.cutLink(pair, mishaps.outage());
      case 7 -> mishaps.isolate(mostlyActive(pair), mishaps.outage());
      case 8 -> mishaps.cutFromAdmins(mostlyActive(pair), mishaps.outage());
      case 9 -> slowNet(pair);
      case 10 -> mishaps.slowDisk(pair, mishaps.anyOf(pair), mishaps.outage());
      case 11 -> brokenDisk(pair);
      case 12 -> cluster.switchOver(pair.pair());
      case 13 -> leave(mishaps.active(pair));
      case 14 -> troubleAdmin();
      case 16 -> mishaps.loseThread(pair, mostlyActive(pair), mishaps.outage());
      case 15 -> mishaps.hangDisk(pair, mostlyActive(pair));
      default -> troubleZooKeeper();
    }
  }

  private ClusterNode mostlyActive(PairState pair) {
    return chance.percent(70) ? mishaps.active(pair) : mishaps.anyOf(pair);
  }

  private void losePowerOfBoth(PairState pair) {
    ClusterNode first = mishaps.anyOf(pair);
    mishaps.losePower(first, mishaps.outage());
    ClusterNode second = cluster.node(pair.other(first.name()));
    mishaps.after(
        chance.skewed(0, 30 * Timeline.MILLI), () -> mishaps.losePower(second, mishaps.outage()));
  }

  private void slowNet(PairState pair) {
    String one = mishaps.anyOf(pair).name();
    String other = chance.percent(50) ? pair.other(one) : chance.of(cluster.servers());
    mishaps.tell("slow: " + one + " and " + other);
    long by = chance.skewed(20 * Timeline.MILLI, 1_500 * Timeline.MILLI);
    mishaps.slow(mishaps.someWays(one, other), chance.between(1, 30), by, mishaps.outage());
  }

  private void brokenDisk(PairState pair) {
    ClusterNode node = mishaps.anyOf(pair);
    SimFiles files = node.files(pair.pair());
    if (files == null) {
      return;
    }
    int calls = chance.between(0, 25);
    switch (chance.between(0, 3)) {
      case 0 -> {
        mishaps.tell(node.name() + " will die in its disk's call %d from now", calls);
        files.crashIn(calls);
      }
      case 1 -> {
        String call =
            chance.of(List.of("create", "delete", "delete a segment", "rename", "forceDirectory"));
        mishaps.tell(node.name() + " will die in its next " + call);
        files.crashAt(call, chance.between(0, 3));
      }
      case 2 -> {
        mishaps.tell(node.name() + "'s fsync %d from now will fail", calls / 5);
        files.failForceIn(calls / 5, chance.of(LostFsync.values()));
      }
      default -> {
        long left = chance.skewed(0, 150_000);
        mishaps.tell(node.name() + "'s disk is filled up to %d bytes", left);
        node.disk(pair.pair()).journal().leaveFree(left);
        if (chance.percent(50)) {
          mishaps.tell("and what is overwritten takes room");
          node.disk(pair.pair()).journal().copyOnWrite();
        }
        mishaps.surelyAfter(
            mishaps.outage(), () -> node.disk(pair.pair()).journal().leaveFree(Long.MAX_VALUE));
      }
    }
  }

  private void leave(ClusterNode node) {
    node.leave();
    mishaps.after(
        chance.between(20 * Timeline.MILLI, 800 * Timeline.MILLI),
        () -> mishaps.kill(node, mishaps.outage()));
  }

  private void troubleAdmin() {
    ClusterAdmin admin = chance.of(cluster.admins());
    if (chance.percent(60)) {
      admin.kill();
      mishaps.surelyAfter(mishaps.outage(), admin::start);
    } else {
      admin.pause();
      mishaps.surelyAfter(mishaps.outage(), admin::wake);
    }
  }

  private void troubleZooKeeper() {
    if (chance.percent(40)) {
      mishaps.tell("ZooKeeper is away");
      cluster.stopZooKeeper();
      mishaps.surelyAfter(mishaps.outage(), cluster::startZooKeeper);
    } else {
      String admin = chance.of(cluster.admins()).name();
      mishaps.tell("cut: " + admin + " and ZooKeeper");
      mishaps.cut(mishaps.someWays(admin, "zk"), mishaps.outage());
    }
  }
}
