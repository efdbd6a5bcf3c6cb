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
 * CANCEL     HAND_OVER          no outcome for long                         as before
 * nothing    any                a newer version of the same epoch           whatever it says
 * </pre>
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
  void outcome(Turn turn) {
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

  private void doNotHandOver(Turn turn) {
    isHandingOver = false;
    beginByNanos = Long.MAX_VALUE;
    wayBack.unprepare("nothing is handed over", turn);
  }

  /** Does what is due. */
  void advance(Turn turn) {
    switch (ask.kind()) {
      case NONE -> consider(turn);
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

  private void consider(Turn turn) {
    Member other = shared.standing().otherInSync();
    if (other.isNone()) {
      considerGrowing(turn);
    } else if (turn.isDue(follower.givenUpNanos(other))) {
      doNotHandOver(turn);
      ask(AskKind.SHRINK, Member.NONE, turn);
    } else {
      considerHandOver(other, turn);
    }
  }

  private void considerGrowing(Turn turn) {
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

  private Member caughtUp(Turn turn) {
    Feeding feeding = follower.feeding();
    boolean isReady =
        feeding != null
            && feeding.hasCaughtUp(turn.port().end())
            && follower.isPromised(feeding.member(), turn.nowNanos());
    return feeding != null && isReady ? feeding.member() : Member.NONE;
  }

  private void considerHandOver(Member other, Turn turn) {
    if (!isHandingOver) {
      prepareHandOver(other, turn);
    }
    if (!isHandingOver) {
      return;
    }
    long end = turn.port().end();
    if (!shared.standing().isHandOverWanted() || turn.isDue(handOverEndNanos)) {
      doNotHandOver(turn);
      handOverFromNanos = turn.in(shared.settings().timeoutMillis());
      turn.note(ReplicaNote.ASKED, "does not hand over");
      turn.port().report();
    } else if (turn.port().durable() == end
        && follower.written(other) == end
        && shared.confirmed().position() == end) {
      handOverEndNanos = turn.in(shared.settings().cancelMillis());
      ask(AskKind.HAND_OVER, other, turn);
    }
  }

  /** Serves on until the way back is open, or has taken too long to open. */
  private void prepareHandOver(Member other, Turn turn) {
    if (!shared.standing().isHandOverWanted()) {
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
    if (wayBack.isPrepared() || turn.isDue(beginByNanos)) {
      isHandingOver = true;
      beginByNanos = Long.MAX_VALUE;
      handOverEndNanos = turn.in(shared.settings().cancelMillis());
      turn.note(ReplicaNote.ASKED, "serves nobody any more, to hand over to " + other.node());
    }
  }

  private boolean mayBeginHandOver(Member other, Turn turn) {
    Feeding feeding = follower.feeding();
    return turn.isDue(handOverFromNanos)
        && feeding != null
        && feeding.member().equals(other)
        && feeding.hasCaughtUp(turn.port().end())
        && follower.isPromised(other, turn.nowNanos());
  }

  private void ask(AskKind kind, Member peer, Turn turn) {
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
        yield watched.isNone()
            ? Long.MAX_VALUE
            : Math.min(handOver, follower.givenUpNanos(watched));
      }
      case GROW -> follower.givenUpNanos(growing);
      case HAND_OVER -> handOverEndNanos;
      case SHRINK, CANCEL -> Long.MAX_VALUE;
    };
  }
}
