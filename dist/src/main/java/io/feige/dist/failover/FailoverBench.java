package io.feige.dist.failover;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.admin.ClusterStatus;
import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.admin.PairHistory;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Terminal;
import io.feige.dist.cluster.LocalCluster;
import io.feige.dist.process.Signal;
import io.feige.dist.traffic.Account;
import io.feige.dist.traffic.PairWatch;
import io.feige.dist.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Kills and switches, one after the other, and what the clients saw of each. */
final class FailoverBench {
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(60);
  private static final Duration SERVICE_LIMIT = Duration.ofSeconds(30);
  private static final long SETTLE_NANOS = 700_000_000;
  private static final long LOOK_NANOS = 1_000_000;
  private static final long AFTER_SWITCH_NANOS = 400_000_000;

  /** Longer than a master waits before it serves again, with default settings. */
  private static final int RETURN_SECONDS = 60;

  private static final Duration CALM_STEP = Duration.ofMinutes(1);
  private static final int MOST_DECISIONS = 200;
  private static final String LAPSED = "may not serve";

  /** A node stands still for longer than anybody waits for it. */
  private static final Duration STOPPED = Duration.ofMillis(2_500);

  private final LocalCluster cluster;
  private final Traffic traffic;
  private final Terminal terminal;
  private final List<FailoverResult.Failover> failovers = new ArrayList<>();
  private final List<FailoverResult.Switch> switches = new ArrayList<>();
  private final List<FailoverResult.Stop> stops = new ArrayList<>();
  private FailoverResult.Calm calm = FailoverResult.Calm.NONE;

  FailoverBench(LocalCluster cluster, Traffic traffic, Terminal terminal) {
    this.cluster = cluster;
    this.traffic = traffic;
    this.terminal = terminal;
  }

  /** Kills the active of the first pair so many times, with kill -9, and starts it again. */
  void kill(int rounds) throws IOException {
    for (int round = 1; round <= rounds; round++) {
      ClusterStatus before = settled();
      String victim = before.pairs().get((round - 1) % before.pairs().size()).active();
      List<PairLine> concerned =
          before.pairs().stream().filter(pair -> pair.active().equals(victim)).toList();
      long now = System.nanoTime();
      concerned.forEach(pair -> traffic.watch(pair.id()).begin(now, pair.epoch()));
      cluster.kill(victim);
      for (PairLine pair : concerned) {
        failovers.add(await(round, victim, pair));
      }
      cluster.start(victim);
    }
  }

  private FailoverResult.Failover await(int round, String victim, PairLine pair) {
    PairWatch watch = traffic.watch(pair.id());
    awaitServed(watch, pair.id());
    FailoverResult.Failover seen =
        new FailoverResult.Failover(
            round,
            pair.id(),
            victim,
            millis(watch.deliveryNanos()),
            millis(watch.confirmNanos()),
            pair.failoverBoundMillis());
    terminal.note(seen.words());
    return seen;
  }

