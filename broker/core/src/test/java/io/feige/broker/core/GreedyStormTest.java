package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Settle;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that make a replica keep as much as they can, in whatever order: pulls of many groups,
 * verdicts that leave gaps and retries at times of their own, delayed batches, and failovers in
 * between. No table ever holds more than it may, and everything beyond is refused by name.
 */
final class GreedyStormTest {
  private static final int STEPS = 600;
  private static final int GROUPS = 30;
  private static final List<OrderMode> ORDERS = List.of(OrderMode.values());
  private static final Set<ErrorCode> BY_NAME =
      EnumSet.of(
          ErrorCode.TOO_MANY_DELAYED,
          ErrorCode.TOO_MANY_PARKED_PULLS,
          ErrorCode.TOO_MANY_GROUPS,
          ErrorCode.STALE_GENERATION,
          ErrorCode.GROUP_NOT_FOUND,
          ErrorCode.BUSY);

  private SplittableRandom random = new SplittableRandom();
  private int shared;
  private int delayed;
  private int parked;
  private Replica replica = Replica.serving();

  private record Held(String topic, String group, int generation, Delivered delivered) {}

  private final List<Held> held = new ArrayList<>();

  private void begin(long seed) {
    random = new SplittableRandom(seed);
    shared = random.nextInt(20, 400);
    delayed = random.nextInt(2, 30);
    parked = random.nextInt(2, 60);
    replica =
        Replica.serving(
            new MachineLimits(
                true,
                TopicSpec.named("default"),
                9,
                GROUPS,
                delayed,
                parked,
                ReceiptLimits.ofEachTopic(99),
                new MailLimits(1 << 20, 9),
                1 << 20,
                1 << 20,
                new DispatchLimits(shared, shared, shared),
                Lifetimes.DEFAULT));
    for (OrderMode order : ORDERS) {
      replica.ask(new CreateTopic(TopicSpec.named(name(order)).withOrder(order), false));
    }
    replica.commit();
  }

  private static String name(OrderMode order) {
    return "t-" + order.name();
  }

  private String topic() {
    return name(ORDERS.get(random.nextInt(ORDERS.size())));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void nothingEverHoldsMoreThanItMay(long seed) {
    begin(seed);
    for (int step = 0; step < STEPS; step++) {
      switch (random.nextInt(20)) {
        case 0, 1, 2 -> replica.published(topic(), random.nextInt(1, 60));
        case 3, 4 -> publishDelayed();
        case 5, 6, 7, 8, 9, 10 -> pull();
        case 11 -> replica.pass(random.nextInt(3) == 0 ? 40_000 : 50);
        case 12 -> failOver();
        default -> settle();
      }
      replica.commit();
      assertThat(replica.machine().outstanding()).as("step %d", step).isBetween(0L, (long) shared);
      assertThat(replica.machine().state().delayed().size()).isLessThanOrEqualTo(delayed);
      assertThat(replica.machine().parkedPulls()).isLessThanOrEqualTo(parked);
    }
  }

  private void publishDelayed() {
    long due = replica.nowMillis() + random.nextInt(1, 100_000);
    Ticket ticket = replica.publish(topic(), Batches.of(1, new BatchStamp(0, 0, due)));
    replica.commit();
    refusedByName(ticket);
  }

  private void refusedByName(Ticket ticket) {
    if (replica.journal.answerOf(ticket) instanceof Refusal refusal) {
      assertThat(refusal.code()).isIn(BY_NAME);
    }
  }

  private void pull() {
    String topic = topic();
    String group = "g" + random.nextInt(GROUPS);
    Ticket ticket =
        replica.ask(
            new Pull(
                topic,
                0,
                group,
                "c",
                0,
                StartAt.EARLIEST,
                random.nextInt(1, 2 * shared),
                1 << 20,
                random.nextBoolean() ? 0 : 100_000,
                random.nextBoolean() ? 10_000 : 10_000_000,
                LeaseStage.STARTED));
    replica.commit();
    refusedByName(ticket);
    if (replica.journal.answerOf(ticket) instanceof Handed.ToConsumer handed) {
      replica
          .deliveriesOf(ticket)
          .forEach(each -> held.add(new Held(topic, group, handed.generation(), each)));
    }
  }

  /** Any of what was ever handed out, so that gaps and late verdicts come about. */
  private void settle() {
    if (held.isEmpty()) {
      return;
    }
    Held one = held.remove(random.nextInt(held.size()));
    long offset = one.delivered().offset();
    int attempt = one.delivered().attempt();
    Verdict verdict =
        switch (random.nextInt(4)) {
          case 0 -> Verdict.nack(offset, offset, attempt, random.nextInt(1, 10_000_000));
          case 1 -> Verdict.release(offset, offset, attempt);
          default -> Verdict.ack(offset, offset, attempt);
        };
    refusedByName(
        replica.ask(
            new Settle(one.topic(), 0, one.group(), "c", 0, one.generation(), List.of(verdict))));
  }

  private void failOver() {
    replica = replica.restartedWithAll();
  }
}
