package io.feige.broker.core.decide;

import io.feige.broker.core.group.Dispatcher;
import io.feige.broker.core.group.Grant;
import io.feige.broker.core.group.Holder;
import io.feige.broker.core.group.PickLimit;
import io.feige.broker.core.group.Picked;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.protocol.command.Pull;
import io.feige.protocol.model.OrderMode;
import java.util.List;

/** Answers pulls with messages: those that nobody has, or those that another has not started. */
final class HandingOut {
  /** When the disk had no room, it is tried again after so long. */
  static final long NO_ROOM_RETRY_NANOS = 1_000_000_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** For the record of what a pick passes over. */
  static final int ROOM_FOR_GONE = 65_536;

  /** Picks that find only what nobody can have any more, before other work gets its turn. */
  private static final int MAX_EMPTY_PICKS = 10;

  /** After so long, what has to be fetched is asked for again. */
  private static final long FETCH_RETRY_NANOS = 100_000_000;

  /** How often consumers without work are looked after, at most. */
  private static final long SHARE_NANOS = 250_000_000;

  private final ActiveState active;
  private final Settling settling;

  HandingOut(ActiveState active, Settling settling) {
    this.active = active;
    this.settling = settling;
  }

  /** Answers a pull if there is something for it, or if whoever asked does not read answers. */
  boolean answer(ActiveGroup group, ParkedPull asked, Now now, Sink sink) {
    return answer(group, asked, 0, now, sink);
  }

  private boolean answer(ActiveGroup group, ParkedPull asked, int moves, Now now, Sink sink) {
    Dispatcher dispatcher = group.dispatcher();
    long visibleEnd = group.partition().visibleEnd();
    for (int picks = 0; picks < MAX_EMPTY_PICKS; picks++) {
      if (!dispatcher.mayHaveWork(visibleEnd, now)) {
        return false;
      }
      if (!sink.canTake(asked.ticket())) {
        answerWith(group, asked, List.of(), sink);
        return true;
      }
      if (!sink.hasRoomFor(ROOM_FOR_GONE)) {
        group.pauseUntil(now.nanos() + NO_ROOM_RETRY_NANOS);
        return false;
      }
      PickLimit limit = limitOf(group, asked, moves);
      Picked picked = dispatcher.pick(limit, visibleEnd, active.log(), now);
      settling.drop(group, picked.gone(), now, sink);
      group.awaitFetch(picked.isMissing());
      if (picked.isMissing()) {
        sink.fetch(group.partition().state().id(), picked.missing());
        group.pauseUntil(now.nanos() + FETCH_RETRY_NANOS);
      }
      if (picked.messages() > 0) {
        answerWith(group, asked, picked.handouts(), sink);
        return true;
      }
      if (picked.gone().isEmpty() || picked.isMissing()) {
        return false;
      }
    }
    return false;
  }

  /**
   * Answers a pull of a consumer that has nothing with messages that another one has fetched ahead
   * and not started.
   */
  boolean answerFromOthers(ActiveGroup group, ParkedPull asked, Now now, Sink sink) {
    if (asked.holder().messages() > 0
        || group.holders().unstarted() == 0
        || !sink.canTake(asked.ticket())
        || !sink.hasRoomFor(ROOM_FOR_GONE)) {
      return false;
    }
    int moves =
        group.dispatcher().giveBackSurplus(group.holders(), asked.pull().maxMessages(), now);
    return moves > 0 && answer(group, asked, moves, now, sink);
  }

  /** Whether consumers that have nothing wait while others have more than they started. */
  static boolean mayShare(ActiveGroup group) {
    return group.holders().idle() > 0 && group.holders().unstarted() > 0;
  }

  /** Whether the time has come to look after those that wait and have nothing. */
  static boolean sharesNow(ActiveGroup group, Now now) {
    if (!mayShare(group) || now.nanos() < group.shareNotBeforeNanos()) {
      return false;
    }
    group.shareNotBefore(now.nanos() + SHARE_NANOS);
    return true;
  }

  private PickLimit limitOf(ActiveGroup group, ParkedPull asked, int moves) {
    Pull pull = asked.pull();
    long bytes = Math.min(pull.maxBytes(), active.limits().maxPullBytes());
    long leaseNanos = leaseMillis(group, pull) * NANOS_PER_MILLI;
    Holder holder = asked.holder();
    return new PickLimit(
        pull.maxMessages(), bytes, new Grant(holder, pull.stage(), leaseNanos, moves));
  }

  private static int leaseMillis(ActiveGroup group, Pull pull) {
    int asked = pull.leaseMillis();
    return asked > 0 ? asked : group.partition().state().spec().leaseMillis();
  }

  /** Answers a pull with no messages. */
  void answerEmpty(ActiveGroup group, ParkedPull asked, Sink sink) {
    answerWith(group, asked, List.of(), sink);
  }

  private void answerWith(ActiveGroup group, ParkedPull asked, List<Handout> handouts, Sink sink) {
    int generation = group.state().cursor().generation();
    int leaseMillis = leaseMillis(group, asked.pull());
    OrderMode order = group.partition().state().spec().order();
    active.countRedelivered(handouts);
    sink.handOut(
        asked.ticket(),
        new Handed.ToConsumer(active.state().epoch(), generation, leaseMillis, order, handouts));
  }
}
