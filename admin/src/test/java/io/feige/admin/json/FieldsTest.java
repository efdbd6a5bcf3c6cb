package io.feige.admin.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Numbers as JSON Schema has them: an integer is any number without a fraction. */
final class FieldsTest {
  private static long read(String number) {
    String body = "{\"n\":" + number + "}";
    return Json.read(body.getBytes(StandardCharsets.UTF_8)).number("n");
  }

  @Test
  void wholeNumberIsReadInEachOfItsForms() {
    assertThat(read("7")).isEqualTo(7);
    assertThat(read("7.0")).isEqualTo(7);
    assertThat(read("25.5e1")).isEqualTo(255);
    assertThat(read("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(read("9223372036854775807.0")).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whatIsSaidTwiceIsRefused() {
    assertThatThrownBy(() -> read("1,\"n\":2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("n");
  }

  @Test
  void fractionAndWhatDoesNotFitAreRefused() {
    for (String number :
        new String[] {"7.5", "\"7\"", "1e300", "9223372036854775808", "1e999999999"}) {
      assertThatThrownBy(() -> read(number))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("n is not a whole number");
    }
  }
}
