package io.feige.broker.core.controller.evidence;

import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.PairState;

/**
 * Everything that a judgement about a pair is made from.
 *
 * @param state as it is stored
 * @param master the master node's replica
 * @param backup the backup node's replica
 * @param watch when the active was last heard acting
 * @param silence how long it is borne
 * @param isFilled whether the disk of either is known to have held something of the pair
 * @param setBack who has seen a later state of the pair than the one that is stored, and which;
 *     empty: nobody. Members learn only what is stored, so what is stored was set back: ZooKeeper
 *     has what it had some time ago. That stays so if the one who saw it forgets it
 */
public record Findings(
    PairState state,
    Sighting master,
    Sighting backup,
    ActiveWatch watch,
    Silence silence,
    boolean isFilled,
    String setBack,
    ControllerSettings settings,
    Now now) {
  /** A report that is older than so many heartbeats says nothing about now. */
  private static final int FRESH_HEARTBEATS = 2;

  public Sighting of(String node) {
    return node.equals(state.master()) ? master : backup;
  }

  /** The active node; asked only when there is one. */
  public Sighting active() {
    return of(state.active());
  }

  /** The member that is not active; asked only when the other is. */
  public Sighting standby() {
    return of(state.other(state.active()));
  }

  /** Whether the node is connected and said lately how its replica is. */
  public boolean isFresh(Sighting sighting) {
    return sighting.isPresent(now.nanos(), (long) FRESH_HEARTBEATS * settings.heartbeatMillis());
  }

  /** When the node was last heard; if never, when this Admin began to listen. */
  public long lastSignNanos(Sighting sighting) {
    return sighting.heardNanos(watch.listeningNanos());
  }

  /** Whether the node was silent for as long as an active may not be. */
  public boolean isSilent(Sighting sighting) {
    return now.nanos() >= silenceEndNanos(sighting);
  }

  /** When the node will have been silent for so long. */
  long silenceEndNanos(Sighting sighting) {
    return silence.endNanos(sighting.record(), lastSignNanos(sighting), now);
  }

  /** Whether its journal is empty although the pair's is not: its disk was wiped. */
  public boolean isWiped(Sighting sighting) {
    return isFilled && sighting.replica() != null && sighting.replica().end() == 0;
  }

  /** Whether what is stored was set back. */
  public boolean isSetBack() {
    return !setBack.isEmpty();
  }

  /** An epoch higher than any that a member knows. */
  public long nextEpoch() {
    long known = Math.max(master.highestEpoch(), backup.highestEpoch());
    return Math.max(known, state.epoch()) + 1;
  }

  public long millisSince(long nanos) {
    return Times.millis(now.nanos() - nanos);
  }
}
