package io.feige.broker.core.controller.evidence;

import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.model.NodeRole;

/** Whether a member of a pair whose active is suspected holds everything that was confirmed. */
public final class Eligibility {
  /** Whether the standby can replace the active. */
  public enum Hope {
    READY,
    SOON,
    NONE
  }

  private Eligibility() {}

  public static Hope ofStandby(Findings findings) {
    Sighting standby = findings.standby();
    if (!obstacle(findings).isEmpty()) {
      return Hope.NONE;
    }
    if (findings.isFresh(standby) && standby.isUsable() && standby.promiseLapsed()) {
      return Hope.READY;
    }
    return findings.isSilent(standby) ? Hope.NONE : Hope.SOON;
  }

  /** Why the standby cannot replace the active; asked only when it cannot. */
  public static String standbyRefusal(Findings findings) {
    String obstacle = obstacle(findings);
    return obstacle.isEmpty()
        ? findings.standby().node()
            + " was not heard for "
            + findings.silence().millis(findings.standby().record(), findings.now())
            + " ms"
        : obstacle;
  }

  private static String obstacle(Findings findings) {
    PairState state = findings.state();
    Sighting standby = findings.standby();
    if (!standby.exists()) {
      return Evidence.NO_OTHER;
    }
    boolean isListed = state.inSync().stream().anyMatch(m -> m.node().equals(standby.node()));
    if (!isListed) {
      return standby.node() + " is not in sync";
    }
    if (!standby.member().isNone() && !standby.isInSync(state)) {
      return standby.node() + " was in sync before its machine was restarted";
    }
    if (standby.isPresent() && standby.replica() == null) {
      return standby.node() + " has no replica of the pair yet";
    }
    if (standby.hasRole(NodeRole.FENCED)) {
      return Evidence.notUsable(standby);
    }
    if (standby.isStalled()) {
      return Evidence.stalled(standby);
    }
    return findings.isWiped(standby) ? Evidence.wiped(standby) : "";
  }

  /** Until when a standby that is not heard is waited for. */
  public static long standbyWaitEndNanos(Findings findings) {
    return findings.silenceEndNanos(findings.standby());
  }

  /**
   * Why everything confirmed is on the disk of the active that came back; empty: it is not known to
   * be. An active confirms only what its own disk holds, which is why it may go on even where a
   * standby that came back may not.
   */
  public static String reasonToRestart(Findings findings) {
    PairState state = findings.state();
    Sighting active = findings.active();
    ReplicaReport replica = active.replica();
    if (state.isAlone(active.node())) {
      return active.node() + " was alone in sync, and confirmed only what its disk held";
    }
    if (active.isInSync(state)) {
      return Evidence.holdsEverything(active);
    }
    boolean hasRecord = replica != null && replica.lastEpoch() == state.epoch();
    return hasRecord
        ? active.node() + " durably holds the EPOCH record of epoch " + state.epoch()
        : "";
  }
}
