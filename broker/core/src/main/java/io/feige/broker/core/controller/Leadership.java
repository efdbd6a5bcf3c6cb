package io.feige.broker.core.controller;

import io.feige.broker.core.controller.evidence.NodeRecord;
import io.feige.broker.core.controller.evidence.Silence;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One term of leadership: all nodes and pairs as this Admin knows them since its election. It
 * begins knowing nothing of the nodes, and all of it is forgotten when the term ends.
 */
final class Leadership {
  private final ControllerSettings settings;
  private final long leaderEpoch;
  private final Map<String, NodeRecord> nodes = new HashMap<>();
  private final Map<String, PairCase> pairs = new TreeMap<>();
  private final Silence silence;
  private final Beats beats;
  private final DrillOrder drill;
  private Now passed;

  Leadership(ControllerSettings settings, ControllerEvent.Elected event, Now now) {
    this.settings = settings;
    this.leaderEpoch = event.leaderEpoch();
    this.silence = new Silence(settings);
    this.beats = new Beats(settings);
    this.drill = new DrillOrder(nodes);
    this.passed = now;
    for (PairState state : event.pairs()) {
      add(state, now);
    }
  }

  private void add(PairState state, Now now) {
    PairCase added = new PairCase(state, settings, nodes, silence, now);
    pairs.put(state.pair(), added);
    beats.soon(state.master());
    beats.soon(state.backup());
  }

  /** The term has begun. */
  void begin(Now now, ControllerPort port) {
    passTime(new ControllerStep(now, port, beats));
    beats.send(this::beat, now, port);
  }

  void decide(ControllerEvent event, Now now, ControllerPort port) {
    ControllerStep step = new ControllerStep(now, port, beats);
    silence.ranLate(beats.lateNanos(now), now);
    switch (event) {
      case ControllerEvent.NodeCame(String node, long connection) -> came(node, connection);
      case ControllerEvent.Reported(long connection, NodeReport report) ->
          reported(connection, report, step);
      case ControllerEvent.NodeGone(String node, long connection) -> gone(node, connection, step);
      case ControllerEvent.NodeDied(String node, String proof) -> died(node, proof, step);
      case ControllerEvent.PairStored(PairState state) -> stored(state, step);
      case ControllerEvent.SwitchAsked asked -> switchAsked(asked, step);
      case ControllerEvent.PromoteAsked asked -> promoteAsked(asked, step);
      case ControllerEvent.DrillAsked asked -> drillAsked(asked, step);
      case ControllerEvent.TimePassed() -> passTime(step);
      case ControllerEvent.Elected _, ControllerEvent.Deposed _ ->
          throw new IllegalArgumentException("a term neither begins nor ends within a term");
    }
    drill.look(step);
    beats.send(this::beat, now, port);
  }

  private void came(String node, long connection) {
    NodeRecord record = nodes.computeIfAbsent(node, _ -> new NodeRecord(silence.patience()));
    if (record.came(connection)) {
      beats.soon(node);
    }
  }

  private void reported(long connection, NodeReport report, ControllerStep step) {
    String node = report.member().node();
    came(node, connection);
    NodeRecord record = nodes.get(node);
    if (record == null) {
      return;
    }
    NodeReport before = record.report();
    if (!record.heard(connection, report, silence, step.now())) {
      return;
    }
    boolean isMoved =
        before == null
            || before.linkPort() != report.linkPort()
            || !before.linkHost().equals(report.linkHost());
    for (PairCase pair : pairs.values()) {
      if (pair.state().has(node)) {
        if (isMoved) {
          beats.soon(pair.state().other(node));
        }
        pair.heard(node, step);
      }
    }
  }

  private void gone(String node, long connection, ControllerStep step) {
    NodeRecord record = nodes.get(node);
    if (record == null || !record.gone(connection, step.now())) {
      return;
    }
    boolean isMember = false;
    for (PairCase pair : pairs.values()) {
      if (pair.state().has(node)) {
        isMember = true;
        pair.judge(step);
      }
    }
    if (!isMember) {
      nodes.remove(node);
      beats.remove(node);
    }
  }

  /** The members that promised the process something are told at once: they owe it nothing now. */
  private void died(String node, String proof, ControllerStep step) {
    NodeRecord record = nodes.get(node);
    if (record == null || !record.died(proof)) {
      return;
    }
    for (PairCase pair : pairs.values()) {
      if (pair.state().has(node)) {
        beats.soon(pair.state().other(node));
        pair.judge(step);
      }
    }
  }

  private void stored(PairState state, ControllerStep step) {
    PairCase known = pairs.get(state.pair());
    if (known == null) {
      add(state, step.now());
    } else {
      known.stored(state, step);
    }
  }

  private void switchAsked(ControllerEvent.SwitchAsked asked, ControllerStep step) {
    PairCase pair = pairs.get(asked.pair());
    if (pair == null) {
      step.port().answer(asked.ticket(), noPair(asked.pair()));
    } else {
      pair.switchAsked(asked.ticket(), step);
    }
  }

  private void promoteAsked(ControllerEvent.PromoteAsked asked, ControllerStep step) {
    PairCase pair = pairs.get(asked.pair());
    if (pair == null) {
      step.port().answer(asked.ticket(), noPair(asked.pair()));
    } else {
      pair.promoteAsked(asked, step);
    }
  }

  private void drillAsked(ControllerEvent.DrillAsked asked, ControllerStep step) {
    PairCase pair = pairs.get(asked.pair());
    if (pair == null) {
      step.port().answer(asked.ticket(), noPair(asked.pair()));
    } else {
      drill.ask(asked, pair, pairs.values(), step);
    }
  }

  private static OperatorAnswer noPair(String pair) {
    return new OperatorAnswer(false, "there is no pair " + pair + "; nothing was changed");
  }

  private void passTime(ControllerStep step) {
    passed = step.now();
    for (PairCase pair : pairs.values()) {
      pair.passTime(step);
    }
  }

  private Beat beat(String node) {
    List<PairOrder> orders = new ArrayList<>();
    for (PairCase pair : pairs.values()) {
      PairState state = pair.state();
      if (state.has(node)) {
        NodeRecord peer = nodes.get(state.other(node));
        boolean isToHandOver = pair.wantsHandOver() && state.active().equals(node);
        orders.add(order(state, isToHandOver, peer));
      }
    }
    return new Beat(leaderEpoch, orders, drill.of(node));
  }

  private static PairOrder order(PairState state, boolean handOver, @Nullable NodeRecord record) {
    NodeReport peer = record == null ? null : record.report();
    return record == null || peer == null
        ? new PairOrder(state, handOver, "", 0, "", 0)
        : new PairOrder(
            state,
            handOver,
            peer.linkHost(),
            peer.linkPort(),
            peer.clientHost(),
            peer.clientPort(),
            record.death());
  }

  /** The term is over: who waits for an answer gets one. */
  void end(ControllerPort port) {
    for (PairCase pair : pairs.values()) {
      pair.end("this Admin leads no longer; whether it was done, the leading one knows", port);
    }
    drill.end("this Admin leads no longer; the pair's history tells whether the node ended", port);
  }

  /** When time is to pass next; what fell due since it passed last is not skipped. */
  long nextNanos() {
    long next = Math.min(beats.nextNanos(), drill.nextNanos(passed));
    for (PairCase pair : pairs.values()) {
      next = Math.min(next, pair.nextNanos(passed));
    }
    return next;
  }

  ClusterView view(Now now) {
    return Views.of(nodes, pairs, silence, now);
  }
}
