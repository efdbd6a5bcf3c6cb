package io.feige.broker.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class HealthReportTest {
  private static final HealthReport STANDBY = new HealthReport(true, false, false, "");
  private static final HealthReport FENCED = new HealthReport(false, false, false, "broken");

  private static HealthReport of(Map<String, HealthReport> pairs) {
    return HealthReport.ofPairs(new TreeMap<>(pairs));
  }

  @Test
  void nodeWithAFailedPairIsAliveWhileItServesAnother() {
    assertThat(of(Map.of("a", FENCED, "b", HealthReport.WELL)))
        .isEqualTo(new HealthReport(true, true, true, "a: broken"));
  }

  @Test
  void nodeWhosePairsHaveAllFailedIsNotAlive() {
    assertThat(of(Map.of("a", FENCED, "b", FENCED)))
        .isEqualTo(new HealthReport(false, false, false, "a: broken; b: broken"));
  }

  @Test
  void nodeThatOnlyStandsByIsReady() {
    assertThat(of(Map.of("a", STANDBY))).isEqualTo(HealthReport.WELL);
  }

  @Test
  void nodeTakesNoPublishesWhenAPairThatItServesTakesNone() {
    HealthReport full = new HealthReport(true, true, false, "the disk is full");

    assertThat(of(Map.of("a", full, "b", STANDBY)).acceptsPublishes()).isFalse();
  }

  @Test
  void nodeWithoutAPairIsAliveAndNotReady() {
    assertThat(of(Map.of()))
        .isEqualTo(new HealthReport(true, false, false, "no pair is known yet"));
  }
}
