package io.feige.broker.core.replica;

import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.Publishing;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Fetch;
import io.feige.protocol.link.Fetched;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.LinkMessage;
import io.feige.protocol.model.NodeRole;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which role one replica of a pair has, and how far its journal is confirmed.
 *
 * <p>It owns what the replica knows of its pair, the promise it owes, the connection to the other
 * member and the commit position. It holds no journal, no clock and no thread: events with their
 * time come in, effects go out through the port, one thread calls it.
 *
 * <pre>
 * role      from               event                                           what happens
 * JOINING   construction                                                       a full promise is owed
 * ACTIVE    any but FENCED     Learned, higher epoch, active here, this life   links of the old epoch end; waits out
 *                              of the machine in sync                          the promise, unless it was handed over;
 *                                                                              see ActiveRole
 * STANDBY   any but FENCED     Learned, higher epoch, active elsewhere, handed retires; dials the active
 *                              over, this life of the machine in sync
 * JOINING   any but FENCED     Learned, any other higher epoch                 retires; dials the active, see Copying
 * JOINING   ACTIVE             Learned, same epoch, no longer in sync here     retires
 * JOINING   ACTIVE, STANDBY    the other member speaks of a higher epoch       retires; waits for Admin
 * STANDBY   JOINING            Joined without anything to cut, or Learned,     copies
 *                              so that both hold: joined, in sync
 * JOINING   STANDBY            Learned, same epoch, no longer in sync here     copies on
 * FENCED    any                fence                                           retires, hangs up, does nothing more
 * </pre>
 *
 * <p>Where the members share a store ({@link ReplicaSettings#sharesStore}), the store acknowledges
 * to the active what it has, in the place of the standby, which is in sync without copying. Who is
 * activated first has the store refuse older epochs and makes its journal of what the store has,
 * unless its own is the one that the store was filled from last; then it waits as long as the one
 * before counts on the store's word.
 *
 * <p>Invariants, checked always: the commit position of an activation never goes back; no epoch is
 * begun twice; what is confirmed is durable here. A state that is older than what is known, by
 * epoch and version, changes nothing. Nothing of a lower epoch is obeyed, but for a wish to join:
 * who joins may have to learn of the epoch first.
 */
public final class ReplicaMachine {
  private static final String NOT_ACTIVE = "this replica is not active";

  private final Standing standing;
  private final Shared shared;
  private final Copying copying;
  private final Mending mending;
  private final EarlyJoin early = new EarlyJoin();
  private @Nullable ActiveRole activeRole;
  private boolean isFenced;
  private boolean hasBegun;

  /**
   * A replica that was just started: it owes a full promise, because it does not know what it
   * promised before. What its journal says of epochs is read with the first event.
   */
  public ReplicaMachine(String pair, Member self, ReplicaSettings settings, long nowNanos) {
    this(pair, self, Death.NONE, settings, nowNanos);
  }

  /**
   * The same in a process that is watched.
   *
   * @param deathMark of the process
   */
  public ReplicaMachine(
      String pair, Member self, String deathMark, ReplicaSettings settings, long nowNanos) {
    this.standing = new Standing(pair, self, deathMark, settings);
    Promise promise = new Promise(nowNanos + ReplicaStep.nanos(settings.leaseMillis()));
    OwnDisk disk = new OwnDisk(settings.copies());
    this.shared = new Shared(standing, promise, new Holding(), new Confirmed(), new Story(), disk);
    this.copying = new Copying(shared);
    this.mending = new Mending(shared);
  }

  /** Decides on an event; the port is called before this returns. */
  public void decide(ReplicaEvent event, long nowNanos, ReplicaPort port) {
    begin(port);
    ReplicaStep step = new ReplicaStep(nowNanos, port);
    switch (event) {
      case ReplicaEvent.Learned learned -> learn(learned.state(), learned.handOver(), step);
      case ReplicaEvent.PeerDied died -> peerDied(died.proof(), step);
      case ReplicaEvent.LinkOpened opened -> opened(opened.session(), opened.isDialled(), step);
      case ReplicaEvent.LinkClosed closed -> closed(closed.session(), step);
      case ReplicaEvent.Received received -> receive(received.session(), received.message(), step);
      case ReplicaEvent.JournalReady _ -> journalReady(step);
      case ReplicaEvent.TookOver took -> tookOver(took, step);
      case ReplicaEvent.LinkWritable _, ReplicaEvent.JournalMoved _, ReplicaEvent.TimePassed _ -> {
        // What is due is done below, after every event.
      }
    }
    advance(step);
  }

  private void begin(ReplicaPort port) {
    if (!hasBegun) {
      hasBegun = true;
      List<EpochStart> history = port.history();
      standing.begin(history.isEmpty() ? 0 : history.getLast().epoch());
      // What the journal has let go of, or never had because it was restored, was confirmed.
      shared.confirmed().learn(port.start());
    }
  }

  private void advance(ReplicaStep step) {
    if (isFenced) {
      return;
    }
    if (shared.holding().isReady()) {
      shared.disk().look(step);
    }
    if (activeRole != null) {
      activeRole.advance(step);
    } else {
      copying.advance(step);
    }
    if (shared.holding().isReady() && !sharesStore()) {
      mending.advance(activeRole == null ? copying.copiesOver() : activeRole.copiedOver(), step);
    }
    if (shared.promise().takeLapse(step.nowNanos()) && activeRole == null) {
      step.port().report();
    }
  }

  private void learn(PairState next, boolean isHandOverWanted, ReplicaStep step) {
    if (!next.pair().equals(standing.pair())) {
      throw new IllegalArgumentException("a state of " + next.pair() + " for " + standing.pair());
    }
    if (standing.isOld(next)) {
      return;
    }
    NodeRole before = role();
    if (standing.isNewEpoch(next)) {
      enter(next, isHandOverWanted, step);
    } else {
      boolean isNews = next.version() > standing.state().version();
      standing.learn(next, isHandOverWanted);
      stay(isNews, step);
    }
    if (role() != before) {
      step.note(ReplicaNote.ROLE, role() + " after " + before + ": " + next);
    }
  }

  /** A higher epoch begins. */
  private void enter(PairState next, boolean isHandOverWanted, ReplicaStep step) {
    boolean wasOtherActive = standing.isOtherActive();
    ActiveRole before = activeRole;
    activeRole = null;
    standing.learn(next, isHandOverWanted);
    String why = "epoch " + next.epoch() + " has begun";
    if (before != null) {
      before.end(why, step);
    }
    boolean isKept = next.handedOver() && standing.isInSync();
    copying.restart(isKept && standing.isOtherActive(), why, step);
    if (isFenced || !mayActivate(next, step)) {
      early.refuse(NOT_ACTIVE, step);
      doNotTakeOver(step);
      return;
    }
    if (next.handedOver()) {
      shared.promise().release(step.nowNanos());
    }
    boolean isPeerLost = wasOtherActive && !next.handedOver() && !sharesStore();
    ActiveRole begun = new ActiveRole(shared, copying, isPeerLost, step);
    activeRole = begun;
    if (sharesStore() && !wasActiveBefore(next, step)) {
      shared.holding().takeOver(next.epoch(), step);
    }
    early.bring(begun, step);
  }

  private boolean sharesStore() {
    return shared.settings().sharesStore();
  }

  /**
   * Whether this replica was active in the epoch before: then nobody has confirmed anything since
   * that its journal lacks.
   */
  private boolean wasActiveBefore(PairState next, ReplicaStep step) {
    return shared.holding().lastDurableEpoch(step.port()) == next.epoch() - 1;
  }

  private void doNotTakeOver(ReplicaStep step) {
    if (sharesStore()) {
      shared.holding().doNotTakeOver(step);
    }
  }

  /** The journal is what the store has, or was so all the time. */
  private void tookOver(ReplicaEvent.TookOver took, ReplicaStep step) {
    shared.holding().ready();
    if (activeRole == null) {
      return;
    }
    if (took.epoch() != standing.epoch()) {
      shared.holding().takeOver(standing.epoch(), step);
    } else if (took.isFromStore()) {
      shared.confirmed().learn(step.port().end());
      if (!standing.state().handedOver()) {
        // The one before counts on the store's word for a lease, from when it asked for it.
        int leaseMillis = shared.settings().leaseMillis();
        shared.promise().make(took.sinceNanos() + ReplicaStep.nanos(leaseMillis), Death.NONE);
      }
    }
  }

  private boolean mayActivate(PairState next, ReplicaStep step) {
    if (!next.active().equals(standing.self().node()) || !standing.isInSync()) {
      return false;
    }
    return !shared.holding().isReady() || step.port().isWhole();
  }

  private void peerDied(String proof, ReplicaStep step) {
    if (shared.promise().died(proof, step.nowNanos())) {
      step.note(
          ReplicaNote.PEER_DIED,
          "the process that was promised to has ended, so the promise is void");
    }
    if (activeRole != null) {
      activeRole.died(proof, step);
    }
  }

  /** More is known about the epoch there is. */
  private void stay(boolean isNews, ReplicaStep step) {
    if (activeRole == null) {
      return;
    }
    if (!standing.active().equals(standing.self().node())) {
      throw new IllegalStateException("two actives in one epoch: " + standing.state());
    }
    if (!standing.isInSync()) {
      stopActing("this replica is not in sync in " + standing.state(), step);
    } else if (isNews) {
      activeRole.learned(step);
    }
  }

  private void stopActing(String why, ReplicaStep step) {
    ActiveRole before = activeRole;
    activeRole = null;
    if (before != null) {
      before.end(why, step);
      step.port().report();
    }
    copying.restart(false, why, step);
    doNotTakeOver(step);
  }

  private void opened(long session, boolean isDialled, ReplicaStep step) {
    if (isDialled && isFenced) {
      step.port().hangUp(session, "this replica copies no more");
    } else if (isDialled) {
      copying.opened(session, step);
    }
  }

  private void closed(long session, ReplicaStep step) {
    if (session == 0) {
      copying.dialFailed(step);
      return;
    }
    copying.closed(session, step);
    early.closed(session);
    if (activeRole != null) {
      activeRole.closed(session, step);
    }
  }

  private void receive(long session, LinkMessage message, ReplicaStep step) {
    if (isOfMending(session, message)) {
      mending.received(session, message, step);
      return;
    }
    if (copying.isOn(session)) {
      copying.received(message, step);
      return;
    }
    if (message.epoch() > standing.epoch() && !isFenced) {
      overtaken(message.epoch(), step);
    }
    ActiveRole now = activeRole;
    if (now == null && message instanceof Join join && !isFenced) {
      early.keep(session, join, step);
    } else if (now == null) {
      step.port().hangUp(session, NOT_ACTIVE);
    } else if (message instanceof Join join) {
      now.join(session, join, step);
    } else if (message.epoch() < standing.epoch()) {
      step.note(ReplicaNote.FENCED, "epoch " + message.epoch() + " is over");
      closed(session, step);
      step.port().hangUp(session, "epoch " + message.epoch() + " is over");
    } else if (message instanceof Ack ack) {
      now.acked(session, ack, step);
    } else {
      closed(session, step);
      step.port().hangUp(session, "an active is sent joins and acks");
    }
  }

  private boolean isOfMending(long session, LinkMessage message) {
    boolean isOfKind = message instanceof Fetch || message instanceof Fetched;
    return isOfKind
        && !isFenced
        && message.epoch() == standing.epoch()
        && (activeRole == null ? session == copying.copiesOver() : activeRole.feeds(session));
  }

  private void journalReady(ReplicaStep step) {
    shared.holding().ready();
    if (isFenced) {
      return;
    }
    copying.journalReady(step);
    if (activeRole != null && !step.port().isWhole()) {
      stopActing("the journal is not whole", step);
    }
  }

  /** The other member knows of a higher epoch. Admin will tell what this replica is in it. */
  private void overtaken(long epoch, ReplicaStep step) {
    String why = "the other member knows epoch " + epoch;
    step.note(ReplicaNote.FENCED, why + ", this is " + standing.epoch());
    standing.overtaken(epoch);
    stopActing(why, step);
  }

  /**
   * The journal has failed: this replica serves, copies and promises nothing any more, until its
   * process starts anew.
   */
  public void fence(long nowNanos, ReplicaPort port) {
    if (!isFenced) {
      begin(port);
      isFenced = true;
      ReplicaStep step = new ReplicaStep(nowNanos, port);
      step.note(ReplicaNote.ROLE, NodeRole.FENCED + " after " + role());
      early.refuse("the journal has failed", step);
      copying.unprepare("the journal has failed", step);
      stopActing("the journal has failed", step);
      port.report();
    }
  }

  /** When {@link ReplicaEvent.TimePassed} is wanted next, monotonic. */
  public long nextWakeNanos(long nowNanos) {
    if (isFenced) {
      return Long.MAX_VALUE;
    }
    long next = activeRole == null ? copying.nextWakeNanos() : activeRole.nextWakeNanos(nowNanos);
    if (shared.holding().isReady()) {
      next = Math.min(next, shared.disk().nextWakeNanos());
      next = Math.min(next, mending.nextWakeNanos(nowNanos));
    }
    return Math.min(next, shared.promise().nextWakeNanos());
  }

  /** Whether clients may be served at this moment. */
  public boolean mayServe(long nowNanos) {
    return activeRole != null && activeRole.mayServe(nowNanos);
  }

  /**
   * Whether it is active but must wait: for its activation to be confirmed, for the lease, for the
   * outcome of a hand-over. Requests are held meanwhile, and nothing may be appended.
   */
  public boolean isWaiting(long nowNanos) {
    return activeRole != null && !activeRole.mayServe(nowNanos);
  }

  /** Whether publishers may come. */
  public boolean mayPublish() {
    return activeRole != null && publishing() == Publishing.TAKEN;
  }

  /** Whether it takes publishes while it is active, and why not. */
  public Publishing publishing() {
    if (activeRole == null) {
      return Publishing.TAKEN;
    }
    if (standing.isPublishingRefused()) {
      return Publishing.NOT_BY_BACKUP;
    }
    if (shared.disk().isStalled()) {
      return Publishing.NOT_WITHOUT_DISK;
    }
    boolean isAlone = standing.otherInSync().isNone();
    return isAlone && shared.settings().copies().minCopies() > 1
        ? Publishing.NOT_ALONE
        : Publishing.TAKEN;
  }

  /** Whether its own disk does not answer. */
  public boolean isStalled() {
    return shared.disk().isStalled();
  }

  /** For how long its own disk has left something waiting, if that is too long; else 0. */
  public long stallMillis(long nowNanos) {
    return shared.disk().stallMillis(nowNanos);
  }

  public NodeRole role() {
    if (isFenced) {
      return NodeRole.FENCED;
    }
    if (activeRole != null) {
      return NodeRole.ACTIVE;
    }
    return copying.hasJoined() && standing.isInSync() ? NodeRole.STANDBY : NodeRole.JOINING;
  }

  /** Where clients should go; empty: not known. */
  public String activeNode() {
    boolean isHere = standing.active().equals(standing.self().node());
    return isHere && activeRole == null ? "" : standing.active();
  }

  /** The highest that it knows. */
  public long epoch() {
    return standing.epoch();
  }

  /** Position up to which it knows the journal to be confirmed. */
  public long commit() {
    return shared.confirmed().position();
  }

  /**
   * Position from which on the other member has yet to acknowledge the journal's bytes: retention
   * leaves them. {@code Long.MAX_VALUE}: nobody copies.
   */
  public long keepFrom() {
    return activeRole == null ? Long.MAX_VALUE : activeRole.keepFrom();
  }

  private long lagBytes(ReplicaPort port) {
    if (activeRole != null) {
      return activeRole.lagBytes(port);
    }
    return sharesStore() && port.sharedEnd() > 0 ? 0 : copying.lagBytes(port);
  }

  /** What Admin is told. */
  public ReplicaReport report(long nowNanos, ReplicaPort port) {
    begin(port);
    ActiveRole now = activeRole;
    Holding holding = shared.holding();
    boolean isStandIn = sharesStore() && now == null;
    return new ReplicaReport(
        standing.pair(),
        role(),
        standing.epoch(),
        standing.state().epoch() == standing.epoch() ? standing.state().version() : 0,
        now != null,
        mayServe(nowNanos),
        shared.promise().hasLapsed(nowNanos),
        holding.lastDurableEpoch(port),
        isStandIn ? port.sharedEnd() : holding.end(port),
        isStandIn ? port.sharedEnd() : holding.durable(port),
        shared.confirmed().position(),
        lagBytes(port),
        stallMillis(nowNanos),
        publishing(),
        port.storeLag(),
        now == null ? Ask.NOTHING : now.ask(),
        shared.story().tell(port));
  }
}
