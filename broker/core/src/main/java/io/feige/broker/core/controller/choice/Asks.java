package io.feige.broker.core.controller.choice;

import io.feige.broker.core.controller.evidence.Evidence;
import io.feige.broker.core.controller.evidence.Findings;
import io.feige.broker.core.controller.evidence.Sighting;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the active asks for, and may have. An ask rides in every report until its outcome is known;
 * it is granted only against the very version that it names, so an old or repeated one changes
 * nothing, and whoever made two can have one.
 */
public final class Asks {
  private Asks() {}

  /**
   * The change that is asked for, if it is to be made.
   *
   * @param wish for whom a hand-over was wanted
   */
  public static @Nullable Change granted(Findings findings, HandOver wish) {
    PairState state = findings.state();
    // An ask names a version, and where the store was set back the same version may be another one.
    if (state.epoch() == 0 || findings.isSetBack() || !isHeard(findings.active(), state)) {
      return null;
    }
    Ask ask = askOf(findings.active());
    if (ask.version() != state.version()) {
      return null;
    }
    return switch (ask.kind()) {
      case NONE -> null;
      case SHRINK -> shrink(findings);
      case GROW -> grow(findings, ask);
      case HAND_OVER -> handOver(findings, ask, wish);
      case CANCEL -> cancel(findings);
    };
  }

  /** Only the active itself, in the life in which it is in sync and as the current epoch. */
  private static boolean isHeard(Sighting active, PairState state) {
    return active.isPresent()
        && active.replica() != null
        && active.replica().epoch() == state.epoch()
        && active.isInSync(state);
  }

  private static Ask askOf(Sighting sighting) {
    ReplicaReport replica = sighting.replica();
    return replica == null ? Ask.NOTHING : replica.ask();
  }

  private static Change shrink(Findings findings) {
    Sighting active = findings.active();
    Sighting standby = findings.standby();
    List<String> why = new ArrayList<>();
    why.add(active.node() + " asked to be alone in sync: " + standby.node() + " does not follow");
    why.add(heard(findings, standby));
    if (standby.isStalled()) {
      why.add(Evidence.stalled(standby));
    }
    long lagBytes = active.replica() == null ? -1 : active.replica().lagBytes();
    if (lagBytes > 0) {
      why.add(standby.node() + " was " + lagBytes + " bytes behind");
    }
    return Change.within(DecisionKind.SHRINK, findings, List.of(active.member()), why);
  }

  private static String heard(Findings findings, Sighting sighting) {
    if (sighting.record() == null) {
      return sighting.node() + " was not heard since this Admin leads";
    }
    if (sighting.isGone()) {
      long gone = findings.millisSince(sighting.record().goneNanos());
      return sighting.node() + "'s connection to Admin ended " + gone + " ms ago";
    }
    long millis = findings.millisSince(findings.lastSignNanos(sighting));
    return sighting.node() + " was last heard by Admin " + millis + " ms ago";
  }

  private static @Nullable Change grow(Findings findings, Ask ask) {
    Member peer = findings.standby().member();
    if (peer.isNone() || !peer.equals(ask.peer())) {
      return null;
    }
    Sighting active = findings.active();
    List<String> why =
        List.of(
            active.node() + " asked for it: " + peer.node() + " has caught up",
            peer.node() + " is there as boot " + peer.boot());
    return Change.within(DecisionKind.GROW, findings, List.of(active.member(), peer), why);
  }

  private static Change cancel(Findings findings) {
    PairState state = findings.state();
    String what =
        state.isAlone(state.active())
            ? " gave up the standby that it had asked to add"
            : " called its hand-over off";
    return Change.within(
        DecisionKind.CANCEL, findings, state.inSync(), List.of(state.active() + what));
  }

  private static @Nullable Change handOver(Findings findings, Ask ask, HandOver wish) {
    Sighting standby = findings.standby();
    PairState state = findings.state();
    boolean isReady =
        findings.isFresh(standby)
            && standby.isUsable()
            && standby.isInSync(state)
            && !standby.isStalled()
            && standby.member().equals(ask.peer());
    if (!isReady) {
      return null;
    }
    List<String> why =
        List.of(
            wish.evidence(findings),
            state.active() + " stopped serving and asked to hand over",
            Evidence.holdsEverything(standby));
    return Change.activation(DecisionKind.SWITCH, findings, standby.node(), state.inSync(), why);
  }
}
