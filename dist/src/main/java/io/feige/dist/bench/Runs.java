package io.feige.dist.bench;

import io.feige.dist.bench.Load.Limit;
import io.feige.dist.bench.MeasureOptions.Plan;
import io.feige.dist.cli.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Repeats a measurement and says how each run went while it goes on. */
record Runs(Context context, Plan plan) {
  /** One run. */
  interface Run {
    RunResult run(int index);
  }

  /** Runs a load without counting for as long as planned. */
  void warm(Load load, Consumer<Load> run) {
    warm(load, run, plan.warmup());
  }

  /**
   * Runs a load without counting, in pieces as long as a run: what the JVMs compiled while nobody
   * came or went, they throw away when the first run ends.
   */
  void warm(Load load, Consumer<Load> run, Duration time) {
    Duration left = time;
    while (left.isPositive()) {
      Duration piece = left.compareTo(plan.time()) < 0 ? left : plan.time();
      run.accept(load.within(Limit.of(piece)));
      left = left.minus(piece);
    }
  }

  /** Runs it as often as planned. */
  Measurement measure(String what, Run run) throws IOException {
    List<RunResult> results = new ArrayList<>();
    for (int index = 1; index <= plan.runs(); index++) {
      RunResult result = run.run(index);
      context
          .terminal()
          .note(what + ", run " + index + " of " + plan.runs() + ": " + result.words());
      results.add(result);
    }
    if (plan.hdr().isPresent()) {
      dump(results, plan.hdr().get());
    }
    return Measurement.of(what, results);
  }

  /** The same, after a run that does not count unless no warm-up is planned. */
  Measurement measureWarm(String what, Run run) throws IOException {
    if (plan.warmup().isPositive()) {
      run.run(0);
    }
    return measure(what, run);
  }

  /** The result for whoever asked. */
  void answer(Measurement measured) {
    context.answer(measured, measured.words());
  }

  private static void dump(List<RunResult> results, Path file) throws IOException {
    Histogram all = Latencies.histogram();
    for (RunResult result : results) {
      Histogram one = result.histogram();
      if (one != null) {
        all.add(one);
      }
    }
    Latencies.dump(all, file);
  }
}
