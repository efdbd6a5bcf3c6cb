package io.feige.proxy.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption.RetainedHandlingPolicy;
import org.junit.jupiter.api.Test;

/** How a message comes by several filters. */
class FiltersTest {
  private final Filters filters = new Filters();

  @Test
  void theBestOfAllFiltersCountsAndEachIdentifierIsTold() {
    add("a/#", 1, false, 268_435_455);
    add("a/+", 2, false, 7);
    add("a/b", 0, false, 0);
    add("c", 2, false, 9);

    Filters.Match match = filters.match("a/b");
    assertThat(match.qos()).isEqualTo(MqttQoS.EXACTLY_ONCE);
    assertThat(match.identifiers()).containsExactlyInAnyOrder(7, 268_435_455);
    assertThat(filters.match("a").qos()).isEqualTo(MqttQoS.AT_LEAST_ONCE);
    assertThat(filters.match("elsewhere").identifiers()).isEmpty();
  }

  @Test
  void whatOneFilterLetsInIsNotKeptOutByAnother() {
    add("a/#", 1, true, 0);
    assertThat(filters.match("a/b").isNoLocal()).isTrue();
    add("a/b", 0, false, 0);
    assertThat(filters.match("a/b").isNoLocal()).isFalse();
    assertThat(filters.match("a/c").isNoLocal()).isTrue();
    assertThat(filters.match("elsewhere").isNoLocal()).isFalse();
  }

  private void add(String filter, int qos, boolean isNoLocal, int identifier) {
    filters.add(
        Filters.subscription(
            filter,
            new MqttSubscriptionOption(
                MqttQoS.valueOf(qos), isNoLocal, false, RetainedHandlingPolicy.SEND_AT_SUBSCRIBE),
            identifier));
  }
}
