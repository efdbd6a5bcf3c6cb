package io.feige.proxy.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.client.Durability;
import io.feige.client.Message;
import io.feige.client.testing.InMemoryFeige;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Caller.Pulling;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CallerTest {
  private final Caller caller = new Caller(InMemoryFeige.create(), "proxy-1");

  @AfterEach
  void close() {
    caller.close();
  }

  @Test
  void oneCallerHasSoManyRequestsInHandAndNoMore() {
    Caller.Turn first = caller.begin(2);
    try (Caller.Turn _ = caller.begin(2)) {
      assertThatExceptionOfType(Problem.class)
          .isThrownBy(() -> caller.begin(2))
          .returns(429, Problem::status)
          .returns(1L, Problem::retryAfterSeconds);
      first.close();
      try (Caller.Turn again = caller.begin(2)) {
        assertThat(again).isNotNull();
      }
    }
  }

  @Test
  void whoSettlesNeedNotBeWhoPulled() {
    var _ =
        caller.publishing(
            "orders", Durability.REPLICATED, producer -> producer.publish(Message.of("a dove")));
    Pulling name = Pulling.toSettle("orders", "billing");
    String handle =
        caller.consuming(name, consumer -> consumer.pull(1, Duration.ZERO).getFirst().handle());
    caller.sweep();

    boolean isDone =
        caller.consuming(
            name,
            consumer -> {
              consumer.settlement(handle).ack();
              return true;
            });
    assertThat(isDone).isTrue();
    assertThat(caller.client().groups().describe("orders", "billing").lag()).isZero();
  }
}
