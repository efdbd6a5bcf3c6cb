package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.admin.ClusterAdmin;
import io.feige.broker.sim.cluster.node.ClusterNode;
import io.feige.broker.sim.cluster.node.Standing;
import io.feige.broker.sim.disk.LostFsync;
import io.feige.broker.sim.disk.SimFiles;
import io.feige.broker.sim.pairnet.Net;
import io.feige.broker.sim.pairnet.Path;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Trace;
import io.feige.protocol.cluster.PairState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets things go wrong, one by one and in the combinations that the pair protocol was made for; and
 * an operator who switches.
 */
final class Faults {
  private static final long LOOK_NANOS = 2 * Timeline.MILLI;
  private static final long[] OUTAGES_MILLIS = {5, 40, 150, 500, 1_200, 2_500};

  private final Cluster cluster;
  private final Timeline timeline;
  private final Trace trace;
  private final Chance chance;
  private final Net net;
  private final boolean promotes;
  private boolean isOver;

  Faults(Cluster cluster, Chance chance, boolean promotes) {
    this.cluster = cluster;
    this.timeline = cluster.world().timeline();
    this.trace = cluster.world().trace();
    this.net = cluster.world().net();
    this.chance = chance;
    this.promotes = promotes;
  }

  /** Nothing goes wrong any more. */
  void end() {
    isOver = true;
  }

  private void after(long nanos, Runnable what) {
    timeline.after(
        nanos,
        () -> {
          if (!isOver) {
            what.run();
          }
        });
  }

  private long outage() {
    return OUTAGES_MILLIS[chance.between(0, OUTAGES_MILLIS.length - 1)]
        * chance.between(500_000, 1_500_000);
  }

  /** One thing goes wrong, with one pair in mind. */
  void one() {
    if (isOver) {
      return;
    }
    PairState pair = chance.of(cluster.zookeeper().pairs());
    if (promotes && chance.percent(40)) {
      abandon(pair);
      return;
    }
    switch (chance.between(0, 27)) {
      case 0, 1 -> kill(anyOf(pair), outage());
      case 2 -> losePower(anyOf(pair), outage());
      case 3 -> losePowerOfBoth(pair);
      case 4, 5 -> pause(chance.percent(70) ? active(pair) : anyOf(pair), outage());
      case 6, 7 -> cutSomething(pair);
      case 8 -> isolate(chance.percent(70) ? active(pair) : anyOf(pair));
      case 9 -> cutFromAdmins(active(pair));
      case 10 -> slowNet(pair);
      case 11 -> slowDisk(pair, anyOf(pair), outage());
      case 12 -> brokenDisk(pair);
      case 13, 14 -> cluster.switchOver(pair.pair());
      case 15 -> leave(active(pair));
      case 16, 24 -> troubleAdmin();
      case 17 -> troubleZooKeeper();
      case 18, 19 -> standbyThenActive(pair);
      case 20, 21 -> switchAndStandby(pair);
      case 22 -> activeTwice(pair);
      case 25 -> emptyDisk(pair);
      case 26 -> bothAfterFailover(pair);
      case 27 -> dieWhilePuttingRight(pair);
      default -> lateOrder(pair);
    }
  }

  private ClusterNode anyOf(PairState pair) {
    return cluster.node(chance.percent(50) ? pair.master() : pair.backup());
  }

  private ClusterNode active(PairState pair) {
    return cluster.node(pair.active().isEmpty() ? pair.master() : pair.active());
  }

  private ClusterNode standby(PairState pair) {
    return cluster.node(pair.other(active(pair).name()));
  }

  private void kill(ClusterNode node, long nanos) {
    node.kill();
    cluster.startIn(node, nanos);
  }

  private void losePower(ClusterNode node, long nanos) {
    node.losePower();
    cluster.startIn(node, nanos);
  }

  private void losePowerOfBoth(PairState pair) {
    ClusterNode first = anyOf(pair);
    losePower(first, outage());
    ClusterNode second = cluster.node(pair.other(first.name()));
    after(chance.skewed(0, 30 * Timeline.MILLI), () -> losePower(second, outage()));
  }

  private void pause(ClusterNode node, long nanos) {
    node.pause(chance.percent(40));
    timeline.after(nanos, node::wake);
  }

  private void cut(List<Path> paths, long nanos) {
    paths.forEach(Path::cut);
    timeline.after(nanos, () -> paths.forEach(Path::heal));
  }

  private List<Path> between(String one, String other) {
    List<Path> both = List.of(net.path(one, other), net.path(other, one));
    return chance.percent(50) ? both : List.of(chance.of(both));
  }

  private void cutSomething(PairState pair) {
    List<Path> paths = new ArrayList<>();
    String one = anyOf(pair).name();
    if (chance.percent(65)) {
      trace.note("cut: " + one + " and " + pair.other(one));
      paths.addAll(between(one, pair.other(one)));
    }
    if (paths.isEmpty() || chance.percent(30)) {
      String admin = chance.of(cluster.admins()).name();
      trace.note("cut: " + one + " and " + admin);
      paths.addAll(between(one, admin));
    }
    cut(paths, outage());
  }

