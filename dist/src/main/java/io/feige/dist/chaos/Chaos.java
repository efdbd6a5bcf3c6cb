package io.feige.dist.chaos;

import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Terminal;
import io.feige.dist.cluster.LocalCluster;
import io.feige.dist.traffic.Account;
import io.feige.dist.traffic.Epochs;
import io.feige.dist.traffic.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Rounds of faults under load, each ended by waiting until all is well again. */
final class Chaos {
  private static final Duration SHORTEST_END = Duration.ofSeconds(90);
  private static final long SAMPLE_MILLIS = 200;
  private static final long CALM_MILLIS = 500;

  private final ChaosPlan plan;
  private final LocalCluster cluster;
  private final Terminal terminal;
  private final Epochs epochs;
  private final List<Traffic> traffics;
  private final Timeline timeline;
  private final List<ChaosReport.Outcome> outcomes = new ArrayList<>();
  private int notRecovered;

  Chaos(
      ChaosPlan plan,
      LocalCluster cluster,
      Terminal terminal,
      Epochs epochs,
      List<Traffic> traffics) {
    this.plan = plan;
    this.cluster = cluster;
    this.terminal = terminal;
    this.epochs = epochs;
    this.traffics = List.copyOf(traffics);
    this.timeline = new Timeline(traffics);
  }

  ChaosReport run(Network network) throws InterruptedException {
    Injector injector = new Injector(cluster, network);
    List<String> pairs = cluster.status().orElseThrow().pairs().stream().map(PairLine::id).toList();
    List<String> nodes = cluster.names().stream().filter(name -> name.startsWith("node-")).toList();
    FaultText texts = new FaultText(Set.copyOf(cluster.names()), Set.copyOf(pairs));
    List<List<Fault>> given = plan.rounds().stream().map(texts::round).toList();
    requirePossible(given, network);
    FaultChoice choice = new FaultChoice(plan.seed(), plan.kinds(), nodes, pairs);
    try (ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor();
        ExecutorService hands = Executors.newVirtualThreadPerTaskExecutor()) {
      var _ =
          sampler.scheduleAtFixedRate(
              timeline::sample, SAMPLE_MILLIS, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
      for (List<Fault> faults : given) {
        round(faults, injector, hands);
      }
      while (timeline.nowMillis() < plan.time().toMillis()) {
        round(choice.next(), injector, hands);
      }
      sampler.shutdownNow();
    }
    return report();
  }

  private static void requirePossible(List<List<Fault>> given, Network network) {
    boolean cuts = given.stream().flatMap(List::stream).anyMatch(Fault.Cut.class::isInstance);
    if (cuts && !network.isThere()) {
      throw new CliException(
          ExitCode.USAGE,
          "the network of a cluster that 'up' made cannot be cut; leave out --against.");
    }
  }

  private void round(List<Fault> faults, Injector injector, ExecutorService hands)
      throws InterruptedException {
    String words = String.join("; ", faults.stream().map(Fault::words).toList());
    long begun = timeline.nowMillis();
    List<Future<?>> running = new ArrayList<>();
    for (Fault fault : faults) {
      running.add(hands.submit(() -> injector.run(fault)));
    }
    for (Future<?> each : running) {
      await(each);
    }
    timeline.mark(begun, words);
    long healed = timeline.nowMillis();
    boolean isWell = recover();
    long recovered = timeline.nowMillis() - healed;
    outcomes.add(new ChaosReport.Outcome(begun, words, recovered));
    notRecovered += isWell ? 0 : 1;
    terminal.note(
        "%6.1f s  %s; in sync after %.1f s%s"
            .formatted(
                begun / 1e3, words, recovered / 1e3, isWell ? "" : " IT DID NOT RECOVER IN TIME"));
    traffics.forEach(Traffic::check);
    Thread.sleep(CALM_MILLIS);
  }

  private static void await(Future<?> running) throws InterruptedException {
    try {
      var _ = running.get();
    } catch (ExecutionException failed) {
      throw new CliException(
          ExitCode.FAILED, "a fault could not be done: " + failed.getMessage(), failed);
    }
  }

  private boolean recover() {
    try {
      cluster.awaitInSync(plan.recovery(), _ -> {});
      return true;
    } catch (CliException late) {
      terminal.note(String.valueOf(late.getMessage()));
      return false;
    }
  }

  private ChaosReport report() throws InterruptedException {
    for (Traffic traffic : traffics) {
      traffic.stopPublishing();
    }
    Duration limit = plan.recovery().compareTo(SHORTEST_END) > 0 ? plan.recovery() : SHORTEST_END;
    Account total = Account.EMPTY;
    for (Traffic traffic : traffics) {
      total = total.plus(traffic.finish(limit));
    }
    return new ChaosReport(
        plan.seed(),
        Duration.ofMillis(timeline.nowMillis()),
        traffics.size(),
        total,
        epochs.violations(),
        longestSilence(timeline.samples()),
        notRecovered,
        List.copyOf(outcomes),
        timeline.samples());
  }

  Timeline timeline() {
    return timeline;
  }

  private static long longestSilence(List<Timeline.Sample> samples) {
    long longest = 0;
    long since = 0;
    for (Timeline.Sample sample : samples) {
      if (sample.confirmed() > 0) {
        since = sample.atMillis();
      }
      longest = Math.max(longest, sample.atMillis() - since);
    }
    return longest;
  }
}
