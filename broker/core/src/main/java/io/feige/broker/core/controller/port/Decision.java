package io.feige.broker.core.controller.port;

import java.util.List;

/**
 * A change of a pair and why it was made; kept as the pair's history.
 *
 * @param fromNode active before; empty: none
 * @param toNode active afterwards
 * @param atMillis wall clock of the leading Admin
 * @param evidence one sentence each: who was silent since when, whose promise lapsed when, ...
 */
public record Decision(
    DecisionKind kind,
    String pair,
    long fromEpoch,
    long toEpoch,
    String fromNode,
    String toNode,
    long atMillis,
    List<String> evidence) {
  public Decision {
    evidence = List.copyOf(evidence);
  }
}