  /** Only clients reach it still. */
  private void isolate(ClusterNode node) {
    trace.note("isolated: " + node.name());
    List<Path> paths = new ArrayList<>();
    for (String other : cluster.servers()) {
      if (!other.equals(node.name())) {
        paths.add(net.path(node.name(), other));
        paths.add(net.path(other, node.name()));
      }
    }
    cut(paths, outage());
  }

  private void cutFromAdmins(ClusterNode node) {
    trace.note("cut from Admin: " + node.name());
    List<Path> paths = new ArrayList<>();
    for (ClusterAdmin admin : cluster.admins()) {
      paths.addAll(between(node.name(), admin.name()));
    }
    cut(paths, outage());
  }

  private void slow(List<Path> paths, int percent, long by, long nanos) {
    paths.forEach(path -> path.slowDown(percent, by));
    timeline.after(nanos, () -> paths.forEach(path -> path.slowDown(0, 0)));
  }

  private void slowNet(PairState pair) {
    List<String> all = cluster.servers();
    String one = anyOf(pair).name();
    String other = chance.percent(50) ? pair.other(one) : chance.of(all);
    trace.note("slow: " + one + " and " + other);
    long by = chance.skewed(20 * Timeline.MILLI, 1_500 * Timeline.MILLI);
    slow(between(one, other), chance.between(1, 30), by, outage());
  }

  private void slowDisk(PairState pair, ClusterNode node, long nanos) {
    long by = chance.between(50 * Timeline.MILLI, 1_200 * Timeline.MILLI);
    trace.note("slow disk: " + node.name() + ", by %d ms", by / Timeline.MILLI);
    node.disk(pair.pair()).slowDown(timeline.nanos() + nanos, by);
  }

  private void brokenDisk(PairState pair) {
    ClusterNode node = anyOf(pair);
    SimFiles files = node.files(pair.pair());
    if (files == null) {
      return;
    }
    int calls = chance.between(0, 25);
    switch (chance.between(0, 3)) {
      case 0 -> {
        trace.note(node.name() + " will die in its disk's call %d from now", calls);
        files.crashIn(calls);
      }
      case 1 -> {
        String call =
            chance.of(List.of("create", "delete", "delete a segment", "rename", "forceDirectory"));
        trace.note(node.name() + " will die in its next " + call);
        files.crashAt(call, chance.between(0, 3));
      }
      case 2 -> {
        trace.note(node.name() + "'s fsync %d from now will fail", calls / 5);
        files.failForceIn(calls / 5, chance.of(LostFsync.values()));
      }
      default -> {
        long left = chance.skewed(0, 150_000);
        trace.note(node.name() + "'s disk is filled up to %d bytes", left);
        node.disk(pair.pair()).journal().leaveFree(left);
        timeline.after(outage(), () -> node.disk(pair.pair()).journal().leaveFree(Long.MAX_VALUE));
      }
    }
  }

  private void leave(ClusterNode node) {
    node.leave();
    after(chance.between(20 * Timeline.MILLI, 800 * Timeline.MILLI), () -> kill(node, outage()));
  }

  private void troubleAdmin() {
    ClusterAdmin admin = chance.of(cluster.admins());
    if (chance.percent(60)) {
      admin.kill();
      timeline.after(outage(), admin::start);
    } else {
      admin.pause();
      timeline.after(outage(), admin::wake);
    }
  }

  private void troubleZooKeeper() {
    if (chance.percent(40)) {
      trace.note("ZooKeeper is away");
      cluster.stopZooKeeper();
      timeline.after(outage(), cluster::startZooKeeper);
    } else {
      String admin = chance.of(cluster.admins()).name();
      trace.note("cut: " + admin + " and ZooKeeper");
      cut(between(admin, "zk"), outage());
    }
  }

  /**
   * The standby's machine restarts with bytes that it had acknowledged lost; then the active ends.
   */
  private void standbyThenActive(PairState pair) {
    ClusterNode standby = standby(pair);
    ClusterNode active = active(pair);
    slowDisk(pair, standby, Timeline.SECOND);
    after(
        chance.between(20 * Timeline.MILLI, 300 * Timeline.MILLI),
        () -> {
          losePower(standby, chance.skewed(2 * Timeline.MILLI, 400 * Timeline.MILLI));
          after(chance.skewed(0, 150 * Timeline.MILLI), () -> endSomehow(active));
        });
  }

  private void endSomehow(ClusterNode node) {
    switch (chance.between(0, 3)) {
      case 0 -> kill(node, outage());
      case 1 -> losePower(node, outage());
      case 2 -> isolate(node);
      default -> pause(node, outage());
    }
  }

