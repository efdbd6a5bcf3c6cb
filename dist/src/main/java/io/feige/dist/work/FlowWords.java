package io.feige.dist.work;

import io.feige.client.TopicDescription;
import io.feige.client.WorkFigures;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Flows as a person reads them. */
public final class FlowWords {
  private static final String NONE =
      "There are no flows. 'feige flow create NAME --stages A,B' makes one.";

  private FlowWords() {}

  static String list(List<TopicDescription> flows) {
    if (flows.isEmpty()) {
      return NONE;
    }
    Table table = new Table("FLOW", "STAGES", "PAIR", "CREATED");
    for (TopicDescription flow : flows) {
      table.row(
          flow.spec().name(),
          String.join(" > ", flow.spec().stages()),
          flow.pairs().get(0).pair(),
          flow.createdAt());
    }
    return table.text();
  }

  /** A flow, and how it goes at each stage. */
  public static String one(TopicDescription flow) {
    Table table =
        new Table(
            "STAGE",
            "WORKERS",
            "PLACES",
            "RUNNING",
            "WAITING",
            "OLDEST",
            "DONE",
            "NO WORKER",
            "FULL",
            "LATE",
            "CANCELLED",
            "REPEATED",
            "GIVEN UP");
    for (WorkFigures stage : flow.work()) {
      table.row(
          stage.stage(),
          Human.count(stage.workers()),
          Human.count(stage.places()),
          Human.count(stage.running()),
          Human.count(stage.waiting()),
          age(stage.oldest()),
          Human.count(stage.answered()),
          Human.count(stage.noWorker()),
          Human.count(stage.full()),
          Human.count(stage.late()),
          Human.count(stage.cancelled()),
          Human.count(stage.repeated()),
          Human.count(stage.workersLost()));
    }
    return "Flow "
        + flow.spec().name()
        + ", in "
        + flow.pairs().get(0).pair()
        + ", created "
        + flow.createdAt()
        + "\n"
        + table.text();
  }

  static String top(List<TopicDescription> flows, Map<String, Long> rates) {
    if (flows.isEmpty()) {
      return NONE;
    }
    Table table =
        new Table(
            "FLOW",
            "STAGE",
            "WORKERS",
            "BUSY",
            "RUNNING",
            "WAITING",
            "OLDEST",
            "A SECOND",
            "LATE",
            "REPEATED");
    for (TopicDescription flow : flows) {
      for (WorkFigures stage : flow.work()) {
        Long rate = rates.get(FlowRates.key(flow, stage));
        table.row(
            flow.spec().name(),
            stage.stage(),
            Human.count(stage.workers()),
            busy(stage),
            Human.count(stage.running()),
            Human.count(stage.waiting()),
            age(stage.oldest()),
            rate == null ? "-" : Human.count(rate),
            Human.count(stage.late()),
            Human.count(stage.repeated()));
      }
    }
    return table.text();
  }

  /** Of the places that workers offer, how many are taken. */
  private static String busy(WorkFigures stage) {
    return stage.places() == 0
        ? "-"
        : Math.min(100, Math.round(100.0 * stage.running() / stage.places())) + " %";
  }

  private static String age(Duration oldest) {
    return oldest.isZero() ? "-" : Human.duration(oldest);
  }
}
