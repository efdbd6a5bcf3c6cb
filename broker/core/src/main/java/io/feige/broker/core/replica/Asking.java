package io.feige.broker.core.replica;

import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;

/**
 * What the active wants Admin to change, one thing at a time, and by whom it has to be followed
 * until the outcome is known: the stricter of what was and what is asked for.
 *
 * <pre>
 * ask        from               event                                       what holds until a newer version
 * GROW       nothing, alone     caught up; waited for; holds all confirmed  the joiner's acks and promise are needed
 * CANCEL     GROW               the joiner is given up                      as before
 * SHRINK     nothing, both      the standby is given up                     the standby's acks and promise are needed
 * HAND_OVER  nothing, both      wanted; way back open; nobody served; both  nobody is served
 *                               hold the same
 * HAND_OVER  nothing, both      own disk stalled, the standby's is ahead;   nobody is served
 *                               nobody served; the standby holds all there
 *                               is
 * CANCEL     HAND_OVER          no outcome for long                         as before
 * nothing    any                a newer version of the same epoch           whatever it says
 * </pre>
 *
 * <p>A stalled disk confirms nothing, so there is nothing to wait for before the hand-over but that
 * the standby has the bytes: what was confirmed is among them, and of the rest nobody was told
 * anything. For the same reason the standby is not given up meanwhile: alone, this replica could
 * not confirm anything either, and nobody else could be activated.
 *
 * <p>Before GROW and HAND_OVER are asked for, what they prepare is simply given up when it comes to
 * nothing. Afterwards only a newer version ends them: CANCEL, which changes nothing else, sees to
 * it that a delayed request cannot take effect later.
 */
final class Asking {
  private final Shared shared;
  private final Follower follower;
  private final Copying wayBack;
  private Ask ask = Ask.NOTHING;
  private Member growing = Member.NONE;
  private boolean isHandingOver;
  private long handOverEndNanos;
  private long handOverFromNanos = Long.MIN_VALUE;
  private long beginByNanos = Long.MAX_VALUE;

  Asking(Shared shared, Follower follower, Copying wayBack) {
    this.shared = shared;
    this.follower = follower;
    this.wayBack = wayBack;
  }

  Ask ask() {
    return ask;
  }

  /** Nobody is served, and will not be until it is known what came of it. */
  boolean isHandingOver() {
    return isHandingOver;
  }

  /** Whose acks are needed to confirm; NONE: nobody's. */
  Member acker() {
    Member other = shared.standing().otherInSync();
    return other.isNone() ? growing : other;
  }

  /** Under whose promise clients are served and anything is confirmed; NONE: nobody's. */
  Member promiser() {
    Member other = shared.standing().otherInSync();
    return other.isNone() && ask.kind() != AskKind.NONE ? growing : other;
  }

  /** A newer version of the state is known: whatever was asked for has an outcome. */
  void outcome(ReplicaStep turn) {
    if (ask.kind() != AskKind.NONE) {
      turn.note(
          ReplicaNote.ASKED,
          ask.kind() + " of version " + ask.version() + " led to " + shared.standing().state());
    }
    if (ask.kind() == AskKind.CANCEL && isHandingOver) {
      handOverFromNanos = turn.in(shared.settings().timeoutMillis());
    }
    ask = Ask.NOTHING;
    growing = Member.NONE;
    doNotHandOver(turn);
  }

  private void doNotHandOver(ReplicaStep turn) {
    isHandingOver = false;
    beginByNanos = Long.MAX_VALUE;
    wayBack.unprepare("nothing is handed over", turn);
  }

  /**
   * Does what is due.
   *
   * @param hasBegun whether the disk has the EPOCH record; before, all there is to ask for is that
   *     the other replaces this one, whose disk may never have it
   */
  void advance(boolean hasBegun, ReplicaStep turn) {
    switch (ask.kind()) {
      case NONE -> {
        if (hasBegun) {
          consider(turn);
        } else {
          considerRescue(turn);
        }
      }
      case GROW -> {
        if (turn.isDue(follower.givenUpNanos(growing))) {
          ask(AskKind.CANCEL, Member.NONE, turn);
        }
      }
      case HAND_OVER -> {
        if (turn.isDue(handOverEndNanos)) {
          ask(AskKind.CANCEL, Member.NONE, turn);
        }
      }
      case SHRINK, CANCEL -> {
        // The report repeats it until there is an outcome.
      }
    }
  }

  private void considerRescue(ReplicaStep turn) {
    Member other = shared.standing().otherInSync();
    if (!other.isNone() && !shared.settings().sharesStore()) {
      considerHandOver(other, turn);
    }
  }

  private void consider(ReplicaStep turn) {
    Member other = shared.standing().otherInSync();
    if (other.isNone()) {
      considerGrowing(turn);
    } else if (turn.isDue(follower.givenUpNanos(other)) && !isStalled()) {
      doNotHandOver(turn);
      turn.note(
          ReplicaNote.GIVEN_UP, other.node() + " is given up: " + follower.whyGivenUp(other, turn));
      ask(AskKind.SHRINK, Member.NONE, turn);
    } else {
      considerHandOver(other, turn);
    }
  }

