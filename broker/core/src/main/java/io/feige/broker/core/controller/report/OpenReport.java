package io.feige.broker.core.controller.report;

import io.feige.broker.core.controller.evidence.Findings;
import io.feige.broker.core.controller.evidence.Sighting;
import io.feige.broker.core.controller.evidence.Tails;
import io.feige.broker.core.controller.evidence.Times;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.cluster.ReplicaStory;
import io.feige.protocol.model.NodeRole;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known so far about one activation. It hears every report of both members, and is told
 * again whenever it has learned something. It is complete when the new active serves and the other
 * has joined; messages that come again are counted on for a while.
 */
public final class OpenReport {
  /** Who has not joined after so long is not waited for. */
  public static final int LIMIT_MILLIS = 600_000;

  /** So long after an activation, messages that come again are taken for its doing. */
  public static final int COUNTED_MILLIS = 60_000;

  /** Counts that move on by themselves are told so often at most. */
  private static final int COUNTS_MILLIS = 1_000;

  private final Decision decision;
  private final String other;
  private final List<FailoverReport.Moment> timeline = new ArrayList<>();
  private final long openedNanos;
  private final long servedBeforeNanos;
  private final boolean isServedBeforeKnown;
  private long otherCommit;
  private long confirmedBefore = -1;
  private long confirmedAfter = -1;
  private long unconfirmedBytes = -1;
  private long salvagedBytes = -1;
  private long redelivered = -1;
  private long pauseMillis = -1;
  private long toldNanos;
  private long toldRedelivered = -1;
  private boolean isActing;
  private boolean isServing;
  private boolean isJoined;
  private boolean isComplete;
  private boolean hasNews = true;

  /**
   * @param stored the findings with the new state
   * @param before the last sign that the pair was served before
   * @param otherCommit how far the other member had confirmed when it was last heard; -1: not known
   */
  OpenReport(Decision decision, Findings stored, LastService before, long otherCommit) {
    this.decision = decision;
    PairState state = stored.state();
    Now now = stored.now();
    this.other = state.other(decision.toNode());
    this.openedNanos = now.nanos();
    this.isServedBeforeKnown = before.isKnown();
    this.servedBeforeNanos = before.nanos();
    this.otherCommit = otherCommit;
    this.isJoined = other.isEmpty();
    if (before.isKnown()) {
      long ago = Times.millis(now.nanos() - before.nanos());
      moment(now.millis() - ago, before.words());
    }
    for (String words : decision.evidence()) {
      moment(decision.atMillis(), words);
    }
    String words = decision.toNode() + " is active as epoch " + decision.toEpoch();
    moment(now.millis(), words + ": stored as version " + state.version());
  }

  /**
   * The last sign that the pair was served.
   *
   * @param words what the sign was
   */
  record LastService(boolean isKnown, long nanos, String words) {}

  private void moment(long atMillis, String words) {
    timeline.add(new FailoverReport.Moment(atMillis, words));
    hasNews = true;
  }

  /** A member has reported. */
  void heard(Sighting sighting, Now now) {
    ReplicaReport replica = sighting.replica();
    if (replica == null) {
      return;
    }
    if (sighting.node().equals(decision.toNode())) {
      if (replica.epoch() == decision.toEpoch()) {
        newActive(replica, now);
      }
    } else {
      formerOrOther(replica, now);
    }
    if (isServing && isJoined && !isComplete) {
      isComplete = true;
      hasNews = true;
    }
  }

  private void newActive(ReplicaReport replica, Now now) {
    ReplicaStory story = replica.story();
    if (story.activatedEpoch() == decision.toEpoch()) {
      if (confirmedBefore < 0) {
        confirmedBefore = story.commitBefore();
        unconfirmedBytes = Math.max(0, story.activatedAt() - story.commitBefore());
        hasNews = true;
      }
      redelivered = Math.max(redelivered, story.redelivered());
    }
    if (replica.isActing() && !isActing) {
      isActing = true;
      moment(now.millis(), decision.toNode() + " prepares to serve");
    }
    if (replica.isServing() && !isServing) {
      isServing = true;
      confirmedAfter = replica.commit();
      if (isServedBeforeKnown) {
        pauseMillis = Times.millis(now.nanos() - servedBeforeNanos);
      }
      moment(now.millis(), decision.toNode() + " serves" + servedAfter(story));
    }
  }

  private String servedAfter(ReplicaStory story) {
    boolean isTold = story.activatedEpoch() == decision.toEpoch() && story.servedAfterMillis() >= 0;
    return isTold ? ", " + story.servedAfterMillis() + " ms after it learned that it should" : "";
  }

  private void formerOrOther(ReplicaReport replica, Now now) {
    ReplicaStory story = replica.story();
    boolean hasCut = story.cutEpoch() == decision.toEpoch();
    if (hasCut && salvagedBytes < 0) {
      salvagedBytes = story.cutBytes();
      moment(now.millis(), Tails.cut(other, story.cutFrom(), salvagedBytes, otherCommit));
    }
    boolean isStandby = replica.epoch() == decision.toEpoch() && replica.role() == NodeRole.STANDBY;
    otherCommit = Math.max(otherCommit, replica.commit());
    if (isStandby && !isJoined) {
      isJoined = true;
      salvagedBytes = Math.max(salvagedBytes, 0);
      moment(now.millis(), other + " has joined and is in sync");
    }
  }

  /** What is still missing is not waited for. */
  void complete(String why, Now now) {
    if (!isComplete) {
      isComplete = true;
      moment(now.millis(), why);
    }
  }

  /** When it is to be closed. */
  long endNanos() {
    return openedNanos + Times.nanos(isComplete ? COUNTED_MILLIS : LIMIT_MILLIS);
  }

  /** Tells what is new, if anything is. */
  void tell(Now now, ControllerPort port) {
    boolean hasCounts =
        redelivered != toldRedelivered && now.nanos() - toldNanos >= Times.nanos(COUNTS_MILLIS);
    if (hasNews || hasCounts) {
      hasNews = false;
      toldNanos = now.nanos();
      toldRedelivered = redelivered;
      port.tell(report());
    }
  }

  private FailoverReport report() {
    return new FailoverReport(
        decision.pair(),
        decision.kind(),
        decision.toEpoch(),
        decision.fromNode(),
        decision.toNode(),
        decision.atMillis(),
        timeline,
        confirmedBefore,
        confirmedAfter,
        unconfirmedBytes,
        salvagedBytes,
        redelivered,
        pauseMillis,
        isComplete);
  }
}