  /** The standby's machine restarts in the moment in which it is handed over to. */
  private void switchAndStandby(PairState pair) {
    ClusterNode standby = standby(pair);
    slowDisk(pair, standby, 2 * Timeline.SECOND);
    after(
        chance.between(20 * Timeline.MILLI, 400 * Timeline.MILLI),
        () -> {
          cluster.switchOver(pair.pair());
          if (chance.percent(50)) {
            String admin = chance.of(cluster.admins()).name();
            long by = chance.between(5 * Timeline.MILLI, 300 * Timeline.MILLI);
            slow(List.of(net.path(active(pair).name(), admin)), 100, by, Timeline.SECOND);
          }
          onceHandingOver(
              pair,
              1_000,
              () -> losePower(standby, chance.skewed(Timeline.MILLI, 60 * Timeline.MILLI)));
        });
  }

  private void onceHandingOver(PairState pair, int looks, Runnable what) {
    @Nullable Standing standing = active(pair).standing(pair.pair());
    if (standing != null && standing.asks("HAND_OVER")) {
      after(chance.skewed(0, 5 * Timeline.MILLI), what);
    } else if (looks > 0) {
      after(LOOK_NANOS / 4, () -> onceHandingOver(pair, looks - 1, what));
    }
  }

  /** The active ends, and again as soon as somebody serves. */
  private void activeTwice(PairState pair) {
    endSomehow(active(pair));
    onceServing(
        pair.pair(),
        1_500,
        node -> after(chance.skewed(0, 300 * Timeline.MILLI), () -> endSomehow(node)));
  }

  private void onceServing(String pair, int looks, Consumer<ClusterNode> what) {
    for (ClusterNode node : cluster.nodesOf(pair)) {
      Standing standing = node.standing(pair);
      if (standing != null && standing.isServing()) {
        what.accept(node);
        return;
      }
    }
    if (looks > 0) {
      after(LOOK_NANOS, () -> onceServing(pair, looks - 1, what));
    }
  }

  /** The active is away for a moment; the standby's order comes late. */
  private void lateOrder(PairState pair) {
    ClusterNode active = active(pair);
    ClusterNode standby = standby(pair);
    pause(active, chance.between(450 * Timeline.MILLI, 1_000 * Timeline.MILLI));
    List<Path> ways = new ArrayList<>();
    for (ClusterAdmin admin : cluster.admins()) {
      ways.add(net.path(admin.name(), standby.name()));
    }
    long by = chance.between(100 * Timeline.MILLI, 1_500 * Timeline.MILLI);
    slow(ways, chance.between(30, 100), by, 2 * Timeline.SECOND);
  }

  /** A node that is not counted on is set up anew. */
  private void emptyDisk(PairState pair) {
    if (pair.inSync().size() == 1) {
      ClusterNode node = cluster.node(pair.other(pair.inSync().getFirst().node()));
      node.replaceDisk(pair.pair());
      cluster.startIn(node, outage());
    } else {
      // First it has to be away for long enough.
      String name = standby(pair).name();
      kill(cluster.node(name), 2 * Timeline.SECOND);
      after(
          chance.between(150 * Timeline.MILLI, 500 * Timeline.MILLI),
          () -> {
            PairState now = cluster.zookeeper().pair(pair.pair());
            if (now.isAlone(now.other(name))) {
              cluster.node(name).replaceDisk(pair.pair());
            }
          });
    }
  }

  /** The active ends, and when the other one has just begun, both lose power. */
  private void bothAfterFailover(PairState pair) {
    ClusterNode active = active(pair);
    ClusterNode standby = standby(pair);
    slowDisk(pair, standby, 2 * Timeline.SECOND);
    kill(active, chance.between(5 * Timeline.MILLI, 600 * Timeline.MILLI));
    long epoch = pair.epoch();
    onceBegun(
        pair.pair(),
        epoch,
        1_000,
        () -> {
          losePower(standby, outage());
          after(chance.skewed(0, 50 * Timeline.MILLI), () -> losePower(active, outage()));
        });
  }

  private void onceBegun(String pair, long epoch, int looks, Runnable what) {
    if (cluster.zookeeper().pair(pair).epoch() > epoch) {
      after(chance.skewed(0, 100 * Timeline.MILLI), what);
    } else if (looks > 0) {
      after(LOOK_NANOS, () -> onceBegun(pair, epoch, looks - 1, what));
    }
  }

  /** Whoever has to cut its journal next dies over it. */
  private void dieWhilePuttingRight(PairState pair) {
    for (ClusterNode node : cluster.nodesOf(pair.pair())) {
      node.disk(pair.pair()).dieInNextMove(chance.between(0, 40));
    }
    isolate(active(pair));
  }

  /** The active is gone for good, as far as its operator knows; the other one is promoted. */
  private void abandon(PairState pair) {
    ClusterNode lost = active(pair);
    ClusterNode other = standby(pair);
    if (!lost.isUp()) {
      return;
    }
    losePower(lost, 6 * Timeline.SECOND);
    after(
        chance.between(300 * Timeline.MILLI, 2_000 * Timeline.MILLI),
        () -> cluster.promote(pair.pair(), other.name()));
  }
}
