package io.feige.perf.peers;

import io.feige.perf.peers.load.LoadResult;
import io.feige.perf.peers.load.Work;
import io.feige.perf.peers.server.Peer;
import io.feige.perf.stats.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Feige beside the best of the others, from rounds of one run that both took part in and in which
 * neither lost a message. Above 1 Feige is better: more messages, or less time. Two kinds of
 * others: brokers, which route and keep track of consumers as Feige does, and lean ones (Redis,
 * NATS), which do less.
 */
final class Ratios {
  /** What is compared, and whether more of it is better. */
  private record Measure(
      String words, ToDoubleFunction<LoadResult> value, boolean isBetterWhenHigher) {
    private static final Measure RATE =
        new Measure("messages a second", LoadResult::perSecond, true);
    private static final Measure P50 = new Measure("p50", result -> result.latency().p50(), false);
    private static final Measure P99 = new Measure("p99", result -> result.latency().p99(), false);

    private static List<Measure> of(Work work) {
      return work.kind() == Work.Kind.RATE ? List.of(P50, P99) : List.of(RATE);
    }
  }

  /** Whom Feige is compared with. */
  private record Rivals(String words, List<Peer> peers) {}

  private record Ratio(Peer rival, Spread spread) {}

  private static final List<String> LEAN = List.of("redis", "nats");

  /** Feige itself, and what speaks another protocol. */
  private static final List<String> NOT_RIVALS = List.of("feige", "mqtt");

  private final List<Outcome> outcomes;
  private final Campaign.Plan plan;

  Ratios(List<Outcome> outcomes, Campaign.Plan plan) {
    this.outcomes = outcomes;
    this.plan = plan;
  }

  String words() {
    StringBuilder table = new StringBuilder();
    for (Work work : plan.works()) {
      for (Measure measure : Measure.of(work)) {
        for (String feige : List.of("feige-node", "feige-pair")) {
          rivals().forEach(rivals -> row(work, measure, feige, rivals).ifPresent(table::append));
        }
      }
    }
    return table.isEmpty()
        ? ""
        : "\n## Feige beside the best of them\n\nAbove 1 Feige is better. The median of the rounds,"
            + " lowest and highest in brackets.\n\n"
            + "| work | | Feige | against | times as good |\n|---|---|---|---|---|\n"
            + table;
  }

  private List<Rivals> rivals() {
    return List.of(
        new Rivals("the best broker with fsync", rivals(Peer.Safety.FSYNC, false)),
        new Rivals("the best lean one with fsync", rivals(Peer.Safety.FSYNC, true)),
        new Rivals("the best broker without", rivals(Peer.Safety.PAGE_CACHE, false)));
  }

  private List<Peer> rivals(Peer.Safety safety, boolean isLean) {
    return plan.peers().stream()
        .filter(peer -> peer.safety() == safety && !NOT_RIVALS.contains(peer.driver()))
        .filter(peer -> LEAN.contains(peer.driver()) == isLean)
        .toList();
  }

  private Optional<String> row(Work work, Measure measure, String feige, Rivals rivals) {
    List<Ratio> ratios = new ArrayList<>();
    for (Peer rival : rivals.peers()) {
      List<Double> rounds = ratios(work, measure, feige, rival.name());
      if (!rounds.isEmpty()) {
        ratios.add(new Ratio(rival, Spread.of(rounds)));
      }
    }
    return ratios.stream()
        .min(Comparator.comparingDouble(ratio -> ratio.spread().median()))
        .map(worst ->
            String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s: %s | **%.2f** (%.2f to %.2f) |%n",
                Report.title(work),
                measure.words,
                feige.equals("feige-node") ? "node" : "pair",
                rivals.words(),
                worst.rival().words(),
                worst.spread().median(),
                worst.spread().lowest(),
                worst.spread().highest()));
  }

  private List<Double> ratios(Work work, Measure measure, String feige, String rival) {
    List<Double> ratios = new ArrayList<>();
    for (Outcome ours : outcomesOf(feige, work)) {
      for (Outcome theirs : outcomesOf(rival, work)) {
        if (ours.round() == theirs.round() && ours.session().equals(theirs.session())) {
          double mine = measure.value.applyAsDouble(ours.result());
          double other = measure.value.applyAsDouble(theirs.result());
          ratios.add(measure.isBetterWhenHigher ? mine / other : other / mine);
        }
      }
    }
    return ratios;
  }

  /** What lost messages is not compared. */
  private List<Outcome> outcomesOf(String peer, Work work) {
    return outcomes.stream()
        .filter(one -> one.peer().equals(peer) && one.work().equals(work.name()))
        .filter(one -> one.result().failed() == 0 && one.result().messages() > 0)
        .toList();
  }
}
