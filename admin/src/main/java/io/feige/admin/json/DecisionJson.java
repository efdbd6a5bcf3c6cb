package io.feige.admin.json;

import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import tools.jackson.databind.node.ObjectNode;

/** A decision and its evidence. */
public final class DecisionJson {
  private DecisionJson() {}

  /** The object that stands for a decision. */
  public static ObjectNode write(Decision decision) {
    return Json.object()
        .put("kind", decision.kind().name())
        .put("pair", decision.pair())
        .put("fromEpoch", decision.fromEpoch())
        .put("toEpoch", decision.toEpoch())
        .put("fromNode", decision.fromNode())
        .put("toNode", decision.toNode())
        .put("atMillis", decision.atMillis())
        .set("evidence", Json.texts(decision.evidence()));
  }

  /**
   * The decision that an object stands for.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public static Decision read(Fields from) {
    return new Decision(
        from.constant("kind", DecisionKind.class),
        from.text("pair"),
        from.number("fromEpoch"),
        from.number("toEpoch"),
        from.text("fromNode"),
        from.text("toNode"),
        from.number("atMillis"),
        from.texts("evidence"));
  }
}
