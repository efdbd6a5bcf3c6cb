package io.feige.proxy.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.proxy.answer.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CreditTest {
  @Test
  void asManyComeAsWereGiven() throws InterruptedException {
    Credit credit = new Credit(3);
    assertThat(credit.await(2)).isEqualTo(2);
    assertThat(credit.take()).isTrue();
    assertThat(credit.take()).isFalse();
    credit.add(5);
    credit.giveBack(1);
    assertThat(credit.await(100)).isEqualTo(6);
  }

  @Test
  void whoSaysNothingGivesOneHundred() throws InterruptedException {
    assertThat(new Credit(null).await(1_000)).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 100_001, Integer.MAX_VALUE})
  void aNumberThatMakesNoSenseIsRefused(int wrong) {
    assertThatExceptionOfType(Problem.class).isThrownBy(() -> new Credit(wrong));
    Credit credit = new Credit(1);
    assertThatExceptionOfType(Problem.class).isThrownBy(() -> credit.add(wrong));
  }

  @Test
  void oneWhoWaitsGoesOnWhenThereIsSome() throws InterruptedException {
    Credit credit = new Credit(1);
    assertThat(credit.take()).isTrue();
    Thread giver = Thread.ofVirtual().start(() -> credit.add(2));
    credit.awaitAny();
    giver.join();
    assertThat(credit.await(100)).isEqualTo(2);
  }
}
