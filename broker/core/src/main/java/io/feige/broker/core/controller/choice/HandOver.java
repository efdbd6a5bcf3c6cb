package io.feige.broker.core.controller.choice;

import io.feige.broker.core.controller.evidence.Evidence;
import io.feige.broker.core.controller.evidence.Findings;
import io.feige.broker.core.controller.evidence.Sighting;
import io.feige.broker.core.controller.evidence.Times;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.model.NodeRole;
import org.jspecify.annotations.Nullable;

/**
 * Whether the active of one pair is to hand over, and for whom. It is wanted by an operator, by an
 * active that is about to leave, and by the policy that the master serves again once it has been in
 * sync for a while; the active is told with every beat and does it when it can. Nothing is changed
 * before it asks, so a hand-over that does not come about costs nothing.
 */
public final class HandOver {
  /** An operator is told that it did not come about after so long. */
  static final int LIMIT_MILLIS = 10_000;

  /** After the active called one off, the next is wanted so much later. */
  private static final int PAUSE_MILLIS = 1_000;

  private final ControllerSettings settings;
  private long ticket;
  private String target = "";
  private long limitNanos;
  private @Nullable Long pauseEndNanos;
  private @Nullable Long masterInSyncNanos;
  private boolean isWanted;

  public HandOver(ControllerSettings settings) {
    this.settings = settings;
  }

  /** An operator wants it. */
  public void ask(long newTicket, Findings findings, ControllerPort port) {
    PairState state = findings.state();
    String refusal = isAsked() ? "a switch of this pair is under way already" : obstacle(findings);
    if (!refusal.isEmpty()) {
      port.answer(newTicket, new OperatorAnswer(false, refusal + "; nothing was changed"));
      return;
    }
    ticket = newTicket;
    target = state.other(state.active());
    limitNanos = findings.now().nanos() + Times.nanos(LIMIT_MILLIS);
    pauseEndNanos = null;
  }

  private boolean isAsked() {
    return !target.isEmpty();
  }

  /** What keeps the active from handing over now; empty: nothing. */
  public static String obstacle(Findings findings) {
    PairState state = findings.state();
    if (state.epoch() == 0) {
      return "the pair was never active; it waits for both of its nodes";
    }
    Sighting active = findings.active();
    Sighting standby = findings.standby();
    if (!findings.watch().hasActed() || !findings.watch().suspicion(findings).isEmpty()) {
      return active.node() + " is not heard acting, so it cannot hand over";
    }
    if (!standby.exists()) {
      return Evidence.NO_OTHER;
    }
    if (findings.isSilent(standby) || !standby.isPresent()) {
      return standby.node() + " is not connected";
    }
    boolean areBoth = active.isInSync(state) && standby.isInSync(state);
    if (!areBoth || !standby.hasRole(NodeRole.STANDBY)) {
      return standby.node() + " is not in sync";
    }
    if (standby.isStalled()) {
      return Evidence.stalled(standby);
    }
    return standby.isLeaving() ? standby.node() + " is about to stop" : "";
  }

  /** Tells an operator who has waited for too long; not while a change is under way. */
  public void giveUp(Findings findings, ControllerPort port) {
    if (isAsked() && findings.now().nanos() - limitNanos >= 0) {
      String obstacle = obstacle(findings);
      String why = obstacle.isEmpty() ? findings.state().active() + " did not do it" : obstacle;
      refuse(
          why
              + "; not handed over within "
              + LIMIT_MILLIS
              + " ms. What the active has asked for already may still come about: see the pair's"
              + " history",
          port);
    }
  }

  /** Looks at the pair as it is now; returns whether what is wanted has changed. */
  public boolean look(Findings findings) {
    rememberMaster(findings);
    boolean before = isWanted;
    isWanted = !reason(findings).isEmpty() && !isPaused(findings) && obstacle(findings).isEmpty();
    return isWanted != before;
  }

  private boolean isPaused(Findings findings) {
    Long end = pauseEndNanos;
    return end != null && findings.now().nanos() - end < 0;
  }

  private void rememberMaster(Findings findings) {
    PairState state = findings.state();
    Sighting master = findings.master();
    boolean isInSync =
        state.active().equals(state.backup())
            && master.isPresent()
            && master.hasRole(NodeRole.STANDBY)
            && !master.isStalled()
            && master.isInSync(state);
    if (!isInSync) {
      masterInSyncNanos = null;
    } else if (masterInSyncNanos == null) {
      masterInSyncNanos = findings.now().nanos();
    }
  }

  /** For whom it is wanted, as a sentence; empty: it is not. */
  private String reason(Findings findings) {
    if (isAsked()) {
      return "an operator wants " + target + " to serve";
    }
    PairState state = findings.state();
    if (state.epoch() == 0) {
      return "";
    }
    if (findings.active().isLeaving()) {
      return state.active() + " is about to stop";
    }
    Long since = masterInSyncNanos;
    boolean isBackDue =
        since != null
            && settings.failBackMillis() > 0
            && findings.now().nanos() - since >= Times.nanos(settings.failBackMillis());
    return isBackDue
        ? "the master was in sync for " + settings.failBackMillis() + " ms, so it serves again"
        : "";
  }

  /** The same for evidence; the wish may have been that of another Admin. */
  String evidence(Findings findings) {
    if (findings.active().isStalled()) {
      return Evidence.stalled(findings.active());
    }
    String reason = reason(findings);
    return reason.isEmpty() ? "the wish is not known to this Admin" : reason;
  }

  /** Whether the active is to be told to hand over. */
  public boolean isWanted() {
    return isWanted;
  }

  /** The active called it off. */
  public void calledOff(Findings findings, ControllerPort port) {
    pauseEndNanos = findings.now().nanos() + Times.nanos(PAUSE_MILLIS);
    masterInSyncNanos = null;
    refuse(
        findings.state().active()
            + " called it off because it did not learn the outcome in time; nothing was changed",
        port);
  }

  /** A change of the pair was stored. */
  public void stored(Findings findings, ControllerPort port) {
    PairState state = findings.state();
    if (!isAsked()) {
      return;
    }
    if (state.active().equals(target)) {
      String how = state.handedOver() ? "handed over: " : "";
      String words = how + target + " is active as epoch " + state.epoch();
      port.answer(ticket, new OperatorAnswer(true, words));
      target = "";
    } else if (!findings.of(target).isInSync(state)) {
      refuse(target + " is no longer in sync; nothing was changed", port);
    }
  }

  /** Answers who still waits. */
  public void refuse(String words, ControllerPort port) {
    if (isAsked()) {
      target = "";
      port.answer(ticket, new OperatorAnswer(false, words));
    }
  }

  /** The next time at which something is due that is later than the given one. */
  public long nextNanos(long after) {
    long next = Long.MAX_VALUE;
    if (isAsked()) {
      next = Times.earlier(next, limitNanos, after);
    }
    Long pause = pauseEndNanos;
    if (pause != null) {
      next = Times.earlier(next, pause, after);
    }
    Long since = masterInSyncNanos;
    if (since != null && settings.failBackMillis() > 0) {
      next = Times.earlier(next, since + Times.nanos(settings.failBackMillis()), after);
    }
    return next;
  }
}
