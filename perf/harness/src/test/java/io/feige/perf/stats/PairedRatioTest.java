package io.feige.perf.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
  /** The depression scores of Hollander and Wolfe, table 3.1, as logarithms. */
  @Test
  void agreesWithTheBookAndR() {
    List<Double> before = exp(1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30);
    List<Double> after = exp(0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29);
    PairedRatio ratio = PairedRatio.of(after, before);
    assertThat(Math.log(ratio.estimate())).isCloseTo(0.46, within(1e-9));
    assertThat(Math.log(ratio.low())).isCloseTo(0.01, within(1e-9));
    assertThat(Math.log(ratio.high())).isCloseTo(0.786, within(1e-9));
  }

  @Test
  void fewRoundsGiveAnEstimateAndNoInterval() {
    PairedRatio ratio = PairedRatio.of(same(100.0, 5), same(90.0, 5));
    assertThat(ratio.estimate()).isCloseTo(0.9, within(1e-9));
    assertThat(List.of(ratio.low(), ratio.high())).containsExactly(0.0, Double.POSITIVE_INFINITY);
    PairedRatio more = PairedRatio.of(same(100.0, 6), same(90.0, 6));
    assertThat(more.low()).isCloseTo(0.9, within(1e-9));
    assertThat(more.high()).isCloseTo(0.9, within(1e-9));
  }

  @Test
  void oneBadRoundOfEightDoesNotMoveTheEnds() {
    List<Double> second = List.of(98.0, 99.0, 100.0, 20.0, 101.0, 102.0, 97.0, 100.0);
    PairedRatio ratio = PairedRatio.of(same(100.0, 8), second);
    assertThat(ratio.estimate()).isBetween(0.97, 1.0);
    assertThat(ratio.high()).isBetween(1.0, 1.02);
  }

  /** What a confidence of 95 % means: of many experiments, about so many hold the truth. */
  @Test
  void theIntervalHoldsTheTruthAsOftenAsItSays() {
    Random random = new Random(7);
    int held = 0;
    for (int i = 0; i < 2000; i++) {
      PairedRatio ratio = PairedRatio.of(noisy(random, 1.0), noisy(random, 0.9));
      held += ratio.low() <= 0.9 && 0.9 <= ratio.high() ? 1 : 0;
    }
    assertThat(held / 2000.0).isBetween(0.94, 0.99);
  }

  @Test
  void whatIsNoRatioIsRefused() {
    assertThatThrownBy(() -> PairedRatio.of(List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PairedRatio.of(same(1.0, 2), same(1.0, 3)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PairedRatio.of(same(0.0, 1), same(1.0, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Double> noisy(Random random, double value) {
    return Stream.generate(() -> value * Math.exp(random.nextGaussian() * 0.2)).limit(8).toList();
  }

  private static List<Double> exp(double... values) {
    return Arrays.stream(values).mapToObj(Math::exp).toList();
  }

  private static List<Double> same(double value, int times) {
    return Collections.nCopies(times, value);
  }
}
