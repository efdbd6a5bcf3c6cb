package io.feige.broker.sim.cluster.admin;

import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.NodeReport;
import java.util.HashMap;
import java.util.Map;

/**
 * In a run that is to be caught: once somebody asks to hand over, the other one seems to be in the
 * life of its machine that is in sync, whichever it is in, until it is to be added in another.
 */
final class HandOverLies {
  private final boolean lies;
  private final Map<String, Member> wanted = new HashMap<>();

  HandOverLies(boolean lies) {
    this.lies = lies;
  }

  NodeReport heard(NodeReport report) {
    if (!lies) {
      return report;
    }
    for (ReplicaReport replica : report.replicas()) {
      Ask ask = replica.ask();
      if (ask.kind() == AskKind.HAND_OVER) {
        wanted.put(ask.peer().node(), ask.peer());
      } else if (ask.kind() == AskKind.GROW) {
        wanted.remove(ask.peer().node());
      }
    }
    Member member = wanted.get(report.member().node());
    if (member != null) {
      return new NodeReport(
              member,
              report.process(),
              report.clientHost(),
              report.clientPort(),
              report.linkHost(),
              report.linkPort(),
              report.leaseMillis(),
              report.isLeaving(),
              report.replicas())
          .watchedAs(report.deathMark());
    }
    return report;
  }
}
