package io.feige.admin.json;

import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.broker.core.controller.port.FailoverReport.Moment;
import tools.jackson.databind.node.ObjectNode;

/** A failover report. */
public final class ReportJson {
  private ReportJson() {}

  /** The object that stands for a report. */
  public static ObjectNode write(FailoverReport report) {
    return Json.object()
        .put("pair", report.pair())
        .put("kind", report.kind().name())
        .put("epoch", report.epoch())
        .put("fromNode", report.fromNode())
        .put("toNode", report.toNode())
        .put("atMillis", report.atMillis())
        .set("timeline", Json.array(report.timeline(), ReportJson::moment))
        .put("confirmedBefore", report.confirmedBefore())
        .put("confirmedAfter", report.confirmedAfter())
        .put("unconfirmedBytes", report.unconfirmedBytes())
        .put("salvagedBytes", report.salvagedBytes())
        .put("redelivered", report.redelivered())
        .put("pauseMillis", report.pauseMillis())
        .put("complete", report.isComplete());
  }

  /**
   * The report that an object stands for.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  public static FailoverReport read(Fields from) {
    return new FailoverReport(
        from.text("pair"),
        from.constant("kind", DecisionKind.class),
        from.number("epoch"),
        from.text("fromNode"),
        from.text("toNode"),
        from.number("atMillis"),
        from.list(
            "timeline", moment -> new Moment(moment.number("atMillis"), moment.text("words"))),
        from.number("confirmedBefore"),
        from.number("confirmedAfter"),
        from.number("unconfirmedBytes"),
        from.number("salvagedBytes"),
        from.number("redelivered"),
        from.number("pauseMillis"),
        from.flag("complete"));
  }

  private static ObjectNode moment(Moment moment) {
    return Json.object().put("atMillis", moment.atMillis()).put("words", moment.words());
  }
}
