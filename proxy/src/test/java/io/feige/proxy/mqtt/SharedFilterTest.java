package io.feige.proxy.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.model.NameRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a shared filter, and which group shares it. */
class SharedFilterTest {
  @Test
  void theGroupSaysWhoSharesWhat() {
    assertThat(SharedFilter.of("$share/crew/house/+/door-1"))
        .isEqualTo(new SharedFilter("crew.house_2F_2B_2Fdoor-1", "house/+/door-1"));
    assertThat(SharedFilter.of("$share/a.b_c/é"))
        .isEqualTo(new SharedFilter("a_2Eb_5Fc._C3_A9", "é"));
    assertThat(SharedFilter.of("$share/crew//")).isEqualTo(new SharedFilter("crew._2F", "/"));
  }

  @Test
  void aLongOneIsAGroupOfItsOwn() {
    String begin = "$share/crew/" + "/x".repeat(6) + "y".repeat(220);
    SharedFilter one = SharedFilter.of(begin + "1");
    SharedFilter other = SharedFilter.of(begin + "2");
    assertThat(one).isNotNull().isNotEqualTo(other);
    assertThat(other).isNotNull();
    assertThat(NameRule.problem(one.group())).isNull();
    assertThat(one.group()).hasSize(NameRule.MAX_LENGTH).isNotEqualTo(other.group());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$share/",
        "$share/crew",
        "$share/crew/",
        "$share//a",
        "$share/+/a",
        "$share/cr+w/a",
        "$share/cr#w/a",
        "$share/#",
        "$share/crew/a/#/b",
        "$shared/crew/a",
        "a/b",
      })
  void whatIsNone(String text) {
    assertThat(SharedFilter.of(text)).isNull();
  }
}
