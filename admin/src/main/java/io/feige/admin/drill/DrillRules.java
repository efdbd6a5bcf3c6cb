package io.feige.admin.drill;

import io.feige.admin.drill.Check.Kind;
import io.feige.admin.drill.Check.State;
import io.feige.broker.core.controller.port.ClusterView.PairView;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.FailoverReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a drill is judged. Without a memory, and without a clock of its own. */
final class DrillRules {
  /** Who is not served by then has failed, whatever the bound is. */
  static final Duration SERVED_LIMIT = Duration.ofSeconds(60);

  /** Who is not back by then has failed. A node may have to copy much. */
  static final Duration RETURNED_LIMIT = Duration.ofMinutes(10);

  private DrillRules() {}

  /**
   * The checks as of now.
   *
   * @param report of the activation that came of the drill, if there is one yet
   * @param after how long ago the drill began
   */
  static List<Check> judge(
      Drill drill, PairView pair, Optional<FailoverReport> report, Duration after) {
    return List.of(
        served(drill, report, after), kept(drill, report, after), returned(drill, pair, after));
  }

  private static Check served(Drill drill, Optional<FailoverReport> told, Duration after) {
    FailoverReport report = told.filter(each -> each.pauseMillis() >= 0).orElse(null);
    if (report == null) {
      return waiting(Kind.SERVED, after, SERVED_LIMIT, drill.to() + " serves " + drill.pair());
    }
    String seen =
        report.toNode()
            + " served "
            + report.pauseMillis()
            + " ms after "
            + drill.pair()
            + " was last heard being served";
    if (report.kind() != DecisionKind.FAILOVER || !report.toNode().equals(drill.to())) {
      String words = seen + ", by a " + report.kind() + " and not by a failover to " + drill.to();
      return new Check(Kind.SERVED, State.FAILED, words);
    }
    if (drill.boundMillis() < 0) {
      return new Check(Kind.SERVED, State.PASSED, seen + "; there is no bound");
    }
    boolean isWithin = report.pauseMillis() <= drill.boundMillis();
    return new Check(
        Kind.SERVED,
        isWithin ? State.PASSED : State.FAILED,
        seen + "; the bound is " + drill.boundMillis() + " ms");
  }

  private static Check kept(Drill drill, Optional<FailoverReport> told, Duration after) {
    if (drill.boundMillis() < 0 || drill.confirmed() < 0) {
      return new Check(
          Kind.KEPT,
          State.SKIPPED,
          "both members use one database, so nothing of their journals can be compared");
    }
    FailoverReport report = told.filter(FailoverReport::isComplete).orElse(null);
    if (report == null) {
      return waiting(Kind.KEPT, after, RETURNED_LIMIT, "both journals can be compared");
    }
    boolean isKept = report.confirmedAfter() >= drill.confirmed();
    String words =
        "confirmed up to position "
            + drill.confirmed()
            + " before and up to "
            + report.confirmedAfter()
            + " when "
            + report.toNode()
            + " served; "
            + Math.max(0, report.redelivered())
            + " messages were handed out marked as perhaps delivered before, "
            + Math.max(0, report.salvagedBytes())
            + " bytes that nobody had confirmed are in the salvage of "
            + drill.node();
    return new Check(Kind.KEPT, isKept ? State.PASSED : State.FAILED, words);
  }

  private static Check returned(Drill drill, PairView pair, Duration after) {
    boolean isBack =
        pair.isServing()
            && pair.state().epoch() > drill.epoch()
            && pair.state().inSync().stream()
                .anyMatch(member -> member.node().equals(drill.node()));
    if (!isBack) {
      return waiting(Kind.RETURNED, after, RETURNED_LIMIT, drill.node() + " is back in sync");
    }
    String words = drill.node() + " was back and in sync after " + after.toMillis() + " ms";
    return new Check(Kind.RETURNED, State.PASSED, words);
  }

  private static Check waiting(Kind kind, Duration after, Duration limit, String what) {
    return after.compareTo(limit) < 0
        ? new Check(kind, State.WAITING, "waiting until " + what)
        : new Check(kind, State.FAILED, "not within " + limit.toSeconds() + " s: " + what);
  }
}
