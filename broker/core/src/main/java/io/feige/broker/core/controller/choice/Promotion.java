package io.feige.broker.core.controller.choice;

import io.feige.broker.core.controller.evidence.Evidence;
import io.feige.broker.core.controller.evidence.Findings;
import io.feige.broker.core.controller.evidence.Sighting;
import io.feige.broker.core.controller.evidence.Tails;
import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.model.NodeRole;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operator's last resort for one pair: a replica is activated although it may lack what was
 * confirmed. First it is shown what may be missing, and nothing is changed; only who has been shown
 * may have it done.
 */
public final class Promotion {
  private @Nullable Wish wish;
  private @Nullable Wish underWay;

  private record Wish(long ticket, String node) {}

  /** An operator asks for it. */
  public void ask(ControllerEvent.PromoteAsked asked, Findings findings, ControllerPort port) {
    long ticket = asked.ticket();
    if (!findings.state().has(asked.node())) {
      refuse(ticket, asked.node() + " is not a node of " + asked.pair(), port);
    } else if (!asked.isShown()) {
      port.answer(ticket, new OperatorAnswer(false, Tails.preview(findings, asked.node())));
    } else if (wish != null || underWay != null) {
      refuse(ticket, "a promotion of this pair is under way already", port);
    } else {
      wish = new Wish(ticket, asked.node());
    }
  }

  private static void refuse(long ticket, String words, ControllerPort port) {
    port.answer(ticket, new OperatorAnswer(false, words + "; nothing was changed"));
  }

  /** The change that is wanted, if it may be made; who may not have it is answered. */
  public @Nullable Change take(Findings findings, ControllerPort port) {
    Wish wanted = wish;
    wish = null;
    if (wanted == null) {
      return null;
    }
    String obstacle = obstacle(findings, wanted.node());
    if (!obstacle.isEmpty()) {
      refuse(wanted.ticket(), obstacle, port);
      return null;
    }
    underWay = wanted;
    Member member = findings.of(wanted.node()).member();
    List<String> why = new ArrayList<>();
    why.add("an operator wants " + wanted.node() + " to serve whatever it may lack");
    if (findings.isSetBack()) {
      why.add(findings.setBack());
    } else if (findings.state().epoch() > 0) {
      why.addAll(findings.watch().suspicion(findings));
    }
    why.addAll(Tails.missing(findings, wanted.node()));
    return Change.activation(DecisionKind.PROMOTE, findings, wanted.node(), List.of(member), why);
  }

  private static String obstacle(Findings findings, String node) {
    PairState state = findings.state();
    Sighting chosen = findings.of(node);
    if (!findings.isFresh(chosen)) {
      return node + " is not connected";
    }
    if (chosen.hasRole(NodeRole.FENCED)) {
      return Evidence.notUsable(chosen);
    }
    if (findings.isSetBack()) {
      return whoActsBeside(findings, findings.of(state.other(node)));
    }
    if (state.epoch() == 0 || !findings.watch().suspicion(findings).isEmpty()) {
      return "";
    }
    if (findings.watch().hasActed()) {
      String words = state.active() + " acts as the active of epoch " + state.epoch();
      return state.active().equals(node) ? words : words + ": use pair switch";
    }
    return "it is not known yet whether " + state.active() + " acts: ask again in a moment";
  }

  private static String whoActsBeside(Findings findings, Sighting other) {
    ReplicaReport replica = other.replica();
    return findings.isFresh(other) && replica != null && replica.isActing()
        ? other.node() + " acts as the active of epoch " + replica.epoch()
        : "";
  }

  /** A change of the pair was stored, or was not. */
  public void stored(PairState state, boolean isAsWanted, ControllerPort port) {
    Wish wanted = underWay;
    underWay = null;
    if (wanted == null) {
      return;
    }
    if (isAsWanted) {
      String words = wanted.node() + " is active as epoch " + state.epoch();
      port.answer(wanted.ticket(), new OperatorAnswer(true, words));
    } else {
      refuse(wanted.ticket(), "the pair changed meanwhile: look again", port);
    }
  }

  /** This Admin leads no longer. */
  public void end(String words, ControllerPort port) {
    for (Wish open : new Wish[] {wish, underWay}) {
      if (open != null) {
        port.answer(open.ticket(), new OperatorAnswer(false, words));
      }
    }
  }
}
