package io.feige.broker.core.controller;

import io.feige.broker.core.controller.choice.ActiveChoice;
import io.feige.broker.core.controller.choice.Asks;
import io.feige.broker.core.controller.choice.Change;
import io.feige.broker.core.controller.choice.Choice;
import io.feige.broker.core.controller.choice.HandOver;
import io.feige.broker.core.controller.choice.Promotion;
import io.feige.broker.core.controller.evidence.ActiveWatch;
import io.feige.broker.core.controller.evidence.Eligibility;
import io.feige.broker.core.controller.evidence.Evidence;
import io.feige.broker.core.controller.evidence.Findings;
import io.feige.broker.core.controller.evidence.NodeRecord;
import io.feige.broker.core.controller.evidence.Sighting;
import io.feige.broker.core.controller.evidence.Silence;
import io.feige.broker.core.controller.evidence.Times;
import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.report.ReportBook;
import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One pair: how it is stored, what was heard of it, and what is wanted for it. After every event
 * that touches it, it is judged anew from all that is known; at most one change of it is under way,
 * and while one is, nothing else is decided.
 */
final class PairCase {
  private final ControllerSettings settings;
  private final Map<String, NodeRecord> nodes;
  private final Silence silence;
  private final ActiveWatch watch;
  private final HandOver handOver;
  private final Promotion promotion = new Promotion();
  private final ReportBook book = new ReportBook();
  private PairState state;
  private @Nullable Change underWay;
  private @Nullable Long againNanos;
  private boolean isFilled;
  private String setBack = "";

  /** A pair to which this Admin begins to listen now. */
  PairCase(
      PairState state,
      ControllerSettings settings,
      Map<String, NodeRecord> nodes,
      Silence silence,
      Now now) {
    this.state = state;
    this.settings = settings;
    this.nodes = nodes;
    this.silence = silence;
    this.watch = new ActiveWatch(silence, now.nanos());
    this.handOver = new HandOver(settings);
  }

  PairState state() {
    return state;
  }

  /** Whether the active is to be told to hand over. */
  boolean wantsHandOver() {
    return handOver.isWanted();
  }

  /** What keeps its standby from taking over now; empty: nothing. */
  String obstacle(Now now) {
    return underWay == null
        ? HandOver.obstacle(findings(now))
        : "a change of " + state.pair() + " is under way";
  }

  Findings findings(Now now) {
    return new Findings(
        state,
        sight(state.master()),
        sight(state.backup()),
        watch,
        silence,
        isFilled,
        setBack,
        settings,
        now);
  }

  private Sighting sight(String node) {
    return Sighting.of(node, nodes.get(node), state.pair());
  }

  /** A member has reported. */
  void heard(String node, ControllerStep step) {
    Sighting sighting = sight(node);
    ReplicaReport replica = sighting.replica();
    if (replica != null && replica.durable() > 0) {
      isFilled = true;
    }
    if (sighting.hasSeenAfter(state)) {
      setBack = Evidence.setBack(state, sighting);
    }
    book.heard(sighting, state, step.now(), step.port());
    if (node.equals(state.active())) {
      watch.heard(sighting, state, step.now());
    }
    judge(step);
  }

  /** How the pair is stored has become known. */
  void stored(PairState latest, ControllerStep step) {
    Change change = underWay;
    underWay = null;
    boolean isAsWanted = change != null && change.isStoredAs(latest);
    boolean isOtherEpoch =
        latest.epoch() != state.epoch() || !latest.active().equals(state.active());
    boolean isUnchanged = change != null && latest.version() == state.version();
    againNanos = isUnchanged ? step.now().nanos() + Times.nanos(settings.heartbeatMillis()) : null;
    state = latest;
    setBack = isOtherEpoch ? "" : setBack;
    Findings findings = findings(step.now());
    if (isOtherEpoch) {
      begin(isAsWanted ? change : null, findings, step);
    }
    boolean isCancelled = isAsWanted && change != null && change.kind() == DecisionKind.CANCEL;
    if (isCancelled && !state.isAlone(state.active())) {
      handOver.calledOff(findings, step.port());
    }
    handOver.stored(findings, step.port());
    promotion.stored(state, isAsWanted, step.port());
    step.beats().soon(state.master());
    step.beats().soon(state.backup());
    judge(step);
  }

  /** Another epoch is there, by a change of ours or not. */
  private void begin(@Nullable Change ours, Findings findings, ControllerStep step) {
    if (ours != null) {
      book.opened(ours, findings, step.port());
    } else {
      book.overtaken(state.epoch(), step.now(), step.port());
    }
    watch.activated(sight(state.active()), step.now());
  }

  void switchAsked(long ticket, ControllerStep step) {
    handOver.ask(ticket, findings(step.now()), step.port());
    judge(step);
  }

  void promoteAsked(ControllerEvent.PromoteAsked asked, ControllerStep step) {
    promotion.ask(asked, findings(step.now()), step.port());
    judge(step);
  }

  void passTime(ControllerStep step) {
    book.passTime(step.now(), step.port());
    judge(step);
  }

  /** Decides whether anything is to be changed. */
  void judge(ControllerStep step) {
    Findings findings = findings(step.now());
    if (underWay == null) {
      handOver.giveUp(findings, step.port());
    }
    if (handOver.look(findings)) {
      step.beats().soon(state.active());
    }
    Long again = againNanos;
    boolean isTooEarly = again != null && step.now().nanos() - again < 0;
    if (underWay != null || isTooEarly) {
      return;
    }
    Change change = wanted(findings, step);
    if (change != null) {
      underWay = change;
      step.port().store(change.next(), change.decision());
    }
  }

  private @Nullable Change wanted(Findings findings, ControllerStep step) {
    Change promoted = promotion.take(findings, step.port());
    if (promoted != null) {
      return promoted;
    }
    Change granted = Asks.granted(findings, handOver);
    if (granted != null) {
      return granted;
    }
    return ActiveChoice.on(findings) instanceof Choice.Activate(Change change) ? change : null;
  }

  /** This Admin leads no longer: who waits for an answer gets one. */
  void end(String words, ControllerPort port) {
    handOver.refuse(words, port);
    promotion.end(words, port);
  }

  /** The next time at which something is due that is later than the given one. */
  long nextNanos(Now now) {
    long after = now.nanos();
    long next = Math.min(handOver.nextNanos(after), book.nextNanos(after));
    Long again = againNanos;
    if (again != null) {
      next = Times.earlier(next, again, after);
    }
    if (state.epoch() > 0) {
      Findings findings = findings(now);
      next = Times.earlier(next, watch.silenceEndNanos(findings), after);
      next = Times.earlier(next, Eligibility.standbyWaitEndNanos(findings), after);
    }
    return next;
  }
}
