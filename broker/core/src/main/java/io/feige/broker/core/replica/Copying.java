package io.feige.broker.core.replica;

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
  private long ackedWritten;

  Copying(Shared shared) {
    this.shared = shared;
    this.standing = shared.standing();
  }

  /** Whether the journal was found to be the active's, in the present epoch. */
  boolean hasJoined() {
    return hasJoined || shared.settings().sharesStore();
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
  void restart(boolean newHasJoined, String why, ReplicaStep turn) {
    hangUp(why, turn);
    hasJoined = newHasJoined;
    redial.now();
    if (!standing.isOtherActive()) {
      unprepare(why, turn);
    }
  }

  /**
   * Opens the link over which this replica will copy when it has handed over, while it still
   * serves: clients do not wait for a handshake then. Tried once until {@link #unprepare}.
   */
  void prepare(ReplicaStep turn) {
    if (!isPreparing && !shared.settings().sharesStore()) {
      isPreparing = true;
      if (!isDialling) {
        isDialling = true;
        turn.port().dial();
      }
    }
  }

  boolean isPrepared() {
    return prepared != 0 || shared.settings().sharesStore();
  }

  /** Nothing is handed over, or there is nobody to copy from. */
  void unprepare(String why, ReplicaStep turn) {
    isPreparing = false;
    if (prepared != 0) {
      turn.port().hangUp(prepared, why);
      prepared = 0;
    }
  }

  /** The journal is put right, unless that failed: then it is tried again after a pause. */
  void journalReady(ReplicaStep turn) {
    long end = turn.port().end();
    if (isRestoring && end == 0) {
      failToStore("the snapshot is damaged", turn);
    } else if (!isRestoring && end > putRightAt) {
      failToStore("the journal could not be cut", turn);
    } else {
      redial.now();
    }
    isRestoring = false;
  }

  void opened(long newSession, ReplicaStep turn) {
    isDialling = false;
    if (isPreparing) {
      prepared = newSession;
    } else if (!mayCopy() || stage != Stage.IDLE) {
      turn.port().hangUp(newSession, "nothing is to be copied");
    } else {
      ask(newSession, turn);
    }
  }

  private void ask(long newSession, ReplicaStep turn) {
    stage = Stage.ASKED;
    session = newSession;
    heardNanos = turn.nowNanos();
    echoes.clear();
    activeEnd = -1;
    ReplicaPort port = turn.port();
    port.send(
        session,
        new Join(standing.pair(), standing.self(), standing.epoch(), port.history(), port.end()));
  }

  void dialFailed(ReplicaStep turn) {
    isDialling = false;
    redial.failed(turn);
  }

  void closed(long closedSession, ReplicaStep turn) {
    prepared = closedSession == prepared ? 0 : prepared;
    if (isOn(closedSession)) {
      turn.note(ReplicaNote.LINK, "the link to the active has ended");
      goIdle(turn);
    }
  }

  private void goIdle(ReplicaStep turn) {
    if (stage == Stage.COPYING) {
      redial.now();
    } else {
      redial.failed(turn);
    }
    stage = Stage.IDLE;
  }

  private void hangUp(String why, ReplicaStep turn) {
    if (stage != Stage.IDLE) {
      turn.port().hangUp(session, why);
      stage = Stage.IDLE;
    }
  }

  private void fail(String why, ReplicaStep turn) {
    turn.note(ReplicaNote.LINK, why);
    hangUp(why, turn);
    redial.failed(turn);
  }

  private void failToStore(String why, ReplicaStep turn) {
    turn.note(ReplicaNote.LINK, "what came could not be stored: " + why);
    hangUp(why, turn);
    redial.failedToStore(turn);
  }

  private boolean mayCopy() {
    return shared.holding().isReady()
        && standing.isOtherActive()
        && !shared.settings().sharesStore();
  }

  void received(LinkMessage message, ReplicaStep turn) {
    if (message.epoch() < standing.epoch()) {
      String words = "epoch " + message.epoch() + " is over, this is " + standing.epoch();
      turn.note(ReplicaNote.FENCED, words);
      hangUp(words, turn);
      redial.failed(turn);
      return;
    }
    heardNanos = turn.nowNanos();
    if (message instanceof Joined joined && stage == Stage.ASKED) {
      joined(joined, turn);
    } else if (message.epoch() == standing.epoch()
        && message instanceof SnapshotPart part
        && stage == Stage.SNAPSHOT) {
      takePart(part, turn);
    } else if (message.epoch() == standing.epoch()
        && message instanceof Copy copy
        && stage == Stage.COPYING) {
      copy(copy, turn);
    } else {
      fail("the other member sent what does not belong here", turn);
    }
  }

  private void joined(Joined joined, ReplicaStep turn) {
    if (joined.epoch() > standing.epoch()) {
      standing.follow(joined.epoch());
      hasJoined = false;
    }
    Holding holding = shared.holding();
    ReplicaPort port = turn.port();
    long end = port.end();
    if (joined.agreed() > end || joined.agreed() < 0) {
      fail("the active takes byte " + joined.agreed() + " for agreed, this ends at " + end, turn);
    } else if (!holding.fits(joined.epoch(), port)) {
      wipe(end, joined.epoch(), turn);
    } else if (joined.agreed() < end) {
      boolean isKept = joined.agreed() >= Math.max(joined.start(), port.start());
      if (isKept && port.isWhole()) {
        cut(joined.agreed(), joined.epoch(), turn);
      } else {
        wipe(joined.agreed(), joined.epoch(), turn);
      }
    } else if (end >= joined.start()) {
      beginCopying(turn);
    } else if (end > 0) {
      wipe(end, joined.epoch(), turn);
    } else {
      beginFromSnapshot(joined, turn);
    }
  }

  private void cut(long agreed, long epoch, ReplicaStep turn) {
    prepareToPutRight(agreed, epoch, turn);
    putRightAt = agreed;
    shared.holding().cut(agreed, epoch, turn);
    shared.confirmed().cut(agreed);
  }

  private void wipe(long agreed, long epoch, ReplicaStep turn) {
    prepareToPutRight(agreed, epoch, turn);
    putRightAt = 0;
    shared.holding().wipe(agreed, epoch, turn);
    shared.confirmed().cut(0);
  }

  private void prepareToPutRight(long agreed, long epoch, ReplicaStep turn) {
    long end = turn.port().end();
    turn.note(
        ReplicaNote.JOINED,
        "agrees with the active of epoch " + epoch + " up to " + agreed + " of " + end + " bytes");
    shared.story().cut(epoch, agreed, end - agreed);
    hangUp("the journal is put right first", turn);
  }

  private void beginFromSnapshot(Joined joined, ReplicaStep turn) {
    if (joined.snapshotPosition() < joined.start() || joined.snapshotBytes() <= 0) {
      fail("the active has bytes from " + joined.start() + " on, and sent no snapshot", turn);
      return;
    }
    stage = Stage.SNAPSHOT;
    snapshotLeft = joined.snapshotBytes();
    turn.port()
        .beginSpool(
            joined.start(),
            new ReplicaPort.SnapshotAt(joined.snapshotPosition(), joined.snapshotBytes()));
    turn.note(
        ReplicaNote.JOINED,
        "takes a snapshot of position "
            + joined.snapshotPosition()
            + ", then bytes from "
            + joined.start());
  }

  private void takePart(SnapshotPart part, ReplicaStep turn) {
    snapshotLeft -= part.bytes().remaining();
    if (snapshotLeft < 0) {
      fail("the snapshot is longer than was said", turn);
      return;
    }
    String failed = turn.port().spool(part.bytes());
    if (!failed.isEmpty()) {
      failToStore(failed, turn);
    } else if (snapshotLeft == 0) {
      hangUp("the snapshot is restored first", turn);
      isRestoring = true;
      shared.holding().restore(standing.epoch(), turn);
    }
  }

  private void beginCopying(ReplicaStep turn) {
    stage = Stage.COPYING;
    hasJoined = true;
    ackedWritten = turn.port().written();
    turn.note(
        ReplicaNote.JOINED,
        "copies from " + standing.active() + " from " + turn.port().end() + " on");
  }

  private void copy(Copy copy, ReplicaStep turn) {
    ReplicaPort port = turn.port();
    if (copy.position() != port.end()) {
      fail("bytes from " + copy.position() + " came, this ends at " + port.end(), turn);
      return;
    }
    int bytes = copy.frames().remaining();
    if (bytes > 0) {
      String failed = port.copy(copy.frames());
      if (!failed.isEmpty()) {
        failToStore(failed, turn);
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
  void advance(ReplicaStep turn) {
    if (stage != Stage.IDLE && turn.isDue(silentNanos())) {
      fail("nothing was heard of the active for too long", turn);
    }
    if (stage == Stage.COPYING) {
      acknowledge(turn);
    }
    if (mayDial() && prepared != 0) {
      long open = prepared;
      prepared = 0;
      isPreparing = false;
      ask(open, turn);
    } else if (mayDial() && turn.isDue(redial.dueNanos())) {
      isDialling = true;
      turn.port().dial();
    }
  }

  private boolean mayDial() {
    return stage == Stage.IDLE && !isDialling && mayCopy();
  }

  private void acknowledge(ReplicaStep turn) {
    ReplicaPort port = turn.port();
    long written = port.written();
    shared.confirmed().learn(Math.min(activeCommit, written));
    if (!port.canSend(session)) {
      return;
    }
    boolean isNews = echoes.take(written);
    if (echoes.isKnown() && (isNews || written > ackedWritten)) {
      int promiseMillis = shared.settings().leaseMillis();
      shared.promise().make(turn.in(promiseMillis));
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