  private void awaitServed(PairWatch watch, String pair) {
    long deadline = System.nanoTime() + SERVICE_LIMIT.toNanos();
    while (!watch.isServed()) {
      traffic.check();
      if (System.nanoTime() - deadline > 0) {
        throw new CliException(
            ExitCode.FAILED,
            pair + " is not served again after " + SERVICE_LIMIT.toSeconds() + " s.");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Switches the pairs in turn. */
  void switchOver(int rounds) {
    AdminApi admin = cluster.api();
    for (int round = 1; round <= rounds; round++) {
      ClusterStatus before = settled();
      PairLine pair = before.pairs().get((round - 1) % before.pairs().size());
      PairWatch watch = traffic.watch(pair.id());
      watch.begin(System.nanoTime(), pair.epoch());
      AdminApi.Answer answer = admin.switchPair(pair.id());
      if (!answer.done()) {
        throw new CliException(
            ExitCode.FAILED, "no switch of " + pair.id() + ": " + answer.message());
      }
      awaitServed(watch, pair.id());
      LockSupport.parkNanos(AFTER_SWITCH_NANOS);
      double pause = millis(watch.longestSilenceNanos());
      switches.add(new FailoverResult.Switch(round, pair.id(), pause));
      terminal.note("switch %d of %s: pause %.0f ms".formatted(round, pair.id(), pause));
    }
  }

  /** Stops the active and the standby of the first pair in turn, and lets them go on later. */
  void stop(int rounds) throws IOException, InterruptedException {
    for (int round = 1; round <= rounds; round++) {
      ClusterStatus before = settled();
      PairLine first = before.pairs().getFirst();
      String standby = first.active().equals(first.master()) ? first.backup() : first.master();
      String victim = round % 2 == 1 ? first.active() : standby;
      long pid = cluster.pid(victim);
      long now = System.nanoTime();
      before.pairs().forEach(pair -> traffic.watch(pair.id()).begin(now, pair.epoch()));
      Signal.STOP.send(pid);
      try {
        Thread.sleep(STOPPED);
      } finally {
        Signal.CONT.send(pid);
      }
      for (PairLine pair : before.pairs()) {
        double pause = millis(traffic.watch(pair.id()).longestSilenceNanos());
        boolean wasActive = pair.active().equals(victim);
        FailoverResult.Stop seen =
            new FailoverResult.Stop(
                round, pair.id(), victim, wasActive, pause, pair.failoverBoundMillis());
        stops.add(seen);
        terminal.note(seen.words());
      }
    }
  }

  /** Leaves the cluster alone under its load: whatever moves then does so for nothing. */
  void leaveAlone(Duration time) throws IOException, InterruptedException {
    if (time.isZero()) {
      return;
    }
    ClusterStatus before = settled();
    for (long waited = 0; !isServedByMasters(before) && waited < RETURN_SECONDS; waited++) {
      Thread.sleep(1_000);
      before = settled();
    }
    long since = System.currentTimeMillis();
    long lapses = lapses(before);
    long now = System.nanoTime();
    before.pairs().forEach(pair -> traffic.watch(pair.id()).begin(now, pair.epoch()));
    Duration passed = Duration.ZERO;
    while (passed.compareTo(time) < 0) {
      Duration left = time.minus(passed);
      Thread.sleep(left.compareTo(CALM_STEP) < 0 ? left : CALM_STEP);
      traffic.check();
      passed = Duration.ofNanos(System.nanoTime() - now);
      calm =
          new FailoverResult.Calm(
              passed.toSeconds(), decided(before, since), lapses(before) - lapses, silence(before));
      terminal.note(calm.words());
    }
  }

  /** Else masters return in a while, which is no news. */
  private static boolean isServedByMasters(ClusterStatus status) {
    return status.pairs().stream().allMatch(pair -> pair.active().equals(pair.master()));
  }

  private List<String> decided(ClusterStatus status, long sinceMillis) {
    return status.pairs().stream()
        .flatMap(pair -> cluster.api().history(pair.id(), MOST_DECISIONS).decisions().stream())
        .filter(decision -> decision.atMillis() >= sinceMillis)
        .map(PairHistory.Decision::kind)
        .toList();
  }

  private double silence(ClusterStatus status) {
    return status.pairs().stream()
        .mapToDouble(pair -> millis(traffic.watch(pair.id()).longestSilenceNanos()))
        .max()
        .orElse(0);
  }

  /** How often a node noted that the promise under which it serves has lapsed. */
  private long lapses(ClusterStatus status) throws IOException {
    long lapses = 0;
    for (ClusterStatus.NodeLine node : status.nodes()) {
      try (Stream<String> lines = Files.lines(cluster.log(node.id()))) {
        lapses += lines.filter(line -> line.contains(LAPSED)).count();
      }
    }
    return lapses;
  }

  /** Waits until everything is in sync, and a little longer. */
  private ClusterStatus settled() {
    cluster.awaitInSync(JOIN_LIMIT, _ -> traffic.check());
    LockSupport.parkNanos(SETTLE_NANOS);
    cluster.awaitInSync(JOIN_LIMIT, _ -> traffic.check());
    return cluster.status().orElseThrow();
  }

  FailoverResult result(Account account) {
    return FailoverResult.of(failovers, switches, stops, calm, account);
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }
}
