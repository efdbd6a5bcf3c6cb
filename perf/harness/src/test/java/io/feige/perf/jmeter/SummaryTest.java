package io.feige.perf.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SummaryTest {
  private static final String SAMPLER =
      """
      "%s": {"transaction": "%s", "sampleCount": %d, "errorCount": %d, "throughput": %s,
        "medianResTime": 1.0, "pct1ResTime": 2.0, "pct2ResTime": 3.0, "pct3ResTime": 40.0,
        "maxResTime": 1500.0}
      """;

  @Test
  void theSumStandsAtTheEndAndCountsTheErrors() {
    String statistics =
        "{%s,%s}"
            .formatted(
                SAMPLER.formatted("Total", "Total", 20_000, 3, 1234.4),
                SAMPLER.formatted("publish", "publish", 20_000, 3, 1234.4));
    Summary summary = Summary.of(statistics);
    assertThat(summary.errors()).isEqualTo(3);
    assertThat(summary.words().lines().skip(2))
        .containsExactly(
            "| publish | 20,000 | 3 | 1,234 | 1 ms | 2 ms | 3 ms | 40 ms | 1,500 ms |",
            "| Total | 20,000 | 3 | 1,234 | 1 ms | 2 ms | 3 ms | 40 ms | 1,500 ms |");
  }

  @Test
  void oneSampleThatTookNoTimeHasNoRate() {
    String statistics = "{%s}".formatted(SAMPLER.formatted("a", "a", 1, 0, "\"Infinity\""));
    assertThat(Summary.of(statistics).words()).contains("| a | 1 | 0 | 0 | 1 ms |");
  }
}
