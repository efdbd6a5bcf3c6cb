package io.feige.broker.core.replica;

import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import org.jspecify.annotations.Nullable;

/**
 * The side of a replica that acts as the active of one epoch, from learning of it until a higher
 * one is known.
 *
 * <pre>
 * stage     from       event                                                   what happens
 * waiting   Learned                                                            the old epoch is refused already
 * opening   waiting    the promise has lapsed, all that is held is durable     EPOCH is appended
 * serving   opening    EPOCH is confirmed                                      clients are served, under the lease
 *                                                                              or alone
 * </pre>
 *
 * <p>Confirmed is what is durable here and, unless this replica is alone in what is in sync,
 * acknowledged by the very member that is in sync, while its promise holds.
 */
final class ActiveRole {
  private static final int NO_ROOM_RETRY_MILLIS = 100;

  private enum Stage {
    WAITING,
    OPENING,
    SERVING
  }

  private final Shared shared;
  private final Standing standing;
  private final Follower follower;
  private final Asking asking;
  private final boolean isPeerLost;
  private final long learnedNanos;
  private Stage stage = Stage.WAITING;
  private long retryNanos = Long.MIN_VALUE;
  private long epochEnd;
  private boolean isEpochDurable;
  private boolean wasPromised;
  private boolean wasAlone;

  /**
   * @param wayBack by which this replica copies once it has handed over
   * @param isPeerLost whether the other member was active before and has not handed over: then it
   *     is not waited for
   */
  ActiveRole(Shared shared, Copying wayBack, boolean isPeerLost, ReplicaStep step) {
    this.shared = shared;
    this.standing = shared.standing();
    this.follower = new Follower(shared.settings());
    this.asking = new Asking(shared, follower, wayBack);
    this.isPeerLost = isPeerLost;
    this.learnedNanos = step.nowNanos();
    this.wasAlone = standing.otherInSync().isNone();
  }

  boolean mayServe(long nowNanos) {
    return stage == Stage.SERVING && !asking.isHandingOver() && isPromised(nowNanos);
  }

  private boolean isPromised(long nowNanos) {
    Member promiser = asking.promiser();
    return promiser.isNone() || follower.isPromised(promiser, nowNanos);
  }

  Ask ask() {
    return asking.ask();
  }

  /** What the other member has not acknowledged; -1: it does not copy. */
  long lagBytes(ReplicaPort port) {
    Feeding feeding = follower.feeding();
    return feeding == null || !shared.holding().isReady() ? -1 : port.end() - feeding.written();
  }

  /** The link over which the other member has begun to copy; 0: it has not. */
  long copiedOver() {
    Feeding feeding = follower.feeding();
    return feeding != null && feeding.hasAcked() ? feeding.session() : 0;
  }

  boolean feeds(long session) {
    return follower.isOn(session);
  }

  long keepFrom() {
    return follower.keepFrom();
  }

  /** A newer version of the state of this epoch is known. */
  void learned(ReplicaStep step) {
    asking.outcome(step);
    boolean isAloneNow = standing.otherInSync().isNone();
    if (isAloneNow && !wasAlone && shared.settings().copies().minCopies() > 1) {
      step.port().leavePublishesUnknown();
    }
    wasAlone = isAloneNow;
  }

  /** Serves no longer, and feeds nobody. */
  void end(String why, ReplicaStep step) {
    follower.end(why, step);
    step.port().retire(standing.active());
  }

  void closed(long session, ReplicaStep step) {
    if (follower.isOn(session)) {
      step.note(ReplicaNote.LINK, "the link to " + standing.other() + " has ended");
      follower.gone(step);
    }
  }

  /** A process has ended, or so it is said. */
  void died(String proof, ReplicaStep step) {
    follower.died(proof, step);
  }

  /** The other member wants to copy. */
  void join(long session, Join join, ReplicaStep step) {
    ReplicaPort port = step.port();
    String refusal = refuse(session, join);
    if (!refusal.isEmpty()) {
      closed(session, step);
      port.hangUp(session, refusal);
      return;
    }
    follower.end("a newer link takes its place", step);
    long start = port.start();
    ReplicaPort.SnapshotAt snapshot = null;
    if (join.end() == 0 && start > 0) {
      snapshot = port.openSnapshot();
      if (snapshot == null || snapshot.position() < start) {
        port.hangUp(session, "a snapshot is being made");
        return;
      }
    }
    answer(session, join, snapshot, step);
  }

  private void answer(
      long session, Join join, ReplicaPort.@Nullable SnapshotAt snapshot, ReplicaStep step) {
    ReplicaPort port = step.port();
    long start = port.start();
    long end = port.end();
    long agreed = CommonPrefix.end(port.history(), end, join.history(), join.end());
    long position = snapshot == null ? -1 : snapshot.position();
    long bytes = snapshot == null ? 0 : snapshot.bytes();
    port.send(
        session,
        new Joined(standing.epoch(), agreed, start, position, bytes, standing.deathMark()));
    step.note(
        ReplicaNote.JOINED,
        join.from() + " holds " + join.end() + " bytes, agrees up to " + agreed + " of " + end);
    if (snapshot != null) {
      follower.feed(
          new Feeding(shared, session, join.from(), start, snapshot, step), join.deathMark());
    } else if (agreed == join.end() && agreed >= start) {
      follower.feed(
          new Feeding(shared, session, join.from(), agreed, null, step), join.deathMark());
    }
  }

