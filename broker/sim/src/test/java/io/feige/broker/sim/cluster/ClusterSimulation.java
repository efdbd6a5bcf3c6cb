package io.feige.broker.sim.cluster;

import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.client.PairClient;
import io.feige.broker.sim.cluster.client.PairConsumer;
import io.feige.broker.sim.cluster.client.PairOwners;
import io.feige.broker.sim.cluster.client.PairProducer;
import io.feige.broker.sim.cluster.client.PairVandal;
import io.feige.broker.sim.cluster.node.ClusterNode;
import io.feige.broker.sim.cluster.node.Standing;
import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.pairnet.Net;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Trace;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.model.NodeRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a cluster. First there is work and things go wrong; then everything is repaired, and
 * within a bound every pair must serve and have both replicas in sync, and everything that was
 * confirmed must have been delivered and settled. In some runs ZooKeeper is set back at that point,
 * and all of that must be so again.
 */
final class ClusterSimulation implements AutoCloseable {
  /**
   * What a run came to.
   *
   * @param hash of everything that happened
   * @param violation null: everything held
   * @param story the last events, when they were asked for
   */
  record Result(
      long seed, long hash, Figures figures, @Nullable Violation violation, List<String> story) {
    Result with(Violation found) {
      return new Result(seed, hash, figures, found, story);
    }
  }

  /**
   * How much happened.
   *
   * @param frames that were confirmed
   * @param epochs that the pairs have come to
   * @param redelivered messages that were handed out again
   * @param servingMillis from the repair until every pair was served
   * @param inSyncMillis from the repair until every pair had both replicas in sync
   */
  record Figures(
      long events,
      long frames,
      long epochs,
      long redelivered,
      long servingMillis,
      long inSyncMillis) {}

  private static final long SERVING_BOUND_NANOS = 6 * Timeline.SECOND;
  private static final long OPERATOR_NANOS = 3 * Timeline.SECOND;
  private static final long IN_SYNC_BOUND_NANOS = 12 * Timeline.SECOND;
  private static final long REST_BOUND_NANOS = 40 * Timeline.SECOND;
  private static final long LOOK_NANOS = 25 * Timeline.MILLI;
  private static final long MAX_EVENTS = 3_000_000;

  private final long seed;
  private final Timeline timeline = new Timeline();
  private final Trace trace;
  private final ClusterScenario scenario;
  private final World world;
  private final Cluster cluster;
  private final Faults faults;
  private final PairChecker[] checkers;
  private final List<PairClient> clients = new ArrayList<>();
  private final List<PairProducer> producers = new ArrayList<>();
  private boolean hasOperated;
  private @Nullable Map<String, Long> setBack;
  private long repairedNanos;
  private long servingMillis;
  private long inSyncMillis;
  private boolean isOver;

  private ClusterSimulation(long seed, Breakage breakage, int storyLines) {
    this.seed = seed;
    Chance chance = new Chance(seed);
    this.trace = new Trace(timeline, storyLines);
    this.scenario = ClusterScenario.draw(chance.split(), breakage);
    this.world = new World(timeline, trace, chance.split(), new Net(timeline, chance.split()));
    this.cluster = new Cluster(scenario, world, this::tellClients);
    this.faults = new Faults(cluster, chance.split(), scenario.promotes());
    this.checkers = cluster.checkers().values().toArray(new PairChecker[0]);
    cluster.begin();
    for (int i = 0; i < scenario.pairs().size(); i++) {
      enter(scenario.pairs().get(i), scenario.clients().get(i));
    }
    clients.forEach(PairClient::start);
    for (int i = 0; i < scenario.faults(); i++) {
      long when = chance.between(Timeline.SECOND, scenario.workNanos());
      timeline.after(when, faults::one);
    }
    switch (scenario.drill()) {
      case NONE -> {}
      case DISK_HANGS ->
          timeline.after(Timeline.SECOND, new DiskDrill(cluster, chance.split())::begin);
      case MACHINES_ARE_BUSY ->
          timeline.after(Timeline.SECOND, new BusyDrill(cluster, chance.split())::begin);
      case BYTES_ROT ->
          timeline.after(Timeline.SECOND, new RotDrill(cluster, chance.split())::begin);
      case THREAD_DIES ->
          timeline.after(Timeline.SECOND, new ThreadDrill(cluster, chance.split())::begin);
    }
    timeline.after(scenario.workNanos(), this::heal);
  }

