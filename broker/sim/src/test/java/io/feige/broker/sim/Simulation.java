package io.feige.broker.sim;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.journal.Journal;
import io.feige.broker.sim.check.Checker;
import io.feige.broker.sim.client.SimAdmin;
import io.feige.broker.sim.client.SimConsumer;
import io.feige.broker.sim.client.SimProducer;
import io.feige.broker.sim.client.SimReader;
import io.feige.broker.sim.client.Stage;
import io.feige.broker.sim.disk.SimCrash;
import io.feige.broker.sim.disk.SimDisk;
import io.feige.broker.sim.net.Wire;
import io.feige.broker.sim.node.Surroundings;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Trace;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.model.LetterRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run: the production core on the production journal, on a simulated disk, clock and network.
 * First there is work and things go wrong; then faults stop, and within bounded time everything
 * that was confirmed must have been delivered and settled.
 */
final class Simulation implements AutoCloseable {
  /**
   * What a run came to.
   *
   * @param hash of everything that happened
   * @param violation null: everything held
   * @param story the last events, when they were asked for
   */
  record Result(
      long seed,
      long hash,
      long events,
      int frames,
      int restarts,
      @Nullable Violation violation,
      List<String> story) {}

  private static final long DRAIN_NANOS = 120 * Timeline.SECOND;
  private static final long LOOK_NANOS = 20 * Timeline.MILLI;
  private static final long MAX_EVENTS = 5_000_000;
  private static final long DISK_BYTES = 64 << 20;

  private final long seed;
  private final Timeline timeline = new Timeline();
  private final Trace trace;
  private final Scenario scenario;
  private final SimDisk disk;
  private final Checker checker;
  private final Stage stage;
  private final Operator operator;
  private final SimAdmin admin;
  private final List<SimProducer> producers = new ArrayList<>();
  private boolean isOver;

  private Simulation(long seed, Mutation mutation, int storyLines) {
    this.seed = seed;
    Chance chance = new Chance(seed);
    this.trace = new Trace(timeline, storyLines);
    this.scenario = Scenario.draw(chance.split(), mutation);
    this.disk = new SimDisk(chance.split(), DISK_BYTES);
    this.checker = new Checker(scenario.node().limits(), timeline::nanos);
    Wire wire = new Wire(timeline, chance.split());
    this.stage = new Stage(timeline, trace, wire);
    Surroundings world = new Surroundings(timeline, trace, chance.split(), disk, wire, checker);
    this.operator = new Operator(scenario, world, stage, chance.split());
    this.admin =
        new SimAdmin(
            scenario.topics(),
            scenario.scratch(),
            scenario.adminPauseNanos(),
            stage,
            chance.split());
    enter(chance);
  }

  private void enter(Chance chance) {
    operator.begin();
    admin.start();
    scenario
        .producers()
        .forEach(plan -> {
          String name = "producer-" + producers.size() + "(" + plan.topic() + ")";
          producers.add(new SimProducer(name, plan, stage, chance.split()));
        });
    producers.forEach(SimProducer::start);
    int number = 0;
    for (var plan : scenario.consumers()) {
      String name = "consumer-" + number++ + "(" + plan.topic() + "/" + plan.group() + ")";
      new SimConsumer(name, plan, stage, chance.split()).start();
    }
    for (String topic : scenario.readers()) {
      new SimReader("reader(" + topic + ")", topic, stage, chance.split()).start();
    }
    timeline.after(scenario.workNanos(), this::drain);
  }

  /** Plays a seed. */
  static Result run(long seed, Mutation mutation, int storyLines) {
    try (Simulation simulation = new Simulation(seed, mutation, storyLines)) {
      return simulation.run();
    }
  }

  private Result run() {
    Violation violation = null;
    try {
      while (!isOver) {
        step();
      }
    } catch (Violation e) {
      violation = e;
      trace.note("violation: " + String.valueOf(e.getMessage()).replace("%", "%%"));
    }
    return new Result(
        seed,
        trace.hash(),
        trace.events(),
        checker.frames(),
        operator.restarts(),
        violation,
        trace.story());
  }

  private void step() {
    try {
      Violation.unless(timeline.step(), "nothing happens any more");
      Violation.unless(timeline.planned() < MAX_EVENTS, "there is no end of events");
    } catch (SimCrash e) {
      operator.crashed(String.valueOf(e.getMessage()));
    }
  }

  private void drain() {
    trace.note("no more faults, no more messages");
    stage.drain();
    operator.behave();
    timeline.after(LOOK_NANOS, this::look);
  }

  private void look() {
    Journal journal = operator.node().journal();
    PartitionMachine machine = operator.node().machine();
    if (journal != null && machine != null && isAtRest(journal, machine)) {
      checker.drained(journal, machine);
      isOver = true;
      return;
    }
    Violation.unless(
        timeline.nanos() < scenario.workNanos() + DRAIN_NANOS,
        "not everything comes to rest: %s",
        unrest(machine));
    timeline.after(LOOK_NANOS, this::look);
  }

  private boolean isAtRest(Journal journal, PartitionMachine machine) {
    return journal.durable() == journal.end()
        && admin.isDone()
        && producers.stream().allMatch(SimProducer::isDone)
        && machine.state().delayed().size() == 0
        && machine.state().partitions().stream()
            .allMatch(partition -> partition.groups().stream().allMatch(g -> isAt(partition, g)));
  }

  private static boolean isAt(PartitionState partition, GroupState group) {
    // Nobody pulls for the one that keeps account of letters.
    return group.name().equals(LetterRule.DEALT_WITH)
        || group.cursor().floor() >= partition.endOffset();
  }

  private String unrest(@Nullable PartitionMachine machine) {
    if (machine == null) {
      return "the node is down";
    }
    StringBuilder words = new StringBuilder();
    words.append(machine.state().delayed().size()).append(" batches delayed");
    for (PartitionState partition : machine.state().partitions()) {
      for (GroupState group : partition.groups()) {
        if (!isAt(partition, group)) {
          words.append(
              "; %s/%s is at %d of %d, settled above %s, %d retries, order %s"
                  .formatted(
                      partition.topic(),
                      group.name(),
                      group.cursor().floor(),
                      partition.endOffset(),
                      group.cursor().settled(),
                      group.cursor().retries().offsetCount(),
                      partition.spec().order()));
        }
      }
    }
    for (int i = 0; i < producers.size(); i++) {
      if (!producers.get(i).isDone()) {
        words.append("; producer-").append(i).append(" has batches without an outcome");
      }
    }
    return words.toString();
  }

  @Override
  public void close() {
    disk.close();
  }
}
