package io.feige.dist.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.dist.admin.PairHistory;
import io.feige.dist.admin.PairHistory.Decision;
import io.feige.dist.admin.PairHistory.Moment;
import io.feige.dist.admin.PairHistory.Report;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryWordsTest {
  private static final Decision SHRINK =
      new Decision(
          "SHRINK", "p", 2, 2, "node-2", "node-2", 1_000_200, List.of("node-1 does not follow"));
  private static final Decision FAILOVER =
      new Decision(
          "FAILOVER", "p", 1, 2, "node-1", "node-2", 1_000_000, List.of("its connection ended"));

  private static Report report(String kind, boolean complete, long salvaged) {
    return new Report(
        "p",
        kind,
        2,
        "node-1",
        "node-2",
        1_000_000,
        List.of(
            new Moment(999_600, "the pair was last heard being served"),
            new Moment(1_000_030, "node-2 serves")),
        335_999,
        336_117,
        2_048,
        salvaged,
        12,
        472,
        complete);
  }

  @Test
  void theOldestComesFirstEachWithItsReasons() {
    PairHistory history = new PairHistory("p", List.of(SHRINK, FAILOVER), List.of());

    String words = HistoryWords.of(history);

    assertThat(words.indexOf("FAILOVER")).isLessThan(words.indexOf("SHRINK"));
    assertThat(words)
        .contains("epoch 1 -> 2, node-1 -> node-2")
        .contains("    its connection ended")
        .contains("epoch 2, node-2 active")
        .contains("    node-1 does not follow");
  }

  @Test
  void anActivationSaysWhatItCost() {
    PairHistory history =
        new PairHistory("p", List.of(FAILOVER), List.of(report("FAILOVER", true, 4_096)));

    assertThat(HistoryWords.of(history))
        .contains("  -400 ms  the pair was last heard being served")
        .contains("   +30 ms  node-2 serves")
        .contains("pause: 472 ms")
        .contains("position 335,999 before, 336,117 after; 0 lost")
        .contains("unconfirmed tail, kept: 2.0 KiB")
        .contains("salvaged by node-1: 4.0 KiB")
        .contains("handed out, marked as perhaps delivered before: 12")
        .doesNotContain("not complete");
  }

  @Test
  void whatIsNotKnownYetIsSaid() {
    assertThat(HistoryWords.report(report("FAILOVER", false, -1)))
        .contains("salvaged by node-1: not known yet")
        .contains("not complete yet");
  }

  @Test
  void aPromotionDoesNotClaimThatNothingIsLost() {
    assertThat(HistoryWords.report(report("PROMOTE", true, 4_096)))
        .doesNotContain("0 lost")
        .contains("missing until it is replayed");
  }

  @Test
  void anEmptyHistorySaysSo() {
    assertThat(HistoryWords.of(new PairHistory("p", List.of(), List.of()))).contains("Nothing");
  }
}
