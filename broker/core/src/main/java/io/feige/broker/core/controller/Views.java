package io.feige.broker.core.controller;

import io.feige.broker.core.controller.choice.ActiveChoice;
import io.feige.broker.core.controller.choice.Change;
import io.feige.broker.core.controller.choice.Choice;
import io.feige.broker.core.controller.evidence.Evidence;
import io.feige.broker.core.controller.evidence.Findings;
import io.feige.broker.core.controller.evidence.NodeRecord;
import io.feige.broker.core.controller.evidence.Sighting;
import io.feige.broker.core.controller.evidence.Silence;
import io.feige.broker.core.controller.evidence.Times;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.FailoverBound;
import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.NodeReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Shows what is known to whoever asks. */
final class Views {
  private Views() {}

  static ClusterView of(
      Map<String, NodeRecord> nodes, Map<String, PairCase> pairs, Silence silence, Now now) {
    Set<String> names = new TreeSet<>(nodes.keySet());
    List<ClusterView.PairView> pairViews = new ArrayList<>();
    for (PairCase pair : pairs.values()) {
      names.add(pair.state().master());
      names.add(pair.state().backup());
      pairViews.add(pair(pair.findings(now)));
    }
    names.remove("");
    List<ClusterView.NodeView> nodeViews = new ArrayList<>();
    for (String name : names) {
      nodeViews.add(node(name, nodes.get(name), silence, now));
    }
    return new ClusterView(nodeViews, pairViews);
  }

  private static ClusterView.NodeView node(
      String name, @Nullable NodeRecord record, Silence silence, Now now) {
    NodeReport report = record == null ? null : record.report();
    if (record == null || report == null) {
      return new ClusterView.NodeView(name, "", 0, false, "", -1);
    }
    long silentMillis = Times.millis(now.nanos() - record.heardNanos());
    boolean isAlive = record.hasReported() && silentMillis < silence.millis(record, now);
    return new ClusterView.NodeView(
        name,
        report.clientHost(),
        report.clientPort(),
        isAlive,
        report.member().boot(),
        silentMillis);
  }

  private static ClusterView.PairView pair(Findings findings) {
    PairState state = findings.state();
    boolean isServing = false;
    long confirmed = -1;
    long lagBytes = -1;
    StoreLag storeLag = StoreLag.NONE;
    if (state.epoch() > 0) {
      Sighting active = findings.active();
      ReplicaReport replica = active.replica();
      if (replica != null && active.isActing(state) && !findings.isSilent(active)) {
        isServing = replica.isServing() && active.isPresent();
        confirmed = replica.commit();
        lagBytes = replica.lagBytes();
        storeLag = replica.storeLag();
      }
    } else {
      confirmed = Math.max(end(findings.master()), end(findings.backup()));
    }
    boolean isBounded = isBounded(findings);
    return new ClusterView.PairView(
        state,
        isServing,
        confirmed,
        lagBytes,
        storeLag,
        isBounded ? bound(findings) : -1,
        isBounded ? FailoverBound.withAdminMillis(findings.settings(), bound(findings)) : -1,
        trouble(findings));
  }

  /** How far a node's journal reaches; -1: it has not said. */
  private static long end(Sighting sighting) {
    ReplicaReport replica = sighting.replica();
    return replica == null ? -1 : replica.end();
  }

  /** How long reading a shared store takes depends on what it holds, so there is no bound then. */
  private static boolean isBounded(Findings findings) {
    return !findings.master().member().sharesStore() && !findings.backup().member().sharesStore();
  }

  private static long bound(Findings findings) {
    int silence =
        findings.silence().boundMillis(findings.master(), findings.backup(), findings.now());
    return FailoverBound.millis(silence, findings.settings().heartbeatMillis(), lease(findings));
  }

  private static int lease(Findings findings) {
    return Math.max(lease(findings.master()), lease(findings.backup()));
  }

  private static int lease(Sighting sighting) {
    NodeReport report = sighting.record() == null ? null : sighting.record().report();
    return report == null ? 0 : report.leaseMillis();
  }

  private static String trouble(Findings findings) {
    return switch (ActiveChoice.on(findings)) {
      case Choice.Well() -> Evidence.noPublishes(findings);
      case Choice.Wait(String words) -> words;
      case Choice.Activate(Change change) -> change.next().active() + " is about to be activated";
    };
  }
}
