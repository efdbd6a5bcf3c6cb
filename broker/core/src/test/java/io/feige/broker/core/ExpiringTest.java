package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicSpec;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rule: what nobody can get any more is no backlog, whether or not anybody pulls. */
final class ExpiringTest {
  private static final String T = "t";
  private static final int ROUND_MILLIS = 10_000;

  private Replica replica = Replica.withTopic(TopicSpec.named(T));

  /** A group that has dealt with one message, and for which nobody pulls. */
  private void begun() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.acked(T, 0, 0);
    replica.commit();
  }

  private void publish(int count, long expiry) {
    long[] expiries = new long[count];
    Arrays.fill(expiries, expiry);
    replica.publish(T, Batches.expiring(expiries));
    replica.commit();
  }

  private void passRounds() {
    for (int i = 0; i < 40; i++) {
      replica.pass(ROUND_MILLIS / 20);
      replica.commit();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatHasExpiredIsNoBacklog(OrderMode order) {
    replica = Replica.withTopic(TopicSpec.named(T).withOrder(order));
    begun();
    publish(9_000, replica.nowMillis() + 1_000);
    replica.published(T, 3);
    assertThat(replica.group(T).lag()).isEqualTo(9_003);

    passRounds();

    assertThat(replica.group(T).lag()).isEqualTo(3);
    assertThat(replica.group(T).floor()).isEqualTo(9_001);
    replica = replica.restarted();
    assertThat(replica.group(T).lag()).isEqualTo(3);
    assertThat(replica.pulled(T, 9)).hasSize(3);
  }

  @Test
  void whatSomebodyHasAndWhatHasTimeLeftStays() {
    begun();
    publish(2, replica.nowMillis() + 1_000);
    publish(1, replica.nowMillis() + 1_000_000);
    publish(1, replica.nowMillis() + 1_000);
    replica.pulled(T, 1);

    passRounds();

    assertThat(replica.group(T).lag()).isEqualTo(4);
    replica.acked(T, 1, 1);
    passRounds();
    assertThat(replica.group(T).lag()).as("behind the one that has time left").isEqualTo(2);
  }

  @Test
  void whatWasDelayedExpiresToo() {
    begun();
    long due = replica.nowMillis() + 60_000;
    replica.publish(T, Batches.expiringDelayed(3, due, due + 1_000));
    replica.commit();
    passRounds();
    assertThat(replica.group(T).lag()).isZero();
    replica.pass(60_000);
    replica.commit();

    passRounds();

    assertThat(replica.machine().state().topic(T)).extracting("endOffset").isEqualTo(4L);
    assertThat(replica.group(T).lag()).isZero();
  }

  @Test
  void whatAGroupIsSetBackToExpiresToo() {
    begun();
    publish(5, replica.nowMillis() + 1_000);
    passRounds();
    assertThat(replica.group(T).lag()).isZero();

    replica.ask(new ResetGroup(T, Replica.GROUP, ReadFrom.offset(1)));
    replica.commit();
    assertThat(replica.group(T).lag()).isEqualTo(5);
    passRounds();

    assertThat(replica.group(T).lag()).isZero();
  }

  @Test
  void whatAGroupThatBeginsLateFindsExpiresToo() {
    publish(5, replica.nowMillis() + 60_000);
    passRounds();
    assertThat(replica.pulled(T, 1)).hasSize(1);
    replica.acked(T, 0, 0);
    replica.pass(60_000);

    passRounds();

    assertThat(replica.group(T).lag()).isZero();
  }

  @Test
  void whatWasPublishedBeforeTheFailoverIsLookedAtToo() {
    begun();
    publish(5, replica.nowMillis() + 1_000);
    replica = replica.restarted();
    assertThat(replica.group(T).lag()).isEqualTo(5);

    passRounds();

    assertThat(replica.group(T).lag()).isZero();
  }
}
