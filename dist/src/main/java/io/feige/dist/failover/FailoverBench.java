package io.feige.dist.failover;

import io.feige.dist.admin.AdminApi;
import io.feige.dist.admin.ClusterStatus;
import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Terminal;
import io.feige.dist.cluster.LocalCluster;
import io.feige.dist.traffic.Account;
import io.feige.dist.traffic.PairWatch;
import io.feige.dist.traffic.Traffic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Kills and switches, one after the other, and what the clients saw of each. */
final class FailoverBench {
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(60);
  private static final Duration SERVICE_LIMIT = Duration.ofSeconds(30);
  private static final long SETTLE_NANOS = 700_000_000;
  private static final long LOOK_NANOS = 1_000_000;
  private static final long AFTER_SWITCH_NANOS = 400_000_000;

  private final LocalCluster cluster;
  private final Traffic traffic;
  private final Terminal terminal;
  private final List<FailoverResult.Failover> failovers = new ArrayList<>();
  private final List<FailoverResult.Switch> switches = new ArrayList<>();
  private long boundMillis;

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
            round, pair.id(), victim, millis(watch.deliveryNanos()), millis(watch.confirmNanos()));
    terminal.note(
        "kill %d: %s of %s; first delivery after %.0f ms, first confirm after %.0f ms"
            .formatted(round, victim, pair.id(), seen.deliveryMillis(), seen.confirmMillis()));
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

  /** Waits until everything is in sync, and a little longer. */
  private ClusterStatus settled() {
    cluster.awaitInSync(JOIN_LIMIT, _ -> traffic.check());
    LockSupport.parkNanos(SETTLE_NANOS);
    cluster.awaitInSync(JOIN_LIMIT, _ -> traffic.check());
    ClusterStatus status = cluster.status().orElseThrow();
    boundMillis = status.pairs().getFirst().failoverBoundMillis();
    return status;
  }

  FailoverResult result(Account account) {
    return FailoverResult.of(failovers, switches, boundMillis, account);
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }
}
