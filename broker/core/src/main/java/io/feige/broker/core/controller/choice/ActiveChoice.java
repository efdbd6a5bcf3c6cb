package io.feige.broker.core.controller.choice;

import io.feige.broker.core.controller.evidence.Eligibility;
import io.feige.broker.core.controller.evidence.Evidence;
import io.feige.broker.core.controller.evidence.Findings;
import io.feige.broker.core.controller.evidence.Sighting;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.model.NodeRole;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Who is to be active. A pure function of the findings; in this order:
 *
 * <pre>
 * the pair was never active    FIRST     both members are there: the one whose journal reaches furthest
 * the active is not suspected  -         nothing
 * the standby may be active    FAILOVER  in sync in its present life, its promise lapsed
 * the standby might be soon    -         it is waited for
 * the active may be again      RESTART   it is back, and what it confirmed is on its disk
 * both are back, neither may   FURTHEST  one of the two disks has every confirmed record: the furthest
 * </pre>
 *
 * <p>Nobody is activated who still owes a promise, so that whoever counts on the promise has
 * stopped serving by then; this, and not the suspicion, is what keeps two from serving at once.
 */
public final class ActiveChoice {
  private ActiveChoice() {}

  public static Choice on(Findings findings) {
    PairState state = findings.state();
    if (state.epoch() == 0) {
      return first(findings);
    }
    List<String> suspicion = findings.watch().suspicion(findings);
    if (suspicion.isEmpty()) {
      return Choice.WELL;
    }
    return switch (Eligibility.ofStandby(findings)) {
      case READY -> failover(findings, suspicion);
      case SOON -> new Choice.Wait(Evidence.suspected(suspicion) + standbyAwaited(findings));
      case NONE -> again(findings, suspicion);
    };
  }

  private static Choice failover(Findings findings, List<String> suspicion) {
    Sighting standby = findings.standby();
    List<String> why = new ArrayList<>(suspicion);
    why.add(Evidence.holdsEverything(standby));
    why.add(Evidence.promiseLapsed(findings, standby));
    return new Choice.Activate(
        Change.activation(
            DecisionKind.FAILOVER, findings, standby.node(), findings.state().inSync(), why));
  }

  /** The standby cannot replace the active: can the active itself go on? */
  private static Choice again(Findings findings, List<String> suspicion) {
    Sighting active = findings.active();
    String begin = Evidence.suspected(suspicion) + Eligibility.standbyRefusal(findings) + "; ";
    if (!findings.isFresh(active)) {
      return new Choice.Wait(begin + "it waits for " + active.node() + " to come back");
    }
    if (active.isActing(findings.state())) {
      return Choice.WELL;
    }
    if (!active.isUsable()) {
      return new Choice.Wait(begin + Evidence.notUsable(active));
    }
    if (findings.isWiped(active)) {
      return new Choice.Wait(begin + Evidence.wiped(active));
    }
    String reason = Eligibility.reasonToRestart(findings);
    if (reason.isEmpty()) {
      return furthest(findings, suspicion, begin);
    }
    if (!active.promiseLapsed()) {
      return new Choice.Wait(begin + Evidence.promiseOwed(active));
    }
    List<String> why = new ArrayList<>(suspicion);
    why.add(Eligibility.standbyRefusal(findings));
    why.add(reason);
    why.add(Evidence.promiseLapsed(findings, active));
    return new Choice.Activate(renewal(DecisionKind.RESTART, findings, active, why));
  }

  private static Change renewal(
      DecisionKind kind, Findings findings, Sighting chosen, List<String> why) {
    List<Member> inSync = Change.renewed(findings.state(), chosen.member());
    return Change.activation(kind, findings, chosen.node(), inSync, why);
  }

  private static Choice furthest(Findings findings, List<String> suspicion, String begin) {
    Sighting active = findings.active();
    Sighting standby = findings.standby();
    if (findings.state().inSync().size() < 2) {
      return new Choice.Wait(begin + Evidence.notOnEither(active));
    }
    if (!findings.isFresh(standby) || !standby.isUsable()) {
      String words = active.node() + " came back and may lack confirmed data; it waits for ";
      return new Choice.Wait(begin + words + standby.node());
    }
    if (findings.isWiped(standby)) {
      return new Choice.Wait(begin + Evidence.notOnEither(active));
    }
    if (!active.promiseLapsed() || !standby.promiseLapsed()) {
      return new Choice.Wait(begin + "it waits for the promises of both to lapse");
    }
    boolean isStandbyFurther = FURTHEST.compare(standby, active) > 0;
    Sighting chosen = isStandbyFurther ? standby : active;
    Sighting left = isStandbyFurther ? active : standby;
    List<String> why = new ArrayList<>(suspicion);
    why.add("the machines of both were restarted, so neither is known to hold everything");
    why.add(Evidence.reaches(chosen) + ", " + Evidence.reaches(left));
    why.add("what was confirmed is on at least one of the two disks, so the furthest has it");
    why.add(Evidence.promiseLapsed(findings, chosen));
    why.add(Evidence.promiseLapsed(findings, left));
    return new Choice.Activate(renewal(DecisionKind.FURTHEST, findings, chosen, why));
  }

  private static Choice first(Findings findings) {
    Sighting master = findings.master();
    Sighting backup = findings.backup();
    List<Sighting> members = backup.exists() ? List.of(master, backup) : List.of(master);
    for (Sighting member : members) {
      if (!findings.isFresh(member)) {
        return new Choice.Wait("the pair was never active; it waits for " + member.node());
      }
      if (member.hasRole(NodeRole.FENCED)) {
        return new Choice.Wait("the pair was never active; " + Evidence.notUsable(member));
      }
    }
    Sighting chosen = FURTHEST_OR_ACTING.compare(backup, master) > 0 ? backup : master;
    boolean isActing = chosen.replica() != null && chosen.replica().isActing();
    if (!chosen.promiseLapsed() && !isActing) {
      return new Choice.Wait("the pair was never active; " + Evidence.promiseOwed(chosen));
    }
    List<String> why = new ArrayList<>();
    why.add("the pair was never active and all its nodes are there");
    members.forEach(member -> why.add(Evidence.reaches(member)));
    return new Choice.Activate(
        Change.activation(
            DecisionKind.FIRST, findings, chosen.node(), List.of(chosen.member()), why));
  }

  private static final Comparator<Sighting> FURTHEST =
      Comparator.comparingLong((Sighting s) -> s.replica() == null ? -1 : s.replica().lastEpoch())
          .thenComparingLong(s -> s.replica() == null ? -1 : s.replica().end());

  /**
   * The first to be active when Admin's own memory was lost and the nodes' was not: whoever still
   * serves, among those of the highest epoch.
   */
  private static final Comparator<Sighting> FURTHEST_OR_ACTING =
      Comparator.comparingLong((Sighting s) -> s.replica() == null ? -1 : s.replica().lastEpoch())
          .thenComparing(s -> s.replica() != null && s.replica().isActing())
          .thenComparingLong(s -> s.replica() == null ? -1 : s.replica().end());

  private static String standbyAwaited(Findings findings) {
    Sighting standby = findings.standby();
    return findings.isFresh(standby)
        ? standby.node() + "'s promise holds, so " + findings.active().node() + " may serve"
        : "it waits to hear of " + standby.node();
  }
}
