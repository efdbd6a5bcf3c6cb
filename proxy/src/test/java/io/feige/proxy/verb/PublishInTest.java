package io.feige.proxy.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.client.Message;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PublishInTest {
  private static PublishIn in(String json) {
    return Json.read(json.getBytes(StandardCharsets.UTF_8), PublishIn.class);
  }

  @Test
  void oneMessageHasAllThatItSays() {
    PublishIn in =
        in("{\"key\": \"k\", \"headers\": {\"h\": \"v\"}, \"body\": \"a\", \"delayMillis\": 1000}");

    assertThat(in.hasMany()).isFalse();
    Message message = in.read().getFirst();
    assertThat(message.key()).isEqualTo("k".getBytes(StandardCharsets.UTF_8));
    assertThat(message.body()).isEqualTo("a".getBytes(StandardCharsets.UTF_8));
    assertThat(message.headers()).hasSize(1);
    assertThat(message.isDelayed()).isTrue();
  }

  @Test
  void aBatchKeepsItsOrder() {
    PublishIn in = in("{\"messages\": [{\"body\": \"a\"}, {\"bodyBase64\": \"/w==\"}]}");

    assertThat(in.hasMany()).isTrue();
    assertThat(in.read())
        .extracting(Message::body)
        .containsExactly(new byte[] {'a'}, new byte[] {-1});
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "null",
        "{}",
        "{\"messages\": []}",
        "{\"messages\": [null]}",
        "{\"messages\": [{}]}",
        "{\"messages\": [{\"body\": \"a\"}], \"key\": \"k\"}",
        "{\"messages\": [{\"body\": \"a\", \"boody\": \"b\"}]}",
        "{\"body\": \"a\", \"boody\": \"b\"}",
        "{\"bodyBase64\": \"?\"}",
        "{\"body\": 7}",
        "{\"body\": \"a\", \"bodyBase64\": \"YQ==\"}",
        "{\"body\": \"a\", \"key\": \"k\", \"keyBase64\": \"aw==\"}",
        "{\"body\": \"a\", \"delayMillis\": -1}",
        "{\"body\": \"a\", \"delayMillis\": \"1\"}",
        "{\"body\": \"a\", \"delayMillis\": 31449600001}"
      })
  void anythingElseIsRefused(String json) {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> in(json).read())
        .returns(400, Problem::status);
  }

  @Test
  void whatIsWrongInABatchIsToldWithItsPlace() {
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> in("{\"messages\": [{\"body\": \"a\"}, {}]}").read())
        .withMessageStartingWith("message 1: ");
  }

  @Test
  void aBatchHasABound() {
    List<String> many = Collections.nCopies(10_001, "{\"body\":\"a\"}");
    assertThatExceptionOfType(Problem.class)
        .isThrownBy(() -> in("{\"messages\":[" + String.join(",", many) + "]}").read())
        .withMessageContaining("10001");
  }
}
