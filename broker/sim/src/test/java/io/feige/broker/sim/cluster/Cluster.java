package io.feige.broker.sim.cluster;

import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.sim.cluster.admin.ClusterAdmin;
import io.feige.broker.sim.cluster.admin.Leaders;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.node.ClusterNode;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.pairnet.Clock;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.zk.ZooKeeper;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.PairState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The machines of a cluster, and who sees to it that what is down comes up again. */
final class Cluster implements ClusterNode.Keeper, AutoCloseable {
  private final World world;
  private final ZooKeeper zookeeper;
  private final Clock zookeepersClock;
  private final TreeMap<String, ClusterNode> nodes = new TreeMap<>();
  private final TreeMap<String, PairChecker> checkers = new TreeMap<>();
  private final List<ClusterAdmin> admins = new ArrayList<>();
  private final Consumer<PairState> news;
  private Proc zookeepersProc;
  private boolean isHealed;

  /**
   * @param news told of each change of a pair
   */
  Cluster(ClusterScenario scenario, World world, Consumer<PairState> news) {
    this.world = world;
    this.news = news;
    this.zookeepersClock = new Clock(world.timeline(), 0, world.chance());
    this.zookeepersProc = zookeepersProc();
    this.zookeeper = new ZooKeeper(world.timeline(), world.net(), this::stored, zookeepersProc);
    for (int i = 0; i < scenario.nodes().size(); i++) {
      String name = scenario.nodes().get(i);
      long millionths = scenario.millionths().get(i);
      nodes.put(
          name, new ClusterNode(name, scenario.setup(), world.split(), checkers, this, millionths));
    }
    for (PairState pair : scenario.pairs()) {
      zookeeper.create(pair);
      checkers.put(pair.pair(), new PairChecker(pair.pair(), scenario.setup().forgetsKeys()));
      node(pair.master()).host(pair.pair());
      node(pair.backup()).host(pair.pair());
    }
    Leaders leaders = new Leaders();
    for (String name : scenario.setup().admins()) {
      admins.add(
          new ClusterAdmin(
              name,
              scenario.controller(),
              world.split(),
              zookeeper,
              leaders,
              scenario.setup().breakage()));
    }
  }

  private Proc zookeepersProc() {
    return new Proc(
        world.net().host("zk"),
        world.timeline(),
        world.chance().split(),
        zookeepersClock,
        where -> {
          throw new IllegalStateException("this disk is not simulated: " + where);
        });
  }

  void begin() {
    for (ClusterAdmin admin : admins) {
      world.timeline().after(soon(), admin::start);
    }
    nodes.values().forEach(node -> startIn(node, soon()));
  }

  private long soon() {
    return world.chance().between(0L, 100 * Timeline.MILLI);
  }

  World world() {
    return world;
  }

  ZooKeeper zookeeper() {
    return zookeeper;
  }

  ClusterNode node(String name) {
    ClusterNode node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("no node " + name);
    }
    return node;
  }

  List<ClusterNode> nodesOf(String pair) {
    PairState state = zookeeper.pair(pair);
    return List.of(node(state.master()), node(state.backup()));
  }

  Iterable<ClusterNode> nodes() {
    return nodes.values();
  }

  List<ClusterAdmin> admins() {
    return admins;
  }

  /** The machines that matter to a node. */
  List<String> servers() {
    List<String> names = new ArrayList<>(nodes.keySet());
    admins.forEach(admin -> names.add(admin.name()));
    return names;
  }

  Map<String, PairChecker> checkers() {
    return checkers;
  }

  PairChecker checker(String pair) {
    PairChecker checker = checkers.get(pair);
    if (checker == null) {
      throw new IllegalArgumentException("no pair " + pair);
    }
    return checker;
  }

  private void stored(PairState before, PairState after, Decision decision) {
    world
        .trace()
        .note(
            "stored: "
                + decision.kind()
                + " of "
                + after.pair()
                + ", active "
                + after.active()
                + ", in sync "
                + after.inSync()
                + ", epoch %d, version %d; "
                + decision.evidence().toString().replace("%", "%%"),
            after.epoch(),
            after.version());
    if (decision.kind() == DecisionKind.PROMOTE) {
      checker(after.pair()).excuse();
    }
    news.accept(after);
  }

  void startIn(ClusterNode node, long nanos) {
    world
        .timeline()
        .after(
            nanos,
            () -> {
              if (!node.start()) {
                startIn(node, world.chance().between(20 * Timeline.MILLI, 300 * Timeline.MILLI));
              }
            });
  }

  @Override
  public void crashed(ClusterNode node, String where) {
    if (world.chance().percent(30)) {
      node.losePower();
    }
    startIn(node, world.chance().skewed(2 * Timeline.MILLI, Timeline.SECOND));
  }

  /** Mostly Admin hears of it soon; and again, or with something forged, when it is of no use. */
  @Override
  public void died(ClusterNode node, String proof) {
    if (world.chance().percent(85)) {
      tellDeath(node, proof, world.chance().skewed(Timeline.MILLI, 100 * Timeline.MILLI));
    }
    for (int i = world.chance().between(0, 3); i > 0; i--) {
      tellDeath(node, proof, world.chance().between(0L, 4 * Timeline.SECOND));
      tellDeath(node, Death.markOf(proof), world.chance().between(0L, 2 * Timeline.SECOND));
    }
  }

  private void tellDeath(ClusterNode node, String proof, long nanos) {
    world.timeline().after(nanos, () -> admins.forEach(admin -> admin.died(node.name(), proof)));
  }

  @Override
  public void failed(ClusterNode node) {
    long later = isHealed ? 10 * Timeline.MILLI : world.chance().between(0L, Timeline.SECOND);
    world
        .timeline()
        .after(
            later,
            () -> {
              if (node.hasFailed()) {
                node.kill();
              }
              startIn(node, world.chance().between(Timeline.MILLI, 200 * Timeline.MILLI));
            });
  }

  void switchOver(String pair) {
    admins.forEach(admin -> admin.switchOver(pair));
  }

  void promote(String pair, String node) {
    admins.forEach(admin -> admin.promote(pair, node));
  }

  void stopZooKeeper() {
    zookeepersProc.die();
  }

  void startZooKeeper() {
    if (!zookeepersProc.isAlive()) {
      zookeepersProc = zookeepersProc();
      zookeeper.restart(zookeepersProc);
    }
  }

  /**
   * ZooKeeper goes back to some earlier state, and all Admins begin anew with that.
   *
   * @return the epoch that each pair had before that, if it had an earlier state
   */
  Map<String, Long> setBackZooKeeper() {
    world.trace().note("ZooKeeper is set back");
    admins.forEach(ClusterAdmin::kill);
    Map<String, Long> epochs = new TreeMap<>();
    for (PairState pair : zookeeper.pairs()) {
      if (zookeeper.setBack(pair.pair(), world.chance().between(1, 6))) {
        epochs.put(pair.pair(), pair.epoch());
      }
    }
    admins.forEach(ClusterAdmin::start);
    return epochs;
  }

  /** Everything that is broken is repaired. */
  void heal() {
    isHealed = true;
    world.trace().note("everything is repaired");
    world.net().heal();
    startZooKeeper();
    for (ClusterAdmin admin : admins) {
      admin.start();
      admin.wake();
    }
    for (ClusterNode node : nodes.values()) {
      node.behave();
      node.wake();
      if (node.hasFailed()) {
        node.kill();
      }
      startIn(node, 0);
    }
  }

  @Override
  public void close() {
    nodes.values().forEach(ClusterNode::close);
  }
}
