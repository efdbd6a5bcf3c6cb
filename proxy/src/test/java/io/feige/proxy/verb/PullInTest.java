package io.feige.proxy.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.client.GroupStart;
import io.feige.proxy.answer.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PullInTest {
  private static PullIn in(String body) {
    return PullIn.of(body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatIsSaidHolds() {
    PullIn in = in("{\"max\":100,\"waitMillis\":2000,\"leaseMillis\":60000,\"start\":\"LATEST\"}");

    assertThat(in.most(10, 1_000)).isEqualTo(100);
    assertThat(in.patience()).isEqualTo(Duration.ofSeconds(2));
    assertThat(in.lease()).isEqualTo(Duration.ofMinutes(1));
    assertThat(in.begin()).isEqualTo(GroupStart.LATEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"max\":null}"})
  void theRestIsAsUsual(String body) {
    PullIn in = in(body);

    assertThat(in.most(10, 1_000)).isEqualTo(10);
    assertThat(in.patience()).isEqualTo(Duration.ofSeconds(5));
    assertThat(in.lease()).isEqualTo(Duration.ZERO);
    assertThat(in.begin()).isEqualTo(GroupStart.EARLIEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{\"most\":1}",
        "{\"max\":0}",
        "{\"max\":1001}",
        "{\"max\":\"1\"}",
        "{\"max\":1.5}",
        "{\"waitMillis\":300001}",
        "{\"leaseMillis\":-1}",
        "{\"start\":\"NOW\"}"
      })
  void anythingElseIsRefused(String body) {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> {
          PullIn in = in(body);
          in.most(10, 1_000);
          in.patience();
          in.lease();
          in.begin();
        })
        .returns(400, Problem::status);
  }
}
