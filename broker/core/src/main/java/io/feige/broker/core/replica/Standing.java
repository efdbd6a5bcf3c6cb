package io.feige.broker.core.replica;

import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;

/**
 * Who this replica is, and what it knows to be decided about its pair.
 *
 * <p>Two epochs are told apart. The <em>highest seen</em> is the one below which everything is
 * refused. The <em>settled</em> one is the highest of which it is known what this replica is in it,
 * from Admin, from the active itself or from the own journal; only a state beyond it can activate,
 * so that no epoch is begun twice. The first may be ahead of the second: the other member spoke of
 * an activation that may be this replica's own.
 */
final class Standing {
  private final String pair;
  private final Member self;
  private final String deathMark;
  private final ReplicaSettings settings;
  private PairState state;
  private String active = "";
  private long epoch;
  private long settledEpoch;
  private boolean isHandOverWanted;

  Standing(String pair, Member self, String deathMark, ReplicaSettings settings) {
    this.pair = pair;
    this.self = self;
    this.deathMark = deathMark;
    this.settings = settings;
    this.state = PairState.fresh(pair, self.node(), "", BackupServes.ALL);
  }

  String pair() {
    return pair;
  }

  Member self() {
    return self;
  }

  /** Of the own process, see {@link io.feige.protocol.cluster.Death}. */
  String deathMark() {
    return deathMark;
  }

  ReplicaSettings settings() {
    return settings;
  }

  /** As learned from Admin; version 0: nothing yet. */
  PairState state() {
    return state;
  }

  /** The highest seen. */
  long epoch() {
    return epoch;
  }

  /** The node that is active in the highest epoch seen; empty: not known. */
  String active() {
    return active;
  }

  boolean isHandOverWanted() {
    return isHandOverWanted;
  }

  /** What the own journal says. */
  void begin(long lastEpoch) {
    epoch = Math.max(epoch, lastEpoch);
    settledEpoch = Math.max(settledEpoch, lastEpoch);
  }

  /** Whether a state is older than what is known. */
  boolean isOld(PairState next) {
    return next.epoch() < epoch
        || (next.epoch() == state.epoch() && next.version() < state.version());
  }

  /** Whether a state speaks of an activation that is news. */
  boolean isNewEpoch(PairState next) {
    return next.epoch() > settledEpoch;
  }

  void learn(PairState next, boolean newIsHandOverWanted) {
    state = next;
    active = next.active();
    epoch = next.epoch();
    settledEpoch = next.epoch();
    isHandOverWanted = newIsHandOverWanted;
  }

  /** The other member acts as the active of an epoch that Admin has not told of yet. */
  void follow(long otherEpoch) {
    epoch = otherEpoch;
    settledEpoch = otherEpoch;
    active = other();
    isHandOverWanted = false;
  }

  /** The other member knows of a higher epoch, whoever is active in it. */
  void overtaken(long higherEpoch) {
    epoch = higherEpoch;
    active = "";
    isHandOverWanted = false;
  }

  /** The node of the other member; empty: not known, or there is none. */
  String other() {
    return state.other(self.node());
  }

  boolean isOtherActive() {
    return !active.isEmpty() && active.equals(other());
  }

  /** Whether Admin counts the present life of this machine as holding all that is confirmed. */
  boolean isInSync() {
    return state.epoch() == epoch && state.isInSync(self);
  }

  /** The other member, as it is counted as holding all that is confirmed; NONE: it is not. */
  Member otherInSync() {
    for (Member member : state.inSync()) {
      if (!member.node().equals(self.node())) {
        return member;
      }
    }
    return Member.NONE;
  }

  boolean isPublishingRefused() {
    return state.backupServes() == BackupServes.PULLS && self.node().equals(state.backup());
  }
}
