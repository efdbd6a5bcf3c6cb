package io.feige.broker.core.controller.report;

import io.feige.broker.core.controller.choice.Change;
import io.feige.broker.core.controller.evidence.ActiveWatch;
import io.feige.broker.core.controller.evidence.Findings;
import io.feige.broker.core.controller.evidence.Sighting;
import io.feige.broker.core.controller.evidence.Times;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import org.jspecify.annotations.Nullable;

/**
 * The failover report of one pair that still grows: that of its latest activation. If the next
 * activation comes before it is complete, it is told one last time.
 */
public final class ReportBook {
  private @Nullable OpenReport open;
  private int stoppedVersion = -1;
  private long stoppedNanos;

  /** A member has reported; before its words are acted upon. */
  public void heard(Sighting sighting, PairState state, Now now, ControllerPort port) {
    ReplicaReport replica = sighting.replica();
    if (replica == null) {
      return;
    }
    boolean asks =
        replica.ask().kind() == AskKind.HAND_OVER && replica.ask().version() == state.version();
    if (asks && sighting.isActing(state) && stoppedVersion != state.version()) {
      stoppedVersion = state.version();
      stoppedNanos = now.nanos();
    }
    OpenReport report = open;
    if (report != null) {
      report.heard(sighting, now);
      report.tell(now, port);
    }
  }

  /** An activation was stored. */
  public void opened(Change change, Findings stored, ControllerPort port) {
    Decision decision = change.decision();
    overtaken(decision.toEpoch(), stored.now(), port);
    Sighting other = stored.of(stored.state().other(decision.toNode()));
    long otherCommit = other.replica() == null ? -1 : other.replica().commit();
    OpenReport report =
        new OpenReport(decision, stored, lastService(change, stored.watch()), otherCommit);
    report.tell(stored.now(), port);
    open = report;
  }

  private OpenReport.LastService lastService(Change change, ActiveWatch watch) {
    String from = change.decision().fromNode();
    if (change.kind() == DecisionKind.SWITCH && stoppedVersion == change.next().version()) {
      return new OpenReport.LastService(true, stoppedNanos, from + " stopped serving to hand over");
    }
    return new OpenReport.LastService(
        watch.hasServed(), watch.servedNanos(), "the pair was last heard being served");
  }

  /** A newer epoch is there. */
  public void overtaken(long epoch, Now now, ControllerPort port) {
    close("overtaken by epoch " + epoch, now, port);
  }

  /** Time has passed. */
  public void passTime(Now now, ControllerPort port) {
    OpenReport report = open;
    if (report != null && now.nanos() - report.endNanos() >= 0) {
      long minutes = OpenReport.LIMIT_MILLIS / 60_000;
      close("not waited for longer than " + minutes + " minutes", now, port);
    }
  }

  private void close(String why, Now now, ControllerPort port) {
    OpenReport report = open;
    if (report != null) {
      report.complete(why, now);
      report.tell(now, port);
      open = null;
    }
  }

  /** The next time at which something is due that is later than the given one. */
  public long nextNanos(long after) {
    OpenReport report = open;
    return report == null
        ? Long.MAX_VALUE
        : Times.earlier(Long.MAX_VALUE, report.endNanos(), after);
  }
}
