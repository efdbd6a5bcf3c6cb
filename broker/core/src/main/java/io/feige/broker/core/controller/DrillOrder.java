package io.feige.broker.core.controller;

import io.feige.broker.core.controller.evidence.NodeRecord;
import io.feige.broker.core.controller.evidence.Times;
import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.broker.core.port.Now;
import io.feige.protocol.command.NodeReport;
import java.util.Collection;
import java.util.Map;

/**
 * The node whose process is to end as a crash would end it; at most one at a time. The order names
 * the process, so that the one that is started after it does not obey it again. It stands in the
 * beats of the node until the node has gone, and is withdrawn after a while.
 */
final class DrillOrder {
  /** Who has not ended after so long is not waited for. */
  static final int LIMIT_MILLIS = 3_000;

  private final Map<String, NodeRecord> nodes;
  private long ticket;
  private String node = "";
  private long process;
  private long limitNanos;

  DrillOrder(Map<String, NodeRecord> nodes) {
    this.nodes = nodes;
  }

  /** The process of this node that is to end; 0: none. */
  long of(String name) {
    return isOpen() && name.equals(node) ? process : 0;
  }

  private boolean isOpen() {
    return !node.isEmpty();
  }

  /** An operator wants the active of a pair to end. */
  void ask(
      ControllerEvent.DrillAsked asked,
      PairCase pair,
      Collection<PairCase> all,
      ControllerStep step) {
    String active = pair.state().active();
    String refusal = isOpen() ? node + " is to end already" : obstacle(active, all, step);
    if (!active.equals(asked.node())) {
      refusal = asked.node() + " does not serve " + asked.pair() + " any more";
    }
    NodeRecord record = nodes.get(active);
    NodeReport report = record == null ? null : record.report();
    if (!refusal.isEmpty() || report == null) {
      String words = refusal.isEmpty() ? active + " is not connected" : refusal;
      words += "; nothing was changed";
      step.port().answer(asked.ticket(), new OperatorAnswer(false, words));
      return;
    }
    ticket = asked.ticket();
    node = active;
    process = report.process();
    limitNanos = step.now().nanos() + Times.nanos(LIMIT_MILLIS);
    step.beats().soon(node);
  }

  /** What keeps a pair that the node serves from being served by its other member. */
  private static String obstacle(String active, Collection<PairCase> all, ControllerStep step) {
    for (PairCase pair : all) {
      String obstacle = pair.state().active().equals(active) ? pair.obstacle(step.now()) : "";
      if (!obstacle.isEmpty()) {
        return pair.state().pair() + ": " + obstacle;
      }
    }
    return "";
  }

  /** Answers when the node has ended, or is not going to. */
  void look(ControllerStep step) {
    if (!isOpen()) {
      return;
    }
    if (hasEnded()) {
      answer(new OperatorAnswer(true, node + " has ended"), step.port());
    } else if (step.now().nanos() - limitNanos >= 0) {
      end(
          node
              + " did not end within "
              + LIMIT_MILLIS
              + " ms: its log says why; nothing was changed",
          step.port());
    }
  }

  private boolean hasEnded() {
    NodeRecord record = nodes.get(node);
    NodeReport report = record == null ? null : record.report();
    return record == null || report == null || !record.isConnected() || report.process() != process;
  }

  /** It is withdrawn. */
  void end(String words, ControllerPort port) {
    if (isOpen()) {
      answer(new OperatorAnswer(false, words), port);
    }
  }

  private void answer(OperatorAnswer answer, ControllerPort port) {
    node = "";
    port.answer(ticket, answer);
  }

  /** The next time at which something is due that is later than the given one. */
  long nextNanos(Now now) {
    return isOpen() ? Times.earlier(Long.MAX_VALUE, limitNanos, now.nanos()) : Long.MAX_VALUE;
  }
}
