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
 * the pair was never active    FIRST     both members are there: who acts, else whose journal reaches furthest
 * what is stored was set back  FURTHEST  the same
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
      return ofAll(findings, DecisionKind.FIRST, "the pair was never active");
    }
    if (findings.isSetBack()) {
      return ofAll(findings, DecisionKind.FURTHEST, findings.setBack());
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

  /** What is stored says nothing of who holds what: it is judged by what all members say. */
  private static Choice ofAll(Findings findings, DecisionKind kind, String reason) {
    Sighting master = findings.master();
    Sighting backup = findings.backup();
    List<Sighting> members = backup.exists() ? List.of(master, backup) : List.of(master);
    for (Sighting member : members) {
      if (!findings.isFresh(member)) {
        String ifGone = findings.isSetBack() ? "; if it is gone for good, promote decides" : "";
        return new Choice.Wait(reason + "; it waits for " + member.node() + ifGone);
      }
      if (member.hasRole(NodeRole.FENCED)) {
        return new Choice.Wait(reason + "; " + Evidence.notUsable(member));
      }
    }
    Sighting chosen = ACTING_OR_FURTHEST.compare(backup, master) > 0 ? backup : master;
    boolean isActing = chosen.replica() != null && chosen.replica().isActing();
    if (!chosen.promiseLapsed() && !isActing) {
      return new Choice.Wait(reason + "; " + Evidence.promiseOwed(chosen));
    }
    // A wiped one may have confirmed something alone, which the other lacks.
    if (findings.isSetBack() && !isActing && members.stream().anyMatch(findings::isWiped)) {
      return new Choice.Wait(reason + "; " + wiped(findings, members));
    }
    List<String> why = new ArrayList<>();
    why.add(reason);
    why.add("all its nodes are there");
    members.forEach(member -> why.add(Evidence.reaches(member)));
    return new Choice.Activate(
        Change.activation(kind, findings, chosen.node(), List.of(chosen.member()), why));
  }

  private static String wiped(Findings findings, List<Sighting> members) {
    return members.stream()
        .filter(findings::isWiped)
        .findFirst()
        .map(Evidence::wiped)
        .orElseThrow();
  }

  private static final Comparator<Sighting> FURTHEST =
      Comparator.comparingLong((Sighting s) -> s.replica() == null ? -1 : s.replica().lastEpoch())
          .thenComparingLong(s -> s.replica() == null ? -1 : s.replica().end());

  /**
   * Who is to be active when Admin's own memory was lost, or set back, and the nodes' was not:
   * whoever still serves, of the highest epoch. Who acts may serve at any moment, also before its
   * disk has the record of its epoch.
   */
  private static final Comparator<Sighting> ACTING_OR_FURTHEST =
      Comparator.comparingLong(Sighting::servedEpoch)
          .thenComparing(s -> s.replica() != null && s.replica().isActing())
          .thenComparingLong(s -> s.replica() == null ? -1 : s.replica().end());

  private static String standbyAwaited(Findings findings) {
    Sighting standby = findings.standby();
    return findings.isFresh(standby)
        ? standby.node() + "'s promise holds, so " + findings.active().node() + " may serve"
        : "it waits to hear of " + standby.node();
  }
}
