package io.feige.admin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.drill.Check.State;
import io.feige.admin.drill.Drill.Verdict;
import io.feige.broker.core.controller.port.ClusterView.PairView;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.StoreLag;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rule: a drill passes if the other served in time, nothing is missing and the node is back. */
final class DrillRulesTest {
  private static final Member ONE = new Member("node-1", "boot-1");
  private static final Member TWO = new Member("node-2", "boot-2");
  private static final Drill BEGUN = begun(900, 5_000);

  private static Drill begun(long boundMillis, long confirmed) {
    return new Drill("pair-1", "node-1", "node-2", 7, 0, boundMillis, confirmed, List.of());
  }

  private static PairView served(long epoch, boolean isServing, Member... inSync) {
    PairState state =
        new PairState(
            "pair-1",
            "node-1",
            "node-2",
            epoch > 7 ? "node-2" : "node-1",
            epoch,
            Arrays.asList(inSync),
            false,
            BackupServes.ALL,
            9);
    return new PairView(state, isServing, 6_000, 0, StoreLag.NONE, 900, -1, "");
  }

  private static FailoverReport report(
      DecisionKind kind, String to, long pauseMillis, long confirmedAfter, boolean isComplete) {
    return new FailoverReport(
        "pair-1",
        kind,
        8,
        "node-1",
        to,
        0,
        List.of(),
        4_000,
        confirmedAfter,
        0,
        0,
        3,
        pauseMillis,
        isComplete);
  }

  private static FailoverReport failover(
      long pauseMillis, long confirmedAfter, boolean isComplete) {
    return report(DecisionKind.FAILOVER, "node-2", pauseMillis, confirmedAfter, isComplete);
  }

  private static List<State> states(Drill drill) {
    return drill.checks().stream().map(Check::state).toList();
  }

  private static Drill judged(
      Drill drill, PairView pair, @Nullable FailoverReport report, int seconds) {
    return drill.with(
        DrillRules.judge(drill, pair, Optional.ofNullable(report), Duration.ofSeconds(seconds)));
  }

  @Test
  void everythingIsWaitedForInTheBeginning() {
    Drill now =
        BEGUN.with(
            DrillRules.judge(BEGUN, served(7, true, ONE, TWO), Optional.empty(), Duration.ZERO));

    assertThat(states(now)).containsOnly(State.WAITING);
    assertThat(now.verdict()).isEqualTo(Verdict.RUNNING);
  }

  @Test
  void itPassesIfAllIsWell() {
    Drill now = judged(BEGUN, served(8, true, TWO, ONE), failover(354, 6_000, true), 3);

    assertThat(states(now)).containsOnly(State.PASSED);
    assertThat(now.verdict()).isEqualTo(Verdict.PASSED);
    assertThat(now.checks().getFirst().sentence())
        .isEqualTo(
            "node-2 served 354 ms after pair-1 was last heard being served; the bound is 900 ms");
  }

  @Test
  void serviceInTimeIsToldBeforeTheNodeIsBack() {
    Drill now = judged(BEGUN, served(8, true, TWO), failover(354, 6_000, false), 1);

    assertThat(states(now)).containsExactly(State.PASSED, State.WAITING, State.WAITING);
    assertThat(now.verdict()).isEqualTo(Verdict.RUNNING);
  }

  @Test
  void itFailsIfThePauseWasLongerThanTheBound() {
    Drill now = judged(BEGUN, served(8, true, TWO, ONE), failover(901, 6_000, true), 3);

    assertThat(states(now)).containsExactly(State.FAILED, State.PASSED, State.PASSED);
    assertThat(now.verdict()).isEqualTo(Verdict.FAILED);
  }

  @Test
  void itFailsIfWhatWasConfirmedIsNotThere() {
    Drill now = judged(BEGUN, served(8, true, TWO, ONE), failover(354, 4_999, true), 3);

    assertThat(states(now)).containsExactly(State.PASSED, State.FAILED, State.PASSED);
  }

  @Test
  void itFailsIfTheSameNodeServedAgain() {
    FailoverReport restart = report(DecisionKind.RESTART, "node-1", 800, 6_000, true);
    Drill now = judged(BEGUN, served(8, true, ONE, TWO), restart, 3);

    assertThat(states(now).getFirst()).isEqualTo(State.FAILED);
    assertThat(now.checks().getFirst().sentence()).contains("by a RESTART and not by a failover");
  }

  @Test
  void itFailsIfNobodyServesForAMinute() {
    assertThat(states(judged(BEGUN, served(7, false, ONE, TWO), null, 59)))
        .containsOnly(State.WAITING);
    assertThat(states(judged(BEGUN, served(7, false, ONE, TWO), null, 60)))
        .containsExactly(State.FAILED, State.WAITING, State.WAITING);
  }

  @Test
  void itFailsIfTheNodeIsNotBackAfterTenMinutes() {
    Drill now = judged(BEGUN, served(8, true, TWO), failover(354, 6_000, false), 600);

    assertThat(states(now)).containsExactly(State.PASSED, State.FAILED, State.FAILED);
    assertThat(now.verdict()).isEqualTo(Verdict.FAILED);
  }

  @Test
  void whatCannotBeComparedIsSkippedAndDoesNotFail() {
    Drill now = judged(begun(-1, 5_000), served(8, true, TWO, ONE), failover(5_000, 10, true), 9);

    assertThat(states(now)).containsExactly(State.PASSED, State.SKIPPED, State.PASSED);
    assertThat(now.verdict()).isEqualTo(Verdict.PASSED);
  }
}
