package io.feige.broker.sim.cluster;

import static java.util.stream.Collectors.toMap;

import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.replica.CopyRules;
import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.client.PairConsumer;
import io.feige.broker.sim.cluster.client.PairOwners;
import io.feige.broker.sim.cluster.client.PairProducer;
import io.feige.broker.sim.cluster.node.ClusterSetup;
import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.model.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one seed plays: small enough that a thousand of them are played in a minute.
 *
 * @param pairs before their first activation
 * @param millionths by which each node's clock runs too fast, or, negative, too slow
 * @param workNanos how long there are new messages and faults
 * @param faults how many there are
 * @param promotes whether an operator may accept a loss
 * @param setsBack whether ZooKeeper has what it had some time ago, once everything is at rest
 * @param drill what alone goes wrong, if it is a drill
 */
record ClusterScenario(
    ClusterSetup setup,
    ControllerSettings controller,
    List<String> nodes,
    List<PairState> pairs,
    List<ClientPlans> clients,
    List<Long> millionths,
    long workNanos,
    int faults,
    boolean promotes,
    boolean setsBack,
    Drill drill) {
  /** One thing goes wrong, so that it can be said what has to come of it. */
  enum Drill {
    NONE,
    DISK_HANGS,
    MACHINES_ARE_BUSY,
    THREAD_DIES,
    BYTES_ROT
  }

  private static final int LONGEST_RECORD = 70 << 10;
  private static final int VANDALS_PERCENT = 15;
  private static final int SCARCE_PERCENT = 30;
  private static final int SET_BACK_PERCENT = 15;
  private static final long MOST_MILLIONTHS = 50_000;
  private static final int MAX_BATCH_BYTES = 8 << 10;
  private static final int SEGMENT_HEADER_BYTES = 64;

  /**
   * The clients of one pair.
   *
   * @param owners of mailboxes, if there are any
   * @param vandalPauses what each client that means ill waits between two requests, about
   */
  record ClientPlans(
      List<PairProducer.Plan> producers,
      List<PairConsumer.Plan> consumers,
      List<PairOwners.Plan> owners,
      List<Long> vandalPauses) {
    ClientPlans withOwners(PairOwners.Plan plan) {
      return new ClientPlans(producers, consumers, List.of(plan), vandalPauses);
    }
  }

  static ClusterScenario draw(Chance chance, Breakage breakage) {
    int size = chance.percent(60) ? 1 : chance.percent(60) ? 2 : 3;
    int nodeCount = Math.max(2, size);
    boolean prunes = chance.percent(30);
    List<String> nodes = names("node-", nodeCount);
    List<PairState> pairs = new ArrayList<>();
    List<ClientPlans> clients = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      BackupServes backupServes = chance.percent(90) ? BackupServes.ALL : BackupServes.PULLS;
      pairs.add(
          PairState.fresh(
              "pair-" + (i + 1), nodes.get(i), nodes.get((i + 1) % nodeCount), backupServes));
      clients.add(clients(prunes, chance));
    }
    List<String> admins = names("admin-", chance.percent(40) ? 1 : chance.between(2, 3));
    boolean promotes = breakage == Breakage.NONE && chance.percent(6);
    Drill drill = drill(prunes, chance);
    boolean isDrill = drill != Drill.NONE;
    // Where an operator accepts a loss, owners miss what is lost.
    if (!promotes && chance.percent(40)) {
      clients.replaceAll(plans -> plans.withOwners(owners(chance)));
    }
    return new ClusterScenario(
        setup(admins, nodes, clients, prunes, chance, breakage),
        controller(chance, breakage),
        nodes,
        pairs,
        clients,
        clocks(nodeCount, chance),
        workMillis(drill, chance) * Timeline.MILLI,
        isDrill || chance.percent(4) ? 0 : chance.between(1, 9),
        promotes && !isDrill,
        // Drawn behind everything else, so that a seed plays what it played before.
        chance.percent(SET_BACK_PERCENT) && !isDrill,
        drill);
  }

  private static long workMillis(Drill drill, Chance chance) {
    long millis = chance.between(drill == Drill.NONE ? 2_500 : 4_500, 6_500);
    return drill == Drill.MACHINES_ARE_BUSY ? BusyDrill.WORK_MILLIS : millis;
  }

  /** Where segments go all the time, what one replica has may be gone at the other. */
  private static Drill drill(boolean prunes, Chance chance) {
    int which = chance.between(0, 99);
    if (which < 8) {
      return Drill.DISK_HANGS;
    }
    if (which < 13) {
      return Drill.THREAD_DIES;
    }
    if (which < 18) {
      return prunes ? Drill.NONE : Drill.BYTES_ROT;
    }
    return which < 24 ? Drill.MACHINES_ARE_BUSY : Drill.NONE;
  }

  /** Often one runs as fast as is allowed and the next as slow. */
  private static List<Long> clocks(int count, Chance chance) {
    List<Long> millionths = new ArrayList<>();
    long most = chance.percent(60) ? MOST_MILLIONTHS : 0;
    long next = chance.percent(50) ? most : -most;
    for (int i = 0; i < count; i++) {
      millionths.add(most == 0 ? chance.between(-MOST_MILLIONTHS, MOST_MILLIONTHS) : next);
      next = -next;
    }
    return millionths;
  }

  private static List<String> names(String prefix, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      names.add(prefix + i);
    }
    return names;
  }

  private static ClientPlans clients(boolean isBusy, Chance chance) {
    List<PairProducer.Plan> producers = new ArrayList<>();
    List<PairConsumer.Plan> consumers = new ArrayList<>();
    boolean hasTwoGroups = chance.percent(35);
    boolean fetchesAhead = chance.percent(50);
    for (int i = chance.between(1, 2); i > 0; i--) {
      producers.add(
          new PairProducer.Plan(
              PairChecker.TOPIC,
              chance.between(1, 6),
              isBusy
                  ? chance.between(4 * Timeline.MILLI, 12 * Timeline.MILLI)
                  : chance.skewed(8 * Timeline.MILLI, 100 * Timeline.MILLI),
              isBusy ? chance.between(500, 1_200) : chance.between(10, 300),
              chance.percent(25) ? 15 : 0));
    }
    for (int i = chance.between(0, 2); i > 0; i--) {
      consumers.add(
          new PairConsumer.Plan(
              PairChecker.TOPIC,
              hasTwoGroups && chance.percent(50) ? "mail" : "billing",
              chance.between(1, 2),
              chance.percent(50) ? chance.between(1, 4) : chance.between(5, 100),
              chance.between(50, 800),
              chance.skewed(100_000, 400 * Timeline.MILLI),
              chance.between(70, 100),
              fetchesAhead && chance.percent(70)));
    }
    consumers.add(
        new PairConsumer.Plan(
            PairChecker.TOPIC, "billing", 1, 50, 300, 5 * Timeline.MILLI, 100, false));
    if (hasTwoGroups) {
      consumers.add(
          new PairConsumer.Plan(
              PairChecker.TOPIC, "mail", 1, 50, 300, 5 * Timeline.MILLI, 100, false));
    }
    List<Long> vandals =
        chance.percent(VANDALS_PERCENT)
            ? List.of(chance.between(5 * Timeline.MILLI, 60 * Timeline.MILLI))
            : List.of();
    return new ClientPlans(producers, consumers, List.of(), vandals);
  }

  private static PairOwners.Plan owners(Chance chance) {
    return new PairOwners.Plan(
        chance.between(1, 5),
        chance.between(1, 20),
        chance.skewed(15 * Timeline.MILLI, 100 * Timeline.MILLI));
  }

  private static ControllerSettings controller(Chance chance, Breakage breakage) {
    ControllerSettings settings =
        new ControllerSettings(100, 500, chance.percent(30) ? chance.between(300, 2_000) : 0);
    return breakage == Breakage.PATIENCE_IS_FIXED ? settings.withMostFailoverMillis(0) : settings;
  }

  private static CopyRules copies(Breakage breakage) {
    boolean isWatched = breakage != Breakage.OWN_DISK_NOT_WATCHED;
    return new CopyRules(isWatched ? 500 : 3_600_000, 500, 5_000, 1);
  }

  /**
   * Often the nodes have not the same memory. Each group may have a few messages outstanding
   * however little there is, so many groups of clients that mean ill would leave nothing of a small
   * room.
   */
  private static Map<String, Long> rooms(
      List<String> nodes, List<ClientPlans> clients, Chance chance) {
    boolean isScarce =
        chance.percent(SCARCE_PERCENT)
            && clients.stream().allMatch(plans -> plans.vandalPauses().isEmpty());
    return nodes.stream()
        .collect(toMap(node -> node, _ -> isScarce ? chance.between(20L, 200L) : Long.MAX_VALUE));
  }

  private static ClusterSetup setup(
      List<String> admins,
      List<String> nodes,
      List<ClientPlans> clients,
      boolean prunes,
      Chance chance,
      Breakage breakage) {
    TopicSpec topic =
        TopicSpec.named("default")
            .withMaxAttempts(1_000)
            .withLeaseMillis(chance.between(200, 1_200))
            .withRetryDelay(10, 100)
            .withRetention(prunes ? 1 : 0, 0, true);
    MachineLimits limits =
        new MachineLimits(
            true,
            topic,
            50,
            100,
            1_000,
            1_000,
            ReceiptLimits.ofEachTopic(chance.percent(15) ? 1 : 1_000)
                .withBytesOfAPair(chance.percent(15) ? chance.between(200, 9_000) : Long.MAX_VALUE),
            new MailLimits(1 << 20, 3),
            MAX_BATCH_BYTES,
            1 << 20,
            DispatchLimits.ofEach(1_000, 1_000),
            Lifetimes.DEFAULT);
    int segment = prunes ? LONGEST_RECORD : chance.between(LONGEST_RECORD, 200 << 10);
    int chunk = chance.percent(30) ? chance.between(200, 2_000) : 16 << 10;
    return new ClusterSetup(
        admins,
        limits,
        rooms(nodes, clients, chance),
        new JournalConfig(
            segment,
            LONGEST_RECORD,
            LONGEST_RECORD - SEGMENT_HEADER_BYTES,
            64L << 10,
            chance.percent(50) ? chance.between(0L, 20L << 10) : 64L << 20),
        new ReplicaSettings(
            400,
            1_000,
            100,
            100,
            chance.between(200, 500),
            chance.percent(30) ? chance.between(2_000, 20_000) : 256 << 10,
            chunk,
            chance.percent(30) ? chance.between(20_000, 2_000_000) : 0,
            false,
            copies(breakage)),
        prunes ? chance.between(4L << 10, 20L << 10) : chance.between(8L << 10, 80L << 10),
        chance.percent(50) ? chance.between(1, 1_000) : 1 << 20,
        chance.skewed(10 * Timeline.MILLI, 200 * Timeline.MILLI),
        chance.between(1, 5),
        chance.percent(30) ? chance.between(500, 20_000) : 64L << 20,
        chance.skewed(100_000, 25_000_000),
        breakage);
  }
}
