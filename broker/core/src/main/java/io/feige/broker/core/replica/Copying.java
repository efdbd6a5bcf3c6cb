package io.feige.broker.core.replica;

import io.feige.protocol.cluster.Death;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import io.feige.protocol.link.LinkMessage;
import io.feige.protocol.link.SnapshotPart;

/**
 * The side of a replica that catches up with the active and keeps up with it: it dials, finds out
 * where the two journals part, puts its own right, copies, acknowledges and promises.
 *
 * <pre>
 * stage     from              event                     what happens
 * idle      any               the link ends             dials again, after a pause if it came to nothing
 * asked     idle              the link is open          Join is sent
 *                             already: see prepare
 * idle      asked             Joined, own bytes differ  hangs up; cuts or wipes; dials when that is done
 * snapshot  asked             Joined, with a snapshot   puts its parts aside
 * idle      snapshot          the last part             hangs up; restores; dials when that is done
 * copying   asked             Joined                    stores what comes, acknowledges what is written
 * idle      asked and beyond  silence, damage, disorder hangs up
 * </pre>
 *
 * <p>Where the members share a store it does nothing: the store acknowledges to the active.
 *
 * <p>Every ack carries a promise, also before this replica is in sync: the active may already wait
 * for it. Nothing is acknowledged to the active of an epoch that is over.
 */
final class Copying {
  private enum Stage {
    IDLE,
    ASKED,
    SNAPSHOT,
    COPYING
  }

  private final Shared shared;
  private final Standing standing;
  private final Redial redial = new Redial();
  private final Echoes echoes = new Echoes();
  private Stage stage = Stage.IDLE;
  private boolean isDialling;
  private boolean isPreparing;
  private long prepared;
  private boolean hasJoined;
  private boolean isRestoring;
  private long putRightAt;
  private long session;
  private long heardNanos;
  private long snapshotLeft;
  private long activeEnd = -1;
  private long activeCommit;
  private String activeMark = Death.NONE;
  private long ackedWritten;

  Copying(Shared shared) {
    this.shared = shared;
    this.standing = shared.standing();
  }

  /** Whether the journal was found to be the active's, in the present epoch. */
  boolean hasJoined() {
    return hasJoined || shared.settings().sharesStore();
  }

  /** The link over which it copies; 0: it does not. */
  long copiesOver() {
    return stage == Stage.COPYING ? session : 0;
  }

  boolean isOn(long otherSession) {
    return stage != Stage.IDLE && session == otherSession;
  }

  /** How far it is behind what it last heard of the active's end; -1: it has heard nothing. */
  long lagBytes(ReplicaPort port) {
    return stage == Stage.COPYING && activeEnd >= 0
        ? Math.max(0, activeEnd - shared.holding().end(port))
        : -1;
  }

  /** Another epoch begins, or this replica copies no more. */
  void restart(boolean newHasJoined, String why, ReplicaStep step) {
    hangUp(why, step);
    hasJoined = newHasJoined;
    redial.now();
    if (!standing.isOtherActive()) {
      unprepare(why, step);
    }
  }

  /**
   * Opens the link over which this replica will copy when it has handed over, while it still
   * serves: clients do not wait for a handshake then. Tried once until {@link #unprepare}.
   */
  void prepare(ReplicaStep step) {
    if (!isPreparing && !shared.settings().sharesStore()) {
      isPreparing = true;
      if (!isDialling) {
        isDialling = true;
        step.port().dial();
      }
    }
  }

  boolean isPrepared() {
    return prepared != 0 || shared.settings().sharesStore();
  }

  /** Nothing is handed over, or there is nobody to copy from. */
  void unprepare(String why, ReplicaStep step) {
    isPreparing = false;
    if (prepared != 0) {
      step.port().hangUp(prepared, why);
      prepared = 0;
    }
  }

  /** The journal is put right, unless that failed: then it is tried again after a pause. */
  void journalReady(ReplicaStep step) {
    long end = step.port().end();
    if (isRestoring && end == 0) {
      failToStore("the snapshot is damaged", step);
    } else if (!isRestoring && end > putRightAt) {
      failToStore("the journal could not be cut", step);
    } else {
      redial.now();
    }
    isRestoring = false;
  }

