package io.feige.broker.core.controller.evidence;

import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.model.NodeRole;
import java.util.List;

/** The sentences of which evidence is made. */
public final class Evidence {
  public static final String NO_OTHER = "the pair has no other node";

  private Evidence() {}

  public static String suspected(List<String> suspicion) {
    return String.join("; ", suspicion) + "; ";
  }

  public static String holdsEverything(Sighting sighting) {
    return sighting.node()
        + " holds everything confirmed: in sync as boot "
        + sighting.member().boot();
  }

  public static String promiseLapsed(Findings findings, Sighting sighting) {
    long millis = findings.millisSince(findings.lastSignNanos(sighting));
    return sighting.node() + "'s promise lapsed, as reported " + millis + " ms ago";
  }

  public static String promiseOwed(Sighting sighting) {
    return "it waits for the promise of " + sighting.node() + " to lapse";
  }

  /** Who has seen more than is stored. */
  public static String setBack(PairState state, Sighting witness) {
    return "ZooKeeper was set back: it has version "
        + state.version()
        + " of epoch "
        + state.epoch()
        + ", and "
        + witness.node()
        + " has seen "
        + (witness.highestEpoch() > state.epoch()
            ? "epoch " + witness.highestEpoch()
            : "a later version");
  }

  public static String notUsable(Sighting sighting) {
    return sighting.hasRole(NodeRole.FENCED)
        ? sighting.node() + " is fenced and cannot serve: see its log"
        : sighting.node() + " is not ready to be activated";
  }

  /** Why the active takes no publishes, although it serves and could be set to take them. */
  public static String noPublishes(Findings findings) {
    Sighting active = findings.active();
    ReplicaReport replica = active.replica();
    if (replica == null || !active.isActing(findings.state())) {
      return "";
    }
    return switch (replica.publishing()) {
      case TAKEN, NOT_BY_BACKUP -> "";
      case NOT_WITHOUT_DISK -> "it takes no publishes: " + stalled(active);
      case NOT_ALONE ->
          "it takes no publishes: " + active.node() + " is alone in sync, and pair.minCopies is 2";
    };
  }

  public static String stalled(Sighting sighting) {
    long millis = sighting.replica() == null ? 0 : sighting.replica().stallMillis();
    return sighting.node()
        + "'s own disk does not answer: a byte has waited "
        + millis
        + " ms for its fsync";
  }

  public static String wiped(Sighting sighting) {
    return sighting.node()
        + (sighting.member().sharesStore()
            ? " has not seen the shared message store for a while"
            : " came with an empty journal although the pair's is not: promote decides");
  }

  public static String notOnEither(Sighting sighting) {
    return sighting.node() + " came back and may lack confirmed data: promote decides";
  }

  /** How far a journal reaches. */
  public static String reaches(Sighting sighting) {
    ReplicaReport replica = sighting.replica();
    return replica == null
        ? "how far " + sighting.node() + "'s journal reaches is not known"
        : sighting.node()
            + "'s journal reaches position "
            + replica.end()
            + " of epoch "
            + replica.lastEpoch();
  }
}