  private void considerGrowing(ReplicaStep turn) {
    if (growing.isNone()) {
      growing = caughtUp(turn);
    } else if (!follower.isPromised(growing, turn.nowNanos())
        || turn.isDue(follower.givenUpNanos(growing))) {
      growing = Member.NONE;
    }
    if (!growing.isNone() && follower.written(growing) >= shared.confirmed().position()) {
      ask(AskKind.GROW, growing, turn);
    }
  }

  private boolean isStalled() {
    return shared.disk().isStalled();
  }

  private Member caughtUp(ReplicaStep turn) {
    Feeding feeding = follower.feeding();
    boolean isReady =
        feeding != null
            && feeding.hasCaughtUp(turn.port().end())
            && follower.doesItsDiskKeepUp(turn)
            && follower.isPromised(feeding.member(), turn.nowNanos());
    return feeding != null && isReady ? feeding.member() : Member.NONE;
  }

  private void considerHandOver(Member other, ReplicaStep turn) {
    if (!isHandingOver) {
      prepareHandOver(other, turn);
    }
    if (!isHandingOver) {
      return;
    }
    if (!isHandOverWanted(other, turn) || turn.isDue(handOverEndNanos)) {
      doNotHandOver(turn);
      handOverFromNanos = turn.in(shared.settings().timeoutMillis());
      turn.note(ReplicaNote.ASKED, "does not hand over");
      turn.port().report();
    } else if (holdsEnough(other, turn)) {
      handOverEndNanos = turn.in(shared.settings().cancelMillis());
      ask(AskKind.HAND_OVER, other, turn);
    }
  }

  private boolean isHandOverWanted(Member other, ReplicaStep turn) {
    return shared.standing().isHandOverWanted() || isOtherDiskBetter(other, turn);
  }

  /**
   * Whether the own disk is stalled and that of the other is ahead of it. Under a load that both
   * are too slow for they would take turns otherwise. A store that is shared has no disk to look
   * at: it goes on from what it has.
   */
  private boolean isOtherDiskBetter(Member other, ReplicaStep turn) {
    return isStalled()
        && (shared.settings().sharesStore() || follower.durable(other) > turn.port().durable());
  }

  private boolean isRescuedByStore() {
    return isStalled() && shared.settings().sharesStore();
  }

  /** Whether the other can begin as the next epoch. */
  private boolean holdsEnough(Member other, ReplicaStep turn) {
    long end = turn.port().end();
    long confirmed = shared.confirmed().position();
    if (isRescuedByStore()) {
      return follower.written(other) >= confirmed;
    }
    boolean isAllConfirmed = turn.port().durable() == end && confirmed == end;
    return follower.written(other) == end && (isAllConfirmed || isStalled());
  }

  /** Serves on until the way back is open, or has taken too long to open. */
  private void prepareHandOver(Member other, ReplicaStep turn) {
    if (!isHandOverWanted(other, turn)) {
      doNotHandOver(turn);
      return;
    }
    if (!mayBeginHandOver(other, turn)) {
      beginByNanos = Long.MAX_VALUE;
      return;
    }
    wayBack.prepare(turn);
    if (beginByNanos == Long.MAX_VALUE) {
      beginByNanos = turn.in(shared.settings().graceMillis());
    }
    // With a stalled disk there is nothing that clients could go on with meanwhile.
    if (wayBack.isPrepared() || isStalled() || turn.isDue(beginByNanos)) {
      isHandingOver = true;
      beginByNanos = Long.MAX_VALUE;
      handOverEndNanos = turn.in(shared.settings().cancelMillis());
      turn.note(ReplicaNote.ASKED, "serves nobody any more, to hand over to " + other.node());
    }
  }

  private boolean mayBeginHandOver(Member other, ReplicaStep turn) {
    Feeding feeding = follower.feeding();
    return turn.isDue(handOverFromNanos)
        && feeding != null
        && feeding.member().equals(other)
        && (feeding.hasCaughtUp(turn.port().end()) || isRescuedByStore())
        && follower.isPromised(other, turn.nowNanos());
  }

  private void ask(AskKind kind, Member peer, ReplicaStep turn) {
    ask = new Ask(kind, shared.standing().state().version(), peer);
    turn.note(ReplicaNote.ASKED, kind + " of version " + ask.version());
    turn.port().report();
  }

  long nextWakeNanos() {
    Member other = shared.standing().otherInSync();
    return switch (ask.kind()) {
      case NONE -> {
        long handOver = isHandingOver ? handOverEndNanos : beginByNanos;
        Member watched = other.isNone() ? growing : other;
        boolean isKept = isStalled() && !other.isNone();
        long givenUp = isKept ? Long.MAX_VALUE : follower.givenUpNanos(watched);
        yield watched.isNone() ? Long.MAX_VALUE : Math.min(handOver, givenUp);
      }
      case GROW -> follower.givenUpNanos(growing);
      case HAND_OVER -> handOverEndNanos;
      case SHRINK, CANCEL -> Long.MAX_VALUE;
    };
  }
}