  void opened(long newSession, ReplicaStep step) {
    isDialling = false;
    if (isPreparing) {
      prepared = newSession;
    } else if (!mayCopy() || stage != Stage.IDLE) {
      step.port().hangUp(newSession, "nothing is to be copied");
    } else {
      ask(newSession, step);
    }
  }

  private void ask(long newSession, ReplicaStep step) {
    stage = Stage.ASKED;
    session = newSession;
    heardNanos = step.nowNanos();
    echoes.clear();
    activeEnd = -1;
    ReplicaPort port = step.port();
    port.send(
        session,
        new Join(
            standing.pair(),
            standing.self(),
            standing.epoch(),
            port.history(),
            port.end(),
            standing.deathMark()));
  }

  void dialFailed(ReplicaStep step) {
    isDialling = false;
    redial.failed(step);
  }

  void closed(long closedSession, ReplicaStep step) {
    prepared = closedSession == prepared ? 0 : prepared;
    if (isOn(closedSession)) {
      step.note(ReplicaNote.LINK, "the link to the active has ended");
      goIdle(step);
    }
  }

  private void goIdle(ReplicaStep step) {
    if (stage == Stage.COPYING) {
      redial.now();
    } else {
      redial.failed(step);
    }
    stage = Stage.IDLE;
  }

  private void hangUp(String why, ReplicaStep step) {
    if (stage != Stage.IDLE) {
      step.port().hangUp(session, why);
      stage = Stage.IDLE;
    }
  }

  private void fail(String why, ReplicaStep step) {
    step.note(ReplicaNote.LINK, why);
    hangUp(why, step);
    redial.failed(step);
  }

  private void failToStore(String why, ReplicaStep step) {
    step.note(ReplicaNote.LINK, "what came could not be stored: " + why);
    hangUp(why, step);
    redial.failedToStore(step);
  }

  private boolean mayCopy() {
    return shared.holding().isReady()
        && standing.isOtherActive()
        && !shared.settings().sharesStore();
  }

  void received(LinkMessage message, ReplicaStep step) {
    if (message.epoch() < standing.epoch()) {
      String words = "epoch " + message.epoch() + " is over, this is " + standing.epoch();
      step.note(ReplicaNote.FENCED, words);
      hangUp(words, step);
      redial.failed(step);
      return;
    }
    heardNanos = step.nowNanos();
    if (message instanceof Joined joined && stage == Stage.ASKED) {
      joined(joined, step);
    } else if (message.epoch() == standing.epoch()
        && message instanceof SnapshotPart part
        && stage == Stage.SNAPSHOT) {
      takePart(part, step);
    } else if (message.epoch() == standing.epoch()
        && message instanceof Copy copy
        && stage == Stage.COPYING) {
      copy(copy, step);
    } else {
      fail("the other member sent what does not belong here", step);
    }
  }

  private void joined(Joined joined, ReplicaStep step) {
    if (joined.epoch() > standing.epoch()) {
      standing.follow(joined.epoch());
      hasJoined = false;
    }
    Holding holding = shared.holding();
    ReplicaPort port = step.port();
    long end = port.end();
    if (joined.agreed() > end || joined.agreed() < 0) {
      fail("the active takes byte " + joined.agreed() + " for agreed, this ends at " + end, step);
    } else if (!holding.fits(joined.epoch(), port)) {
      wipe(end, joined.epoch(), step);
    } else if (joined.agreed() < end) {
      boolean isKept = joined.agreed() >= Math.max(joined.start(), port.start());
      if (isKept && port.isWhole()) {
        cut(joined.agreed(), joined.epoch(), step);
      } else {
        wipe(joined.agreed(), joined.epoch(), step);
      }
    } else if (end >= joined.start()) {
      beginCopying(joined.deathMark(), step);
    } else if (end > 0) {
      wipe(end, joined.epoch(), step);
    } else {
      beginFromSnapshot(joined, step);
    }
  }

  private void cut(long agreed, long epoch, ReplicaStep step) {
    prepareToPutRight(agreed, epoch, step);
    putRightAt = agreed;
    shared.holding().cut(agreed, epoch, step);
    shared.confirmed().cut(agreed);
  }

  private void wipe(long agreed, long epoch, ReplicaStep step) {
    prepareToPutRight(agreed, epoch, step);
    putRightAt = 0;
    shared.holding().wipe(agreed, epoch, step);
    shared.confirmed().cut(0);
  }

