package io.feige.admin.http;

import io.feige.admin.drill.Check;
import io.feige.admin.drill.Drill;
import io.feige.admin.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** A drill. */
final class DrillJson {
  private DrillJson() {}

  /** The object that stands for a drill. */
  static ObjectNode write(Drill drill) {
    return Json.object()
        .put("pair", drill.pair())
        .put("node", drill.node())
        .put("to", drill.to())
        .put("atMillis", drill.atMillis())
        .put("boundMillis", drill.boundMillis())
        .put("verdict", drill.verdict().name())
        .set("checks", Json.array(drill.checks(), DrillJson::check));
  }

  private static ObjectNode check(Check check) {
    return Json.object()
        .put("check", check.kind().name())
        .put("state", check.state().name())
        .put("sentence", check.sentence());
  }
}
