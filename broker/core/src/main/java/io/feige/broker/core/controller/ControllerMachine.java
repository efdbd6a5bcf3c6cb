package io.feige.broker.core.controller;

import io.feige.broker.core.controller.choice.ActiveChoice;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.broker.core.port.Now;
import org.jspecify.annotations.Nullable;

/**
 * Which replica of each pair is active, who is in sync: decided by the leading Admin.
 *
 * <p>It owns what was heard of nodes and pairs in the present term of leadership, and nothing that
 * outlives it: what is decided is decided only once it is stored, by compare-and-set, and known
 * again from there. So two Admins that both believe to lead cannot both change a pair, and a new
 * one continues where the stored state is. No clock, thread, chance or I/O inside: one thread calls
 * it.
 *
 * <pre>
 * phase        event       what happens
 * not leading  Elected     a term begins: beats go out, nobody is judged silent yet
 * not leading  others      nothing; an operator is told who does not lead
 * leading      Reported    what the active asks for is granted or not; the pair is judged
 * leading      NodeGone    the pair is judged: a connection that ended is a sign, and no proof
 * leading      TimePassed  beats; silence is judged
 * leading      PairStored  the state is replaced by what is stored, its members are told at once
 * leading      Deposed     everything is forgotten
 * </pre>
 *
 * <p>Invariants: nobody is activated who still owes a promise; nobody is activated outside {@code
 * inSync} but by the rules of {@link ActiveChoice} or an operator; every activation is a new epoch;
 * per pair at most one change is under way.
 */
public final class ControllerMachine {
  private static final OperatorAnswer NOT_LEADING =
      new OperatorAnswer(
          false, "this Admin does not lead: ask the leading one; nothing was changed");

  private final ControllerSettings settings;
  private @Nullable Leadership term;

  /** An Admin that does not lead yet. */
  public ControllerMachine(ControllerSettings settings) {
    this.settings = settings;
  }

  /** Decides on an event; the port is called before this returns. */
  public void decide(ControllerEvent event, Now now, ControllerPort port) {
    Leadership present = term;
    if (event instanceof ControllerEvent.Elected elected) {
      end(present, port);
      Leadership begun = new Leadership(settings, elected, now);
      term = begun;
      begun.begin(now, port);
    } else if (event instanceof ControllerEvent.Deposed) {
      end(present, port);
      term = null;
    } else if (present != null) {
      present.decide(event, now, port);
    } else if (event instanceof ControllerEvent.SwitchAsked asked) {
      port.answer(asked.ticket(), NOT_LEADING);
    } else if (event instanceof ControllerEvent.PromoteAsked asked) {
      port.answer(asked.ticket(), NOT_LEADING);
    } else if (event instanceof ControllerEvent.DrillAsked asked) {
      port.answer(asked.ticket(), NOT_LEADING);
    }
  }

  private static void end(@Nullable Leadership present, ControllerPort port) {
    if (present != null) {
      present.end(port);
    }
  }

  /** When {@link ControllerEvent.TimePassed} is wanted next, monotonic. */
  public long nextWakeNanos(Now now) {
    Leadership present = term;
    return present == null ? Long.MAX_VALUE : present.nextNanos();
  }

  /** How everything is; for status and routes. */
  public ClusterView view(Now now) {
    Leadership present = term;
    return present == null ? ClusterView.NOTHING : present.view(now);
  }
}
