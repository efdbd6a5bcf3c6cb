package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import org.junit.jupiter.api.Test;

/** Every table has a bound, and a named answer when the bound is hit. */
final class LimitsTest {
  private static final String T = "t";

  private static final MachineLimits NARROW =
      new MachineLimits(
          true,
          TopicSpec.named("default"),
          2,
          2,
          2,
          2,
          ReceiptLimits.ofEachTopic(2),
          new MailLimits(1 << 20, 2),
          4_096,
          4_096,
          DispatchLimits.ofEach(10, 3),
          Lifetimes.DEFAULT);

  private final Replica replica = Replica.withTopic(TopicSpec.named(T), NARROW);

  private Ticket pull(String group) {
    return replica.ask(
        new Pull(T, 0, group, "c", 0, StartAt.EARLIEST, 99, 99_999, 60_000, 0, LeaseStage.STARTED));
  }

  @Test
  void topicsHaveABound() {
    replica.published("a", 1);

    assertThat(replica.refusal(replica.publish("c", Batches.of(1))))
        .isEqualTo(ErrorCode.TOO_MANY_TOPICS);
    assertThat(replica.refusal(replica.ask(new CreateTopic(TopicSpec.named("c"), true))))
        .isEqualTo(ErrorCode.TOO_MANY_TOPICS);
  }

  @Test
  void groupsHaveABound() {
    pull("a");
    pull("b");

    assertThat(replica.refusal(pull("c"))).isEqualTo(ErrorCode.TOO_MANY_GROUPS);
  }

  @Test
  void oneTopicLeavesGroupsForTheOthers() {
    Replica greedy = Replica.serving();

    assertThat(groupsOf("greedy", greedy)).isEqualTo(50);
    assertThat(groupsOf("another", greedy)).isEqualTo(25);
    assertThat(groupsOf("small", greedy)).isEqualTo(16);
  }

  /** How many groups a topic gets until the next is refused. */
  private static int groupsOf(String topic, Replica replica) {
    replica.published(topic, 1);
    int groups = 0;
    Ticket asked = replica.ask(pullOf(topic, "g0"));
    while (!replica.isAnswered(asked)) {
      groups++;
      asked = replica.ask(pullOf(topic, "g" + groups));
    }
    assertThat(replica.refusal(asked)).isEqualTo(ErrorCode.TOO_MANY_GROUPS);
    return groups;
  }

  private static Pull pullOf(String topic, String group) {
    return new Pull(
        topic, 0, group, "c", 0, StartAt.EARLIEST, 99, 99_999, 60_000, 0, LeaseStage.STARTED);
  }

  @Test
  void waitingPullsAndReadsHaveABound() {
    pull("a");
    replica.ask(new Read(T, 0, ReadFrom.latest(), 99, 60_000));

    assertThat(replica.refusal(pull("a"))).isEqualTo(ErrorCode.TOO_MANY_PARKED_PULLS);
    assertThat(replica.refusal(replica.ask(new Read(T, 0, ReadFrom.latest(), 99, 60_000))))
        .isEqualTo(ErrorCode.TOO_MANY_PARKED_PULLS);
    replica.commit();
    replica.published(T, 1);
    assertThat(replica.machine().parkedPulls()).isZero();
    assertThat(replica.isAnswered(pull("a"))).isFalse();
  }

  @Test
  void pullsThatNeedNotWaitAreTakenAtTheBoundOfThoseThatDo() {
    replica.published(T, 1);
    pull("b");
    pull("b");
    replica.commit();
    replica.published(T, 1);
    pull("b");
    pull("b");
    Ticket refused =
        replica.ask(
            new Pull(
                T, 0, "a", "c", 0, StartAt.EARLIEST, 1, 99_999, 60_000, 0, LeaseStage.STARTED));
    replica.commit();
    Ticket taken =
        replica.ask(
            new Pull(
                T, 0, "a", "c", 0, StartAt.EARLIEST, 1, 99_999, 60_000, 0, LeaseStage.STARTED));

    assertThat(replica.refusal(refused)).isEqualTo(ErrorCode.TOO_MANY_PARKED_PULLS);
    assertThat(replica.offsetsOf(taken)).containsExactly(0L);
  }

  @Test
  void messagesUnderWayHaveABound() {
    replica.published(T, 50);
    assertThat(replica.pulled(T, 50)).hasSize(10);
    Ticket waiting = replica.pull(T, 50);
    replica.commit();
    assertThat(replica.isAnswered(waiting)).isFalse();

    replica.settle(T, Verdict.ack(0, 3, 1));

    assertThat(replica.offsetsOf(waiting)).containsExactly(10L, 11L, 12L, 13L);
  }

  @Test
  void retriesCountOnceAmongTheMessagesUnderWay() {
    replica.published(T, 50);
    replica.pulled(T, 8);
    replica.settle(T, Verdict.nack(0, 4, 1, 0));
    assertThat(replica.pulled(T, 5)).hasSize(5).allMatch(d -> d.attempt() == 2);

    assertThat(replica.pulled(T, 50)).hasSize(2);
  }

  @Test
  void boundOfMessagesUnderWayDoesNotHoldUpRetries() {
    replica.published(T, 50);
    replica.pulled(T, 50);
    replica.settle(T, Verdict.nack(0, 9, 1, 1_000));
    Ticket pull = replica.pull(T, 50);
    replica.commit();
    replica.pass(1_000);

    assertThat(replica.offsetsOf(pull)).hasSize(10);
  }

  @Test
  void settledRangesHaveABound() {
    replica.published(T, 50);
    replica.pulled(T, 10);
    replica.settle(T, Verdict.ack(1, 1, 1), Verdict.ack(3, 3, 1), Verdict.ack(5, 5, 1));
    Ticket pull = replica.pull(T, 50);
    replica.commit();
    assertThat(replica.isAnswered(pull)).isFalse();
    assertThat(replica.group(T).blockedBecause()).contains("3 ranges are settled above offset 0");

    replica.settle(T, Verdict.ack(0, 0, 1));

    assertThat(replica.offsetsOf(pull)).containsExactly(10L, 11L, 12L, 13L);
  }

  @Test
  void messagesHeldBackByTheirKeyHaveABound() {
    Replica ordered = Replica.withTopic(TopicSpec.named(T).withOrder(OrderMode.BY_KEY), NARROW);
    for (int i = 0; i < 50; i++) {
      ordered.publish(T, Batches.keyed("a"));
    }
    ordered.publish(T, Batches.keyed("b"));
    ordered.commit();
    ordered.pulled(T, 1);
    Ticket pull = ordered.pull(T, 50);
    ordered.commit();
    assertThat(ordered.isAnswered(pull)).isFalse();
    assertThat(ordered.group(T).blockedBecause()).startsWith("10 messages are held");

    ordered.settle(T, Verdict.ack(0, 0, 1));

    assertThat(ordered.offsetsOf(pull)).hasSize(10);
  }

  @Test
  void producersHaveABoundAndWhoIsForgottenIsNotTakenForANewOne() {
    for (int producer = 1; producer <= 3; producer++) {
      replica.publish(T, Batches.of(1, new BatchStamp(producer, 0, 0)));
    }
    Ticket forgotten = replica.publish(T, Batches.of(1, new BatchStamp(1, 0, 0)));
    Ticket known = replica.publish(T, Batches.of(1, new BatchStamp(3, 0, 0)));
    replica.commit();

    assertThat(replica.refusal(forgotten)).isEqualTo(ErrorCode.PRODUCER_UNKNOWN);
    assertThat(replica.receipt(known).duplicate()).isTrue();
  }
}
