package io.feige.dist.bench;

import io.feige.client.Order;
import io.feige.dist.bench.Load.Limit;
import io.feige.dist.bench.MeasureOptions.Plan;
import io.feige.dist.bench.RoundtripBench.Rate;
import io.feige.dist.cli.Context;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the way of a message. */
@Command(
    name = "roundtrip",
    description = {
      "Measures the time from publish to delivery at a fixed rate.",
      "",
      "The time of a message begins when it was due, not when it was sent, so a stall counts for"
          + " every message that it delayed (no coordinated omission)."
    },
    footer = {
      "",
      "Examples:",
      "  feige bench roundtrip --rate 5000 --runs 5 --hdr roundtrip.hdr",
      "  feige bench roundtrip --warmup 0s --time 20s --by-second",
      "  feige bench roundtrip --order BY_KEY --rate 5000"
    })
public final class BenchRoundtripCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private MeasureOptions measure = new MeasureOptions();

  @Mixin private LoadOptions loads = new LoadOptions();

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Messages a second. Default: ${DEFAULT-VALUE}.")
  private int rate = 5000;

  @Option(
      names = "--receiver",
      paramLabel = "KIND",
      defaultValue = "LISTEN",
      description = {
        "LISTEN: a listener as the SDK has it without any option. PULL: a thread that pulls what"
            + " there is and acknowledges all of that at once. Default: ${DEFAULT-VALUE}."
      })
  private RoundtripBench.Receiver receiver = RoundtripBench.Receiver.LISTEN;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      defaultValue = "NONE",
      description = {
        "Order of the topic that is made: ${COMPLETION-CANDIDATES}. BY_KEY: the messages have a"
            + " thousand keys in turns. Default: ${DEFAULT-VALUE}."
      })
  private Order order = Order.NONE;

  @Option(
      names = "--by-second",
      description = "Say how each second went as well, to see how soon a cluster is warm.")
  private boolean isBySecond;

  public BenchRoundtripCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    Plan plan = measure.plan();
    if (rate < 1) {
      throw new IllegalArgumentException("--rate must be at least 1");
    }
    try (BenchTopic topic = BenchTopic.open(context::connect, measure.topic(), order)) {
      Limit limit = Limit.of(plan.time());
      Load load = new Load(topic.name(), loads.size(), 0, 1, 1, true, loads.policy(), limit);
      RoundtripBench bench = new RoundtripBench(context::connect, receiver, topic.order());
      Runs runs = new Runs(context, plan);
      String ordered = topic.order() == Order.NONE ? "" : " in order " + topic.order();
      String sent = ", " + loads.size() + " B at " + rate + "/s";
      String what = "round trip to " + receiver + ordered + sent;
      Rate timing = new Rate(rate, plan.warmup(), plan.time(), isBySecond);
      Measurement measured =
          runs.measure(what, index -> bench.run(load, timing, topic.group(index)));
      runs.answer(measured);
      return measured.failed() == 0 ? 0 : 1;
    }
  }
}
