package io.feige.broker.sim;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.sim.client.ConsumerPlan;
import io.feige.broker.sim.client.ProducerPlan;
import io.feige.broker.sim.client.SimAdmin;
import io.feige.broker.sim.client.SimProducer;
import io.feige.broker.sim.node.NodeSetup;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * What one seed plays: sizes small enough that segments roll, indexes are written and retention has
 * work to do all the time.
 *
 * @param workNanos how long there are new messages and faults
 * @param faults how many there are
 * @param cutsAtDeletion after how many deleted segments the power is cut, while the disk is slow;
 *     0: it is not
 * @param adminPauseNanos between two things that the administrator does
 */
record Scenario(
    NodeSetup node,
    List<TopicSpec> topics,
    TopicSpec scratch,
    List<ProducerPlan> producers,
    List<ConsumerPlan> consumers,
    List<String> readers,
    long workNanos,
    int faults,
    int cutsAtDeletion,
    long adminPauseNanos) {
  private static final int SEGMENT_HEADER_BYTES = 64;

  /** How many scenarios have limits that groups run into. */
  private static final int TIGHT_PERCENT = 30;

  /** How many of the scenarios that have segments to delete. */
  private static final int CUT_PERCENT = 50;

  private static final int MAX_BATCH_BYTES = 8 << 10;

  /** What the machine asks for in one go is at most about this. */
  private static final int LONGEST_RECORD = 70 << 10;

  static Scenario draw(Chance chance, Mutation mutation) {
    List<TopicSpec> topics = new ArrayList<>();
    List<ProducerPlan> producers = new ArrayList<>();
    List<ConsumerPlan> consumers = new ArrayList<>();
    List<String> readers = new ArrayList<>();
    boolean prunes = chance.percent(45);
    int topicCount = prunes ? 1 : chance.between(1, 3);
    for (int i = 0; i < topicCount; i++) {
      TopicSpec topic = topic("topic-" + i, prunes, chance);
      topics.add(topic);
      for (int left = chance.between(1, 3); left > 0; left--) {
        producers.add(ProducerPlan.draw(topic.name(), prunes, chance));
      }
      addConsumers(topic.name(), !prunes, consumers, chance);
      if (chance.percent(50)) {
        readers.add(topic.name());
      }
    }
    TopicSpec scratch = topic(SimProducer.SCRATCH, prunes, chance);
    if (chance.percent(40)) {
      producers.add(ProducerPlan.draw(scratch.name(), prunes, chance));
    }
    return new Scenario(
        node(prunes, chance, mutation),
        topics,
        scratch,
        producers,
        consumers,
        readers,
        chance.between(1, 5) * Timeline.SECOND,
        chance.percent(10) ? 0 : chance.between(1, 8),
        prunes && chance.percent(CUT_PERCENT) ? chance.between(1, 3) : 0,
        chance.skewed(50 * Timeline.MILLI, 2 * Timeline.SECOND));
  }

  private static void addConsumers(
      String topic, boolean rejects, List<ConsumerPlan> consumers, Chance chance) {
    for (String group : List.of("first", "second", SimAdmin.MOVABLE)) {
      int count = chance.between(0, 2);
      StartAt start = chance.percent(80) ? StartAt.EARLIEST : StartAt.LATEST;
      for (int i = 0; i < count; i++) {
        consumers.add(ConsumerPlan.draw(topic, group, start, rejects, chance));
      }
    }
    consumers.add(ConsumerPlan.draw(topic, "always", StartAt.EARLIEST, rejects, chance));
    // Whoever is left alone with a group by another's absence drains it.
    consumers.add(ConsumerPlan.draw(topic, SimAdmin.MOVABLE, StartAt.EARLIEST, rejects, chance));
    consumers.add(ConsumerPlan.draw(topic + ".dlq", "letters", StartAt.EARLIEST, false, chance));
  }

  /** Dead letters are kept for ever, so where segments are to go there must be none. */
  private static TopicSpec topic(String name, boolean prunes, Chance chance) {
    int retryMillis = chance.between(0, 50);
    TopicSpec spec =
        TopicSpec.named(name)
            .withOrder(chance.of(OrderMode.values()))
            .withMaxAttempts(!prunes && chance.percent(70) ? chance.between(1, 6) : 1_000)
            .withLeaseMillis(chance.between(100, 1_500))
            .withRetryDelay(retryMillis, chance.between(retryMillis, 400));
    boolean isKept = chance.percent(65);
    return switch (chance.between(0, prunes ? 2 : 5)) {
      case 0, 1 -> spec.withRetention(0, chance.between(1, 60_000), isKept);
      case 2 -> spec.withRetention(chance.between(1, 2_000), 0, isKept);
      default -> spec;
    };
  }

  private static NodeSetup node(boolean prunes, Chance chance, Mutation mutation) {
    MachineLimits limits =
        new MachineLimits(
            chance.percent(10),
            TopicSpec.named("default").withLeaseMillis(1_000).withRetryDelay(10, 100),
            50,
            100,
            chance.percent(20) ? 3 : 1_000,
            chance.percent(10) ? 4 : 1_000,
            ReceiptLimits.ofEachTopic(chance.percent(15) ? 1 : 1_000)
                .withBytesOfAPair(chance.percent(15) ? chance.between(200, 9_000) : Long.MAX_VALUE),
            new MailLimits(1 << 20, 1_000),
            MAX_BATCH_BYTES,
            chance.percent(30) ? chance.between(1_000, 20_000) : 1 << 20,
            new DispatchLimits(
                chance.percent(TIGHT_PERCENT) ? chance.between(1, 40) : 1_000,
                chance.percent(TIGHT_PERCENT) ? chance.between(1, 10) : 1_000,
                chance.percent(TIGHT_PERCENT) ? chance.between(1, 80) : 10_000),
            Lifetimes.DEFAULT);
    int smallest = prunes ? LONGEST_RECORD : chance.between(LONGEST_RECORD, 90 << 10);
    JournalConfig journal =
        new JournalConfig(
            smallest + (prunes ? 0 : chance.between(0, 60 << 10)),
            smallest,
            smallest - SEGMENT_HEADER_BYTES,
            chance.between(16L << 10, 200L << 10),
            hotBytes(chance));
    return new NodeSetup(
        limits,
        journal,
        chance.between(2L << 10, prunes ? 20L << 10 : 60L << 10),
        chance.percent(50) ? chance.between(1, 1_000) : 1 << 20,
        chance.skewed(2 * Timeline.MILLI, 100 * Timeline.MILLI),
        chance.between(1, 5),
        chance.percent(30) ? chance.between(500, 20_000) : 64L << 20,
        chance.skewed(100_000, 20_000_000),
        spareSegments(smallest, mutation),
        mutation);
  }

  /** In some scenarios much of the journal has to be read from the disk before it can be seen. */
  private static long hotBytes(Chance chance) {
    return chance.percent(50) ? chance.between(0L, 20L << 10) : 64L << 20;
  }

  /**
   * In some scenarios nothing is ever carried forward: what is removed too early by the topics' own
   * limits would hardly be met where segments are emptied before.
   */
  private static int spareSegments(int drawn, Mutation mutation) {
    boolean isByLimitsAlone = mutation == Mutation.RETENTION_BEFORE_DURABLE || drawn % 4 == 3;
    return isByLimitsAlone ? 1_000 : 1;
  }
}
