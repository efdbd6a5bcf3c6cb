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
  void outcome(ReplicaStep step) {
    if (ask.kind() != AskKind.NONE) {
      step.note(
          ReplicaNote.ASKED,
          ask.kind() + " of version " + ask.version() + " led to " + shared.standing().state());
    }
    if (ask.kind() == AskKind.CANCEL && isHandingOver) {
      handOverFromNanos = step.in(shared.settings().timeoutMillis());
    }
    ask = Ask.NOTHING;
    growing = Member.NONE;
    doNotHandOver(step);
  }

  private void doNotHandOver(ReplicaStep step) {
    isHandingOver = false;
    beginByNanos = Long.MAX_VALUE;
    wayBack.unprepare("nothing is handed over", step);
  }

  /**
   * Does what is due.
   *
   * @param hasBegun whether the disk has the EPOCH record; before, all there is to ask for is that
   *     the other replaces this one, whose disk may never have it
   */
  void advance(boolean hasBegun, ReplicaStep step) {
    switch (ask.kind()) {
      case NONE -> {
        if (hasBegun) {
          consider(step);
        } else {
          considerRescue(step);
        }
      }
      case GROW -> {
        if (step.isDue(follower.givenUpNanos(growing))) {
          ask(AskKind.CANCEL, Member.NONE, step);
        }
      }
      case HAND_OVER -> {
        if (step.isDue(handOverEndNanos)) {
          ask(AskKind.CANCEL, Member.NONE, step);
        }
      }
      case SHRINK, CANCEL -> {
        // The report repeats it until there is an outcome.
      }
    }
  }

  private void considerRescue(ReplicaStep step) {
    Member other = shared.standing().otherInSync();
    if (!other.isNone() && !shared.settings().sharesStore()) {
      considerHandOver(other, step);
    }
  }

  private void consider(ReplicaStep step) {
    Member other = shared.standing().otherInSync();
    if (other.isNone()) {
      considerGrowing(step);
    } else if (step.isDue(follower.givenUpNanos(other)) && !isStalled()) {
      doNotHandOver(step);
      step.note(
          ReplicaNote.GIVEN_UP, other.node() + " is given up: " + follower.whyGivenUp(other, step));
      ask(AskKind.SHRINK, Member.NONE, step);
    } else {
      considerHandOver(other, step);
    }
  }

  private void considerGrowing(ReplicaStep step) {
    if (growing.isNone()) {
      growing = caughtUp(step);
    } else if (!follower.isPromised(growing, step.nowNanos())
        || step.isDue(follower.givenUpNanos(growing))) {
      growing = Member.NONE;
    }
    if (!growing.isNone() && follower.written(growing) >= shared.confirmed().position()) {
      ask(AskKind.GROW, growing, step);
    }
  }

  private boolean isStalled() {
    return shared.disk().isStalled();
  }

  private Member caughtUp(ReplicaStep step) {
    Feeding feeding = follower.feeding();
    boolean isReady =
        feeding != null
            && feeding.hasCaughtUp(step.port().end())
            && follower.doesItsDiskKeepUp(step)
            && follower.isPromised(feeding.member(), step.nowNanos());
    return feeding != null && isReady ? feeding.member() : Member.NONE;
  }

  private void considerHandOver(Member other, ReplicaStep step) {
    if (!isHandingOver) {
      prepareHandOver(other, step);
    }
    if (!isHandingOver) {
      return;
    }
    if (!isHandOverWanted(other, step) || step.isDue(handOverEndNanos)) {
      doNotHandOver(step);
      handOverFromNanos = step.in(shared.settings().timeoutMillis());
      step.note(ReplicaNote.ASKED, "does not hand over");
      step.port().report();
    } else if (holdsEnough(other, step)) {
      handOverEndNanos = step.in(shared.settings().cancelMillis());
      ask(AskKind.HAND_OVER, other, step);
    }
  }

  private boolean isHandOverWanted(Member other, ReplicaStep step) {
    return shared.standing().isHandOverWanted() || isOtherDiskBetter(other, step);
  }

  /**
   * Whether the own disk is stalled and that of the other is ahead of it. Under a load that both
   * are too slow for they would take turns otherwise. A store that is shared has no disk to look
   * at: it goes on from what it has.
   */
  private boolean isOtherDiskBetter(Member other, ReplicaStep step) {
    return isStalled()
        && (shared.settings().sharesStore() || follower.durable(other) > step.port().durable());
  }

  private boolean isRescuedByStore() {
    return isStalled() && shared.settings().sharesStore();
  }

  /** Whether the other can begin as the next epoch. */
  private boolean holdsEnough(Member other, ReplicaStep step) {
    long end = step.port().end();
    long confirmed = shared.confirmed().position();
    if (isRescuedByStore()) {
      return follower.written(other) >= confirmed;
    }
    boolean isAllConfirmed = step.port().durable() == end && confirmed == end;
    return follower.written(other) == end && (isAllConfirmed || isStalled());
  }

  /** Serves on until the way back is open, or has taken too long to open. */
  private void prepareHandOver(Member other, ReplicaStep step) {
    if (!isHandOverWanted(other, step)) {
      doNotHandOver(step);
      return;
    }
    if (!mayBeginHandOver(other, step)) {
      beginByNanos = Long.MAX_VALUE;
      return;
    }
    wayBack.prepare(step);
    if (beginByNanos == Long.MAX_VALUE) {
      beginByNanos = step.in(shared.settings().graceMillis());
    }
    // With a stalled disk there is nothing that clients could go on with meanwhile.
    if (wayBack.isPrepared() || isStalled() || step.isDue(beginByNanos)) {
      isHandingOver = true;
      beginByNanos = Long.MAX_VALUE;
      handOverEndNanos = step.in(shared.settings().cancelMillis());
      step.note(ReplicaNote.ASKED, "serves nobody any more, to hand over to " + other.node());
    }
  }

  private boolean mayBeginHandOver(Member other, ReplicaStep step) {
    Feeding feeding = follower.feeding();
    return step.isDue(handOverFromNanos)
        && feeding != null
        && feeding.member().equals(other)
        && (feeding.hasCaughtUp(step.port().end()) || isRescuedByStore())
        && follower.isPromised(other, step.nowNanos());
  }

  private void ask(AskKind kind, Member peer, ReplicaStep step) {
    ask = new Ask(kind, shared.standing().state().version(), peer);
    step.note(ReplicaNote.ASKED, kind + " of version " + ask.version());
    step.port().report();
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