  private void prepareToPutRight(long agreed, long epoch, ReplicaStep step) {
    long end = step.port().end();
    step.note(
        ReplicaNote.JOINED,
        "agrees with the active of epoch " + epoch + " up to " + agreed + " of " + end + " bytes");
    shared.story().cut(epoch, agreed, end - agreed);
    hangUp("the journal is put right first", step);
  }

  private void beginFromSnapshot(Joined joined, ReplicaStep step) {
    if (joined.snapshotPosition() < joined.start() || joined.snapshotBytes() <= 0) {
      fail("the active has bytes from " + joined.start() + " on, and sent no snapshot", step);
      return;
    }
    stage = Stage.SNAPSHOT;
    snapshotLeft = joined.snapshotBytes();
    step.port()
        .beginSpool(
            joined.start(),
            new ReplicaPort.SnapshotAt(joined.snapshotPosition(), joined.snapshotBytes()));
    step.note(
        ReplicaNote.JOINED,
        "takes a snapshot of position "
            + joined.snapshotPosition()
            + ", then bytes from "
            + joined.start());
  }

  private void takePart(SnapshotPart part, ReplicaStep step) {
    snapshotLeft -= part.bytes().remaining();
    if (snapshotLeft < 0) {
      fail("the snapshot is longer than was said", step);
      return;
    }
    String failed = step.port().spool(part.bytes());
    if (!failed.isEmpty()) {
      failToStore(failed, step);
    } else if (snapshotLeft == 0) {
      hangUp("the snapshot is restored first", step);
      isRestoring = true;
      shared.holding().restore(standing.epoch(), step);
    }
  }

  private void beginCopying(String mark, ReplicaStep step) {
    stage = Stage.COPYING;
    activeMark = mark;
    hasJoined = true;
    ackedWritten = step.port().written();
    step.note(
        ReplicaNote.JOINED,
        "copies from " + standing.active() + " from " + step.port().end() + " on");
  }

  private void copy(Copy copy, ReplicaStep step) {
    ReplicaPort port = step.port();
    if (copy.position() != port.end()) {
      fail("bytes from " + copy.position() + " came, this ends at " + port.end(), step);
      return;
    }
    int bytes = copy.frames().remaining();
    if (bytes > 0) {
      String failed = port.copy(copy.frames());
      if (!failed.isEmpty()) {
        failToStore(failed, step);
        return;
      }
      if (port.end() != copy.position() + bytes) {
        throw new IllegalStateException(
            bytes + " bytes copied to " + copy.position() + " end at " + port.end());
      }
    }
    redial.worked();
    activeEnd = copy.end();
    activeCommit = copy.commit();
    echoes.add(copy.position() + bytes, copy.sentNanos());
  }

  /** Does what is due. */
  void advance(ReplicaStep step) {
    if (stage != Stage.IDLE && step.isDue(silentNanos())) {
      fail("nothing was heard of the active for too long", step);
    }
    if (stage == Stage.COPYING) {
      acknowledge(step);
    }
    if (mayDial() && prepared != 0) {
      long open = prepared;
      prepared = 0;
      isPreparing = false;
      ask(open, step);
    } else if (mayDial() && step.isDue(redial.dueNanos())) {
      isDialling = true;
      step.port().dial();
    }
  }

  private boolean mayDial() {
    return stage == Stage.IDLE && !isDialling && mayCopy();
  }

  private void acknowledge(ReplicaStep step) {
    ReplicaPort port = step.port();
    long written = port.written();
    shared.confirmed().learn(Math.min(activeCommit, written));
    if (!port.canSend(session)) {
      return;
    }
    boolean isNews = echoes.take(written);
    if (echoes.isKnown() && (isNews || written > ackedWritten)) {
      int promiseMillis = shared.settings().leaseMillis();
      shared.promise().make(step.in(promiseMillis), activeMark);
      ackedWritten = written;
      port.send(
          session,
          new Ack(standing.epoch(), written, port.durable(), echoes.newestNanos(), promiseMillis));
    }
  }

  private long silentNanos() {
    return heardNanos + ReplicaStep.nanos(shared.settings().timeoutMillis());
  }

  long nextWakeNanos() {
    if (stage != Stage.IDLE) {
      return silentNanos();
    }
    return mayDial() ? redial.dueNanos() : Long.MAX_VALUE;
  }
}
