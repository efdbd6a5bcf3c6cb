package io.feige.broker.server.ops;

import io.feige.protocol.model.WorkFigures;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What a node shows of stages of work. */
final class WorkMeters {
  private final Map<ToDoubleFunction<WorkFigures>, MultiGauge> gauges = new LinkedHashMap<>();
  private final Map<String, ToDoubleFunction<WorkFigures>> outcomes =
      Map.of(
          "answered", WorkFigures::answered,
          "no_worker", WorkFigures::noWorker,
          "full", WorkFigures::full,
          "late", WorkFigures::late,
          "workers_lost", WorkFigures::workersLost,
          "cancelled", WorkFigures::cancelled);
  private final MultiGauge ended;

  WorkMeters(MeterRegistry registry) {
    add(registry, "waiting", "Requests that wait for a worker", WorkFigures::waiting);
    add(registry, "running", "Requests that workers are busy with", WorkFigures::running);
    add(registry, "workers", "Workers of the stage", WorkFigures::workers);
    add(registry, "places", "Requests that workers can have at a time", WorkFigures::places);
    add(
        registry,
        "oldest.seconds",
        "How long the request waits that is next",
        figures -> figures.oldestMillis() / 1_000.0);
    add(registry, "repeated", "Requests given to another worker", WorkFigures::repeated);
    ended =
        MultiGauge.builder("feige.stage.ended")
            .description("What became of requests since the node began to serve")
            .register(registry);
  }

  private void add(
      MeterRegistry registry, String name, String what, ToDoubleFunction<WorkFigures> value) {
    gauges.put(
        value, MultiGauge.builder("feige.stage." + name).description(what).register(registry));
  }

  void show(List<StageWork> stages) {
    gauges.forEach((value, gauge) ->
        gauge.register(
            stages.stream()
                .map(each -> MultiGauge.Row.of(tags(each), value.applyAsDouble(each.figures())))
                .toList(),
            true));
    ended.register(
        stages.stream()
            .flatMap(each ->
                outcomes.entrySet().stream()
                    .map(outcome ->
                        MultiGauge.Row.of(
                            tags(each).and("outcome", outcome.getKey()),
                            outcome.getValue().applyAsDouble(each.figures()))))
            .toList(),
        true);
  }

  private static Tags tags(StageWork of) {
    return Tags.of("pair", of.pair(), "topic", of.topic(), "stage", of.figures().stage());
  }
}
