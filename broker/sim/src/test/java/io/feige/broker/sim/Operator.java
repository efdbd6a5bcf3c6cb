package io.feige.broker.sim;

import io.feige.broker.sim.check.CorruptionTrial;
import io.feige.broker.sim.client.Stage;
import io.feige.broker.sim.disk.LostFsync;
import io.feige.broker.sim.disk.SimDisk;
import io.feige.broker.sim.disk.SimFiles;
import io.feige.broker.sim.node.SimNode;
import io.feige.broker.sim.node.Surroundings;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Trace;
import java.util.List;

/** Lets things go wrong while there is work, and starts the node again whenever it is down. */
final class Operator {
  /** What a disk is seldom asked for: worth dying there. */
  private static final List<String> RARE_CALLS =
      List.of("create", "delete", "delete a segment", "rename", "forceDirectory", "map", "read");

  private static final int CUT_AT_START_PERCENT = 8;
  private static final long A_LOT = Long.MAX_VALUE;

  private final Scenario scenario;
  private final Surroundings world;
  private final Stage stage;
  private final Chance chance;
  private final Timeline timeline;
  private final Trace trace;
  private final SimDisk disk;
  private final SimNode node;
  private final CorruptionTrial trial;
  private int restarts;
  private int deletionsUntilCut;

  Operator(Scenario scenario, Surroundings world, Stage stage, Chance chance) {
    this.scenario = scenario;
    this.world = world;
    this.stage = stage;
    this.chance = chance;
    this.timeline = world.timeline();
    this.trace = world.trace();
    this.disk = world.disk();
    this.deletionsUntilCut = scenario.cutsAtDeletion();
    this.node = new SimNode(scenario.node(), world, this::gaveUp);
    this.trial =
        new CorruptionTrial(
            disk,
            world.checker().journal(),
            scenario.node().journal(),
            scenario.node().limits(),
            trace);
  }

  SimNode node() {
    return node;
  }

  int restarts() {
    return restarts;
  }

  void begin() {
    world.wire().leadsTo(node);
    timeline.after(0, this::start);
    if (deletionsUntilCut > 0) {
      slowDisk(chance.between(3 * Timeline.MILLI, 25 * Timeline.MILLI), scenario.workNanos());
    }
    for (int i = 0; i < scenario.faults(); i++) {
      timeline.after(chance.between(0L, scenario.workNanos()), this::fault);
    }
  }

  private void start() {
    if (node.isUp()) {
      return;
    }
    restarts++;
    if (!node.start(this::armForRecovery)) {
      maybeLosePower(30);
      startSoon();
      return;
    }
    SimFiles files = node.files();
    if (files != null && deletionsUntilCut > 0) {
      files.tellDeletions(this::deleted);
    }
    if (restarts > 1 && !stage.isDraining() && chance.percent(CUT_AT_START_PERCENT)) {
      timeline.after(chance.skewed(0, 2 * Timeline.MILLI), this::cutPower);
    }
  }

  /** Just when it has begun to serve what another process had written, or a segment is gone. */
  private void cutPower() {
    if (node.isUp() && !stage.isDraining()) {
      trace.note("the power is cut");
      node.losePower();
      afterDeath();
    }
  }

  private void armForRecovery(SimFiles files) {
    if (stage.isDraining() || restarts == 1) {
      return;
    }
    if (chance.percent(15)) {
      files.crashIn(chance.between(0, 40));
    } else if (chance.percent(10)) {
      files.failForceIn(chance.between(0, 4), chance.of(LostFsync.values()));
    }
  }

  private void startSoon() {
    timeline.after(chance.between(Timeline.MILLI, 100 * Timeline.MILLI), this::start);
  }

  private void fault() {
    SimFiles files = node.files();
    if (files == null || stage.isDraining()) {
      return;
    }
    int calls = chance.between(0, 30);
    switch (chance.between(0, 12)) {
      case 0 -> {
        trace.note("the process is killed");
        node.die();
        afterDeath();
      }
      case 1 -> {
        trace.note("the power is cut");
        node.losePower();
        afterDeath();
      }
      case 2, 3 -> {
        String call = chance.of(RARE_CALLS);
        int later = chance.percent(50) ? 0 : chance.between(1, 6);
        trace.note("the process will die in its next " + call + ", or %d calls later", later);
        files.crashAt(call, later);
      }
      case 4, 5, 6 -> {
        trace.note("the process will die in its disk's call %d from now", calls);
        files.crashIn(calls);
      }
      case 7, 8 -> {
        LostFsync loss = chance.of(LostFsync.values());
        trace.note("fsync %d from now will fail: " + loss, calls / 3);
        files.failForceIn(calls / 3, loss);
      }
      case 9 -> {
        trace.note("write %d from now will fail", calls / 3);
        files.failWriteIn(calls / 3);
      }
      case 10 -> fillDisk();
      case 11 -> {
        long by = chance.between(2 * Timeline.MILLI, 80 * Timeline.MILLI);
        slowDisk(by, chance.between(100 * Timeline.MILLI, 2 * Timeline.SECOND));
      }
      default -> {
        trace.note("the node is stopped");
        node.stop();
        afterDeath();
      }
    }
  }

  private void slowDisk(long by, long nanos) {
    trace.note("the disk is slow, by %d us", by / Timeline.MICRO);
    disk.slowDown(timeline.nanos() + nanos, by);
  }

  /** Whatever was judged by when a segment went should be on the disk by then. */
  private void deleted() {
    if (--deletionsUntilCut == 0) {
      timeline.after(chance.skewed(0, 2 * Timeline.MILLI), this::cutPower);
    }
  }

  private void fillDisk() {
    long left = chance.skewed(0, 150_000);
    trace.note("the disk is filled up to %d bytes", left);
    disk.leaveFree(left);
    if (chance.percent(50)) {
      trace.note("and what is overwritten takes room");
      disk.copyOnWrite();
    }
    timeline.after(
        chance.between(100 * Timeline.MILLI, 1_500 * Timeline.MILLI), () -> disk.leaveFree(A_LOT));
  }

  /** The process died in the middle of a call. */
  void crashed(String where) {
    trace.note("the process dies " + where);
    if (chance.percent(50)) {
      trace.note("and the power is cut");
      node.losePower();
    } else {
      node.die();
    }
    afterDeath();
  }

  private void gaveUp() {
    node.die();
    maybeLosePower(40);
    afterDeath();
  }

  private void maybeLosePower(int percent) {
    if (chance.percent(percent)) {
      trace.note("the power is cut while the node is down");
      node.losePower();
    }
  }

  private void afterDeath() {
    if (chance.percent(10)) {
      maybeLosePower(100);
    }
    if (chance.percent(25)) {
      trial.run(chance);
    }
    startSoon();
  }

  /** From now on nothing goes wrong any more. */
  void behave() {
    disk.leaveFree(A_LOT);
    disk.slowDown(0, 0);
    SimFiles files = node.files();
    if (files != null) {
      files.behave();
    }
  }
}
