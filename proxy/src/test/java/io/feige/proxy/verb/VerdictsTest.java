package io.feige.proxy.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.testing.InMemoryFeige;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.verb.Verdicts.SettleIn;
import io.feige.proxy.verb.Verdicts.SettleOut;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VerdictsTest {
  private final InMemoryFeige feige = InMemoryFeige.create();
  private Consumer billing;

  @BeforeEach
  void publish() {
    try (Producer orders = feige.producer("orders").build()) {
      for (int i = 0; i < 5; i++) {
        var _ = orders.publish(Message.of("m" + i));
      }
    }
    billing = feige.consumer("orders").group("billing").build();
  }

  @AfterEach
  void close() {
    feige.close();
  }

  private static Verdicts verdicts(String json) {
    return Verdicts.of(Json.read(json.getBytes(StandardCharsets.UTF_8), SettleIn.class));
  }

  private List<Delivery> pull() {
    return billing.pull(10, Duration.ZERO);
  }

  private static String verdict(Delivery delivery, String rest) {
    return "{\"id\":\"" + delivery.handle() + "\"," + rest + "}";
  }

  @Test
  void eachVerdictDoesWhatItSays() {
    List<Delivery> pulled = pull();
    String json =
        "{\"verdicts\":["
            + String.join(
                ",",
                verdict(pulled.get(0), "\"verdict\":\"ack\""),
                verdict(pulled.get(1), "\"verdict\":\"nack\",\"delayMillis\":0,\"reason\":\"r\""),
                verdict(pulled.get(2), "\"verdict\":\"reject\",\"reason\":\"spoilt\""),
                verdict(pulled.get(3), "\"verdict\":\"extend\",\"leaseMillis\":60000"),
                verdict(pulled.get(4), "\"verdict\":\"release\""))
            + "]}";

    SettleOut out = verdicts(json).carryOut(billing);

    assertThat(out.failed()).isEmpty();
    assertThat(out.settled()).isEqualTo(5);
    assertThat(pull())
        .extracting(Delivery::text, Delivery::attempt)
        .containsExactlyInAnyOrder(tuple("m1", 2), tuple("m4", 1));
    assertThat(feige.groups().describe("orders", "billing").outstanding()).isEqualTo(3);
  }

  @Test
  void whatFailsIsToldWithItsIdAndTheRestIsDone() {
    Delivery first = pull().getFirst();
    String json =
        "{\"verdicts\":["
            + verdict(first, "\"verdict\":\"ack\"")
            + ",{\"id\":\"something\",\"verdict\":\"ack\"}]}";

    SettleOut out = verdicts(json).carryOut(billing);

    assertThat(out.settled()).isEqualTo(1);
    assertThat(out.failed()).extracting(Verdicts.FailedOut::id).containsExactly("something");
    assertThat(out.failed().getFirst().problem()).containsEntry("status", 400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"verdicts\":[null]}",
        "{\"verdicts\":[{}]}",
        "{\"verdicts\":[{\"id\":\"a\"}]}",
        "{\"verdicts\":[{\"verdict\":\"ack\"}]}",
        "{\"verdicts\":[{\"id\":\"a\",\"verdict\":\"maybe\"}]}",
        "{\"verdicts\":[{\"id\":\"a\",\"verdict\":\"ack\",\"delayMillis\":1}]}",
        "{\"verdicts\":[{\"id\":\"a\",\"verdict\":\"ack\",\"reason\":\"r\"}]}",
        "{\"verdicts\":[{\"id\":\"a\",\"verdict\":\"nack\",\"delayMillis\":-1}]}",
        "{\"verdicts\":[{\"id\":\"a\",\"verdict\":\"extend\"}]}",
        "{\"verdicts\":[{\"id\":\"a\",\"verdict\":\"extend\",\"leaseMillis\":86400001}]}",
        "{\"verdicts\":[{\"handle\":\"a\",\"verdict\":\"ack\"}]}"
      })
  void whatCannotBeReadIsRefusedAsAWhole(String json) {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> verdicts(json))
        .returns(400, Problem::status);
  }
}
