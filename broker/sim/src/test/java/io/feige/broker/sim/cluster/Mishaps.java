package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.admin.ClusterAdmin;
import io.feige.broker.sim.cluster.node.ClusterNode;
import io.feige.broker.sim.cluster.node.Standing;
import io.feige.broker.sim.pairnet.Net;
import io.feige.broker.sim.pairnet.Path;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Trace;
import io.feige.protocol.cluster.PairState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What can go wrong with one machine, or on the way between two. */
final class Mishaps {
  private static final long[] OUTAGES_MILLIS = {5, 40, 150, 500, 1_200, 2_500};

  private final Cluster cluster;
  private final Timeline timeline;
  private final Trace trace;
  private final Chance chance;
  private final Net net;
  private boolean isOver;

  Mishaps(Cluster cluster, Chance chance) {
    this.cluster = cluster;
    this.timeline = cluster.world().timeline();
    this.trace = cluster.world().trace();
    this.net = cluster.world().net();
    this.chance = chance;
  }

  /** Nothing goes wrong any more. */
  void end() {
    isOver = true;
  }

  boolean isOver() {
    return isOver;
  }

  Chance chance() {
    return chance;
  }

  void tell(String words) {
    trace.note(words);
  }

  void tell(String words, long number) {
    trace.note(words, number);
  }

  /** Unless everything was repaired by then. */
  void after(long nanos, Runnable what) {
    timeline.after(
        nanos,
        () -> {
          if (!isOver) {
            what.run();
          }
        });
  }

  /** Even when everything was repaired by then. */
  void surelyAfter(long nanos, Runnable what) {
    timeline.after(nanos, what);
  }

  /** Looks again and again for the moment in which something is so, but not for ever. */
  void once(BooleanSupplier isSo, long everyNanos, int looks, Runnable what) {
    if (isSo.getAsBoolean()) {
      what.run();
    } else if (looks > 0) {
      after(everyNanos, () -> once(isSo, everyNanos, looks - 1, what));
    }
  }

  long outage() {
    return OUTAGES_MILLIS[chance.between(0, OUTAGES_MILLIS.length - 1)]
        * chance.between(500_000, 1_500_000);
  }

  ClusterNode anyOf(PairState pair) {
    return cluster.node(chance.percent(50) ? pair.master() : pair.backup());
  }

  ClusterNode active(PairState pair) {
    return cluster.node(pair.active().isEmpty() ? pair.master() : pair.active());
  }

  ClusterNode standby(PairState pair) {
    return cluster.node(pair.other(active(pair).name()));
  }

  /** Whether a replica asks for a change of that name. */
  static boolean asks(ClusterNode node, PairState pair, String kind) {
    @Nullable Standing standing = node.standing(pair.pair());
    return standing != null && standing.asks(kind);
  }

  void kill(ClusterNode node, long nanos) {
    node.kill();
    cluster.startIn(node, nanos);
  }

  void losePower(ClusterNode node, long nanos) {
    node.losePower();
    cluster.startIn(node, nanos);
  }

  void pause(ClusterNode node, long nanos) {
    node.pause(chance.percent(40));
    surelyAfter(nanos, node::wake);
  }

  void cut(List<Path> paths, long nanos) {
    paths.forEach(Path::cut);
    surelyAfter(nanos, () -> paths.forEach(Path::heal));
  }

  /** Both ways between two machines. */
  List<Path> ways(String one, String other) {
    return List.of(net.path(one, other), net.path(other, one));
  }

  /** Both ways, or one of them. */
  List<Path> someWays(String one, String other) {
    List<Path> both = ways(one, other);
    return chance.percent(50) ? both : List.of(chance.of(both));
  }

  /** The ways from all Admins to a machine, or those to them, or both. */
  List<Path> waysToAdmins(String node) {
    List<Path> paths = new ArrayList<>();
    int direction = chance.between(0, 3);
    for (ClusterAdmin admin : cluster.admins()) {
      if (direction != 0) {
        paths.add(net.path(node, admin.name()));
      }
      if (direction != 1) {
        paths.add(net.path(admin.name(), node));
      }
    }
    return paths;
  }

  /** Only clients reach it still. */
  void isolate(ClusterNode node, long nanos) {
    tell("isolated: " + node.name());
    List<Path> paths = new ArrayList<>();
    for (String other : cluster.servers()) {
      if (!other.equals(node.name())) {
        paths.addAll(ways(node.name(), other));
      }
    }
    cut(paths, nanos);
  }

  void cutFromAdmins(ClusterNode node, long nanos) {
    tell("cut from Admin: " + node.name());
    cut(waysToAdmins(node.name()), nanos);
  }

  void cutLink(PairState pair, long nanos) {
    tell("cut: " + pair.master() + " and " + pair.backup());
    cut(someWays(pair.master(), pair.backup()), nanos);
  }

  void slow(List<Path> paths, int percent, long by, long nanos) {
    paths.forEach(path -> path.slowDown(percent, by));
    surelyAfter(nanos, () -> paths.forEach(path -> path.slowDown(0, 0)));
  }

  void slowDisk(PairState pair, ClusterNode node, long nanos) {
    long by = chance.between(50 * Timeline.MILLI, 1_200 * Timeline.MILLI);
    tell("slow disk: " + node.name() + ", by %d ms", by / Timeline.MILLI);
    node.disk(pair.pair()).slowDown(timeline.nanos() + nanos, by);
  }

  /** Its next fsync takes so long that it may as well never end. */
  void hangDisk(PairState pair, ClusterNode node) {
    long by = chance.between(700 * Timeline.MILLI, 4_000 * Timeline.MILLI);
    tell("hanging disk: " + node.name() + ", for %d ms", by / Timeline.MILLI);
    node.disk(pair.pair()).slowDown(timeline.nanos() + 50 * Timeline.MILLI, by);
  }

  /** A thread of it dies; whoever looks after the node starts it anew after a while. */
  void loseThread(PairState pair, ClusterNode node, long nanos) {
    node.loseThread(pair.pair(), chance.percent(50));
    after(nanos, () -> kill(node, chance.skewed(0, 300 * Timeline.MILLI)));
  }

  /** A node ends in one of the ways there are. */
  void endSomehow(ClusterNode node) {
    switch (chance.between(0, 3)) {
      case 0 -> kill(node, outage());
      case 1 -> losePower(node, outage());
      case 2 -> isolate(node, outage());
      default -> pause(node, outage());
    }
  }
}
