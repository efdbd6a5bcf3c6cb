package io.feige.broker.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.record.JournalRecord.Delayed;
import io.feige.broker.core.record.JournalRecord.GroupCreated;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.record.JournalRecord.Settle;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.JournalRecord.TopicCreated;
import io.feige.broker.core.record.JournalRecord.TopicDeleted;
import io.feige.protocol.model.TopicSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RetentionRuleTest {
  private static final long NOW = 1_000_000;
  private static final TopicSpec SPEC = TopicSpec.named("t");

  private final ReplicaState state = new ReplicaState(ReceiptLimits.ofEachTopic(9));

  private RetentionRule ruleOf(TopicSpec spec) {
    state.apply(new TopicCreated(1, spec), 0, 0);
    return new RetentionRule(state, NOW);
  }

  @Test
  void withoutLimitsEverythingIsKept() {
    assertThat(ruleOf(SPEC).needs(1, 99, 0, Long.MAX_VALUE)).isTrue();
  }

  @Test
  void oldMessagesGo() {
    RetentionRule rule = ruleOf(SPEC.withRetention(1_000, 0, false));

    assertThat(rule.needs(1, 99, NOW - 1_001, 0)).isFalse();
    assertThat(rule.needs(1, 99, NOW - 1_000, 0)).isTrue();
  }

  @Test
  void messagesBeyondTheSizeGo() {
    RetentionRule rule = ruleOf(SPEC.withRetention(0, 500, false));

    assertThat(rule.needs(1, 99, NOW, 501)).isFalse();
    assertThat(rule.needs(1, 99, NOW, 500)).isTrue();
  }

  @Test
  void whatAGroupHasNotSettledIsKeptWhereTheTopicSaysSo() {
    state.apply(new TopicCreated(1, SPEC.withRetention(1, 1, true)), 0, 0);
    state.apply(new GroupCreated(1, 1, 1, 0, "g"), 0, 0);
    state.apply(new Settle(1, 1, 1, "c", List.of(SettleItem.acked(0, 49, 1))), 0, 0);
    RetentionRule rule = new RetentionRule(state, NOW);

    assertThat(rule.needs(1, 49, 0, 999)).isFalse();
    assertThat(rule.needs(1, 50, 0, 999)).isTrue();
  }

  @Test
  void ruleStandsStillWhileTheStateGoesOn() {
    state.apply(new TopicCreated(1, SPEC.withRetention(1, 1, true)), 0, 0);
    state.apply(new GroupCreated(1, 1, 1, 0, "g"), 0, 0);
    RetentionRule rule = new RetentionRule(state, NOW);
    state.apply(new Settle(1, 1, 1, "c", List.of(SettleItem.acked(0, 49, 1))), 0, 0);
    state.apply(new TopicCreated(2, TopicSpec.named("later")), 0, 0);

    assertThat(rule.needs(1, 49, 0, 999)).isTrue();
    assertThat(rule.needs(2, 0, 0, 999)).isTrue();
  }

  @Test
  void whoAsksEachTimeSeesTheStateGoOn() {
    state.apply(new TopicCreated(1, SPEC.withRetention(1, 1, true)), 0, 0);
    state.apply(new GroupCreated(1, 1, 1, 0, "g"), 0, 0);
    RetentionNeeds now = new RetentionNow(state, NOW);
    assertThat(now.needs(1, 49, 0, 999)).isTrue();
    assertThat(now.needs(1, -1, 0, 999)).as("it has no messages there").isFalse();
    assertThat(now.keepFromPosition()).isEqualTo(Long.MAX_VALUE);

    state.apply(new Settle(1, 1, 1, "c", List.of(SettleItem.acked(0, 49, 1))), 0, 0);
    assertThat(now.needs(1, 49, 0, 999)).isFalse();
    assertThat(now.needs(1, 49, NOW, 0)).as("by the topic's limits").isTrue();

    state.apply(new TopicDeleted(1), 0, 0);
    assertThat(now.needs(1, 99, NOW, 0)).isFalse();
  }

  @Test
  void messagesOfADeletedTopicGo() {
    state.apply(new TopicCreated(1, SPEC), 0, 0);
    state.apply(new TopicDeleted(1), 0, 0);

    assertThat(new RetentionRule(state, NOW).needs(1, 0, NOW, 0)).isFalse();
  }

  @Test
  void delayedBatchesKeepTheirPlace() {
    state.apply(new TopicCreated(1, SPEC), 0, 0);
    assertThat(new RetentionRule(state, NOW).keepFromPosition()).isEqualTo(Long.MAX_VALUE);
    state.apply(new Delayed(1, 9_000, 1, 60, new Producer(0, 0)), 700, 0);
    state.apply(new Delayed(1, 8_000, 1, 60, new Producer(0, 0)), 900, 0);

    assertThat(new RetentionRule(state, NOW).keepFromPosition()).isEqualTo(700);
  }
}
