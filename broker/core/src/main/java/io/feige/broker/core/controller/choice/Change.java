package io.feige.broker.core.controller.choice;

import io.feige.broker.core.controller.evidence.Findings;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import java.util.ArrayList;
import java.util.List;

/**
 * A change of a pair that is to be stored.
 *
 * <p>{@code handedOver} is true only in the version that a hand-over made: each later change of the
 * same epoch stores it as false. Later changes are asked for by the new active, which has thus
 * learned of its activation; for all others, that the old active had stopped by itself is a reason
 * to be quick and never one to be safe.
 *
 * @param next under the version that it replaces
 */
public record Change(DecisionKind kind, PairState next, Decision decision) {
  /** Another node, or the same one again, is to be active as the next epoch. */
  static Change activation(
      DecisionKind kind, Findings findings, String node, List<Member> inSync, List<String> why) {
    return make(kind, findings, node, findings.nextEpoch(), inSync, why);
  }

  /** The active stays as it is. */
  static Change within(
      DecisionKind kind, Findings findings, List<Member> inSync, List<String> why) {
    PairState state = findings.state();
    return make(kind, findings, state.active(), state.epoch(), inSync, why);
  }

  private static Change make(
      DecisionKind kind,
      Findings findings,
      String active,
      long epoch,
      List<Member> inSync,
      List<String> why) {
    PairState state = findings.state();
    PairState next =
        new PairState(
            state.pair(),
            state.master(),
            state.backup(),
            active,
            epoch,
            inSync,
            kind == DecisionKind.SWITCH,
            state.backupServes(),
            state.version());
    Decision decision =
        new Decision(
            kind,
            state.pair(),
            state.epoch(),
            epoch,
            state.active(),
            active,
            findings.now().millis(),
            why);
    return new Change(kind, next, decision);
  }

  /** Who is in sync when a node begins anew in its present life; what is said of others stays. */
  static List<Member> renewed(PairState state, Member present) {
    List<Member> members = new ArrayList<>();
    members.add(present);
    for (Member member : state.inSync()) {
      if (!member.node().equals(present.node())) {
        members.add(member);
      }
    }
    return members;
  }

  /** Whether a pair is stored as this change wanted it. */
  public boolean isStoredAs(PairState stored) {
    return stored.version() == next.version() + 1
        && stored.epoch() == next.epoch()
        && stored.active().equals(next.active())
        && stored.inSync().equals(next.inSync());
  }

  /** Whether it makes an epoch. */
  boolean isActivation() {
    return decision.toEpoch() != decision.fromEpoch();
  }
}