  private void enter(PairState pair, ClusterScenario.ClientPlans plans) {
    for (PairProducer.Plan plan : plans.producers()) {
      String name = "producer-" + clients.size() + "(" + pair.pair() + ")";
      PairProducer producer =
          new PairProducer(name, plan, pair, world.split(), scenario.setup().forgetsKeys());
      producers.add(producer);
      clients.add(producer);
    }
    for (PairConsumer.Plan plan : plans.consumers()) {
      String name = "consumer-" + clients.size() + "(" + pair.pair() + "/" + plan.group() + ")";
      clients.add(new PairConsumer(name, plan, pair, world.split()));
    }
    for (PairOwners.Plan plan : plans.owners()) {
      String name = "owners-" + clients.size() + "(" + pair.pair() + ")";
      clients.add(new PairOwners(name, plan, pair, world.split()));
    }
    for (long pause : plans.vandalPauses()) {
      String name = "vandal-" + clients.size() + "(" + pair.pair() + ")";
      clients.add(new PairVandal(name, pause, pair, world.split()));
    }
  }

  private void tellClients(PairState state) {
    for (PairClient client : clients) {
      if (client.follows(state.pair())) {
        long late = world.chance().skewed(Timeline.MILLI, 400 * Timeline.MILLI);
        timeline.after(late, () -> client.learn(state));
      }
    }
  }

  /** Plays a seed. */
  static Result run(long seed, Breakage breakage, int storyLines) {
    try (ClusterSimulation simulation = new ClusterSimulation(seed, breakage, storyLines)) {
      return simulation.run();
    }
  }

  private Result run() {
    Violation violation = null;
    try {
      while (!isOver) {
        Violation.unless(timeline.step(), "nothing happens any more");
        Violation.unless(timeline.planned() < MAX_EVENTS, "there is no end of events");
        for (PairChecker checker : checkers) {
          checker.atOneInstant();
        }
      }
    } catch (Violation e) {
      violation = e;
      trace.note("violation: " + String.valueOf(e.getMessage()).replace("%", "%%"));
    }
    return new Result(seed, trace.hash(), figures(), violation, trace.story());
  }

  private Figures figures() {
    long frames = 0;
    long epochs = 0;
    long redelivered = 0;
    for (PairState pair : cluster.zookeeper().pairs()) {
      frames += cluster.checker(pair.pair()).frames();
      redelivered += cluster.checker(pair.pair()).redelivered();
      epochs += pair.epoch();
    }
    return new Figures(
        timeline.planned(), frames, epochs, redelivered, servingMillis, inSyncMillis);
  }

  private void heal() {
    faults.end();
    cluster.heal();
    repairedNanos = timeline.nanos();
    clients.forEach(PairClient::drain);
    timeline.after(LOOK_NANOS, this::look);
  }

  /** Whether ZooKeeper still has an earlier state of the pair than nodes know. */
  private boolean isSetBack(PairState pair) {
    return setBack != null && pair.epoch() <= setBack.getOrDefault(pair.pair(), 0L);
  }

  private void look() {
    boolean isServing = true;
    boolean isInSync = true;
    for (PairState pair : cluster.zookeeper().pairs()) {
      Standing active = active(pair);
      isServing &= active != null && active.isServing() && !isSetBack(pair);
      isInSync &= isInSync(pair);
    }
    long since = timeline.nanos() - repairedNanos;
    servingMillis = isServing ? servingMillis : since / Timeline.MILLI;
    inSyncMillis = isInSync ? inSyncMillis : since / Timeline.MILLI;
    if (scenario.promotes() && !isServing && since > OPERATOR_NANOS && !hasOperated) {
      hasOperated = true;
      cluster.zookeeper().pairs().forEach(this::promoteAgain);
    }
    if (isServing && isInSync && isAtRest()) {
      if (scenario.setsBack() && setBack == null) {
        repairedNanos = timeline.nanos();
        setBack = cluster.setBackZooKeeper();
        timeline.after(LOOK_NANOS, this::look);
        return;
      }
      cluster.zookeeper().pairs().forEach(this::rested);
      isOver = true;
      return;
    }
    if (!isServing && since > SERVING_BOUND_NANOS) {
      throw new Violation("a pair is not served again: " + unrest());
    }
    if (!isInSync && since > IN_SYNC_BOUND_NANOS + copyingNanos()) {
      throw new Violation("a pair is not in sync again: " + unrest());
    }
    if (since > REST_BOUND_NANOS + copyingNanos()) {
      throw new Violation("not everything comes to rest: " + unrest());
    }
    timeline.after(LOOK_NANOS, this::look);
  }