  private String refuse(long session, Join join) {
    if (!join.pair().equals(standing.pair()) || !join.from().node().equals(standing.other())) {
      return "not of this pair";
    }
    if (follower.isOn(session)) {
      return "it has joined already";
    }
    return shared.holding().isReady() ? "" : "the journal is being put right";
  }

  /** Takes an ack of the present epoch. */
  void acked(long session, Ack ack, ReplicaStep step) {
    Feeding feeding = follower.feeding();
    if (feeding == null || feeding.session() != session) {
      step.port().hangUp(session, "nothing is copied here");
      return;
    }
    long before = feeding.written();
    String wrong = feeding.acked(ack, step);
    if (!wrong.isEmpty()) {
      step.note(ReplicaNote.LINK, wrong);
      follower.end(wrong, step);
      return;
    }
    follower.acked(ack, feeding, step);
    follower.look(feeding.written() > before, step);
  }

  /** Does what is due. */
  void advance(ReplicaStep step) {
    if (!shared.holding().isReady()) {
      return;
    }
    if (stage == Stage.WAITING) {
      open(step);
    }
    feed(step);
    follower.look(false, step);
    confirm(step);
    isEpochDurable = stage != Stage.WAITING && step.port().durable() >= epochEnd;
    if (mayAsk()) {
      asking.advance(isEpochDurable, step);
      confirm(step);
    }
    noteLease(step);
  }

  private boolean mayAsk() {
    return isEpochDurable || shared.disk().isStalled() || asking.isHandingOver();
  }

  private void open(ReplicaStep step) {
    ReplicaPort port = step.port();
    long end = port.end();
    if (!shared.promise().hasLapsed(step.nowNanos())
        || port.durable() < end
        || asking.isHandingOver()
        || !step.isDue(retryNanos)) {
      return;
    }
    if (!port.activate(standing.epoch())) {
      retryNanos = step.in(NO_ROOM_RETRY_MILLIS);
      return;
    }
    stage = Stage.OPENING;
    epochEnd = port.end();
    if (epochEnd <= end) {
      throw new IllegalStateException("no EPOCH record at " + end);
    }
    shared.story().activated(standing.epoch(), end, shared.confirmed().position(), learnedNanos);
    follower.awaitFrom(
        isPeerLost
            ? step.nowNanos() - ReplicaStep.nanos(shared.settings().graceMillis())
            : step.nowNanos(),
        step.nowNanos());
    step.note(ReplicaNote.ROLE, "epoch " + standing.epoch() + " begins at " + end);
  }

  private void feed(ReplicaStep step) {
    Feeding feeding = follower.feeding();
    if (feeding != null) {
      String failed = feeding.feed(shared.confirmed().position(), step);
      if (!failed.isEmpty()) {
        step.note(ReplicaNote.LINK, failed);
        follower.end(failed, step);
      }
    }
  }

  private void confirm(ReplicaStep step) {
    if (stage == Stage.WAITING) {
      return;
    }
    long reach = step.port().durable();
    Member acker = asking.acker();
    if (!acker.isNone()) {
      reach = Math.min(reach, follower.written(acker));
    }
    if (reach < epochEnd
        || reach <= shared.confirmed().position()
        || !isPromised(step.nowNanos())) {
      return;
    }
    shared.confirmed().advance(reach);
    if (stage == Stage.OPENING) {
      stage = Stage.SERVING;
      wasPromised = true;
      shared.story().serves(step.nowNanos());
      step.note(ReplicaNote.ROLE, "serves as the active of epoch " + standing.epoch());
      step.port().commit(reach);
      step.port().report();
    } else {
      step.port().commit(reach);
    }
  }

  private void noteLease(ReplicaStep step) {
    boolean isPromised = isPromised(step.nowNanos());
    if (stage == Stage.SERVING && isPromised != wasPromised) {
      wasPromised = isPromised;
      step.note(
          ReplicaNote.LEASE,
          isPromised
              ? "may serve again"
              : "may not serve: no promise of " + asking.promiser() + " holds any more");
    }
  }

  long nextWakeNanos(long nowNanos) {
    if (!shared.holding().isReady()) {
      return Long.MAX_VALUE;
    }
    Feeding feeding = follower.feeding();
    long next = feeding == null ? Long.MAX_VALUE : feeding.nextWakeNanos(nowNanos);
    if (stage == Stage.WAITING && nowNanos < retryNanos) {
      next = Math.min(next, retryNanos);
    }
    return mayAsk() ? Math.min(next, asking.nextWakeNanos()) : next;
  }
}
