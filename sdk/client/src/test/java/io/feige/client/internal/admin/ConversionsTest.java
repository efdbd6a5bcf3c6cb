package io.feige.client.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Order;
import io.feige.client.TopicSpec;
import io.feige.protocol.model.TopicPlace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversionsTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration WITHOUT_END = Duration.ofMillis(Long.MAX_VALUE);

  @Test
  void whateverATopicMayBeFitsTheWire() {
    for (Order order : Order.values()) {
      TopicSpec least =
          new TopicSpec(
              "a",
              order,
              1,
              Duration.ofMillis(100),
              Duration.ZERO,
              Duration.ZERO,
              Duration.ZERO,
              0,
              false,
              0,
              false,
              List.of());
      TopicSpec most =
          new TopicSpec(
              "a",
              order,
              65_535,
              DAY,
              DAY,
              WEEK,
              WITHOUT_END,
              Long.MAX_VALUE,
              true,
              65_535,
              true,
              List.of());

      assertThat(Conversions.fromWire(Conversions.toWire(least, TopicPlace.EVERYWHERE)))
          .isEqualTo(least);
      assertThat(Conversions.fromWire(Conversions.toWire(most, TopicPlace.HERE))).isEqualTo(most);
      TopicSpec work = TopicSpec.of("a").withOrder(order).withStages("a", "b");
      assertThat(Conversions.fromWire(Conversions.toWire(work, TopicPlace.ELSEWHERE)))
          .isEqualTo(work);
    }
  }
}