  /**
   * An operator has activated an empty replica, which died before its first record was durable. To
   * Admin that is a wiped disk, so only an operator can go on.
   */
  private void promoteAgain(PairState pair) {
    Standing active = active(pair);
    if (active != null && !active.isServing() && active.end() == 0) {
      cluster.promote(pair.pair(), pair.other(pair.active()));
    }
  }

  /** How long a standby that has nothing copies at the rate of this scenario. */
  private long copyingNanos() {
    long rate = scenario.setup().replica().joinBytesPerSecond();
    long most = 0;
    for (PairState pair : cluster.zookeeper().pairs()) {
      Standing active = active(pair);
      most = active == null ? most : Math.max(most, active.end());
    }
    return rate == 0 ? 0 : most * Timeline.SECOND / rate;
  }

  private @Nullable Standing active(PairState pair) {
    return pair.active().isEmpty() ? null : cluster.node(pair.active()).standing(pair.pair());
  }

  private @Nullable Standing standby(PairState pair) {
    return pair.active().isEmpty()
        ? null
        : cluster.node(pair.other(pair.active())).standing(pair.pair());
  }

  private boolean isInSync(PairState pair) {
    Standing standby = standby(pair);
    return pair.inSync().size() == 2
        && pair.isInSync(cluster.node(pair.master()).member())
        && pair.isInSync(cluster.node(pair.backup()).member())
        && standby != null
        && standby.role() == NodeRole.STANDBY;
  }

  private boolean isAtRest() {
    if (!producers.stream().allMatch(producer -> producer.isDone() || isStranded(producer))) {
      return false;
    }
    for (PairState pair : cluster.zookeeper().pairs()) {
      Standing active = active(pair);
      Standing standby = standby(pair);
      boolean isPairAtRest =
          active != null
              && standby != null
              && active.isAtRest()
              && standby.isAtRest()
              && active.end() == standby.end()
              && active.isSettled();
      if (!isPairAtRest) {
        return false;
      }
    }
    return true;
  }

  /** A publisher whose pair is served by a backup that takes no messages waits for the master. */
  private boolean isStranded(PairProducer producer) {
    return cluster.zookeeper().pairs().stream()
        .filter(pair -> producer.follows(pair.pair()))
        .anyMatch(pair ->
            !pair.active().equals(pair.master())
                && pair.backupServes() == io.feige.protocol.cluster.BackupServes.PULLS);
  }

  private void rested(PairState pair) {
    Standing active = active(pair);
    Standing standby = standby(pair);
    if (active != null && standby != null) {
      active.rested(standby, cluster.checker(pair.pair()));
    }
  }

  private String unrest() {
    StringBuilder words = new StringBuilder("rooms " + scenario.setup().rooms());
    for (PairState pair : cluster.zookeeper().pairs()) {
      words.append("; ").append(pair);
      for (ClusterNode node : cluster.nodesOf(pair.pair())) {
        Standing standing = node.standing(pair.pair());
        words.append("; ").append(standing == null ? node.name() + " is down" : standing);
      }
      cluster.admins().forEach(admin -> words.append("; ").append(admin.trouble(pair.pair())));
    }
    producers.stream()
        .filter(producer -> !producer.isDone())
        .forEach(producer ->
            words.append("; ").append(producer.name()).append(" has batches without an outcome"));
    return words.toString();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
