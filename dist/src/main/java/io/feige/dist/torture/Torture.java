package io.feige.dist.torture;

import io.feige.client.FeigeClient;
import io.feige.client.NodeStatus;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Progress;
import io.feige.dist.cli.Terminal;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.dist.torture.TortureReport.Broken;
import io.feige.dist.torture.TortureReport.RestartTimes;
import io.feige.dist.torture.Violations.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Kills a node again and again under load, then compares what is there with what was promised. */
final class Torture {
  private static final Duration LEASE = Duration.ofMinutes(10);
  private static final long SERVE_LIMIT_MILLIS = 120_000;
  private static final long EMPTY_LIMIT_MILLIS = 60_000;
  private static final long DRAIN_SILENCE_MILLIS = 30_000;
  private static final long LOOK_NANOS = 2_000_000L;
  private static final String EARLY = "killed again before it served";
  private static final int ONE_IN_EARLY = 6;
  private static final int MOST_EARLY_MILLIS = 1500;

  private final TorturePlan plan;
  private final Terminal terminal;
  private final Progress progress;
  private final Random random;
  private final Violations violations = new Violations();
  private final Ledger ledger;
  private final List<Pulling> pullings = new ArrayList<>();
  private final List<Long> restartNanos = new ArrayList<>();

  Torture(TorturePlan plan, Terminal terminal) {
    this.plan = plan;
    this.terminal = terminal;
    this.progress = Progress.on(terminal);
    this.random = new Random(plan.seed());
    this.ledger = new Ledger(plan.publishers(), TorturePlan.GROUPS, violations);
  }

  TortureReport run() {
    long start = System.nanoTime();
    NodeSetup setup = new NodeSetup(plan.dir(), NodeProcess.freePort(), plan.nodeHeap());
    Filling filling = new Filling(plan);
    try (NodeProcess node = NodeProcess.start(setup)) {
      node.awaitServing(Duration.ofMillis(SERVE_LIMIT_MILLIS));
      prepare(node, filling);
      torture(node);
      return verify(node, filling, start);
    }
  }

  private void prepare(NodeProcess node, Filling filling) {
    try (FeigeClient client = connect(node)) {
      filling.fill(client, progress);
      client.topics().create(TopicSpec.of(plan.topic()).withLease(LEASE));
    }
  }

  private void torture(NodeProcess node) {
    try (Crew consumers = new Crew(node.address())) {
      try (Crew publishers = new Crew(node.address())) {
        hire(consumers, publishers);
        rounds(node, consumers);
        publishers.requireWhole();
      }
      drain(consumers);
    }
  }

  private void hire(Crew consumers, Crew publishers) {
    for (int i = 0; i < plan.consumers(); i++) {
      Pulling pulling = new Pulling(plan, ledger, violations, i % TorturePlan.GROUPS);
      pullings.add(pulling);
      consumers.add("pull-" + i, pulling::run);
    }
    for (int i = 0; i < plan.publishers(); i++) {
      publishers.add("publish-" + i, new Publishing(plan, ledger, i)::run);
    }
  }

  private void rounds(NodeProcess node, Crew consumers) {
    long startedNanos = System.nanoTime();
    for (int round = 1; round <= plan.rounds(); round++) {
      boolean mayBeEarly = round > 1 && random.nextInt(ONE_IN_EARLY) == 0;
      String served = awaitDelivery(startedNanos, mayBeEarly);
      long uptime = 1 + random.nextLong(plan.mostUptime().toMillis());
      if (!served.equals(EARLY)) {
        pause(uptime);
      }
      kill(node, consumers);
      note(round, served);
      startedNanos = System.nanoTime();
      node.restart();
    }
    String served = awaitDelivery(startedNanos, false);
    terminal.note("after the last restart: " + served);
    pause(plan.mostUptime().toMillis());
  }

  /** Some kills come before the node serves, to hit its recovery too. */
  private String awaitDelivery(long startedNanos, boolean mayBeEarly) {
    long limit = mayBeEarly ? random.nextInt(MOST_EARLY_MILLIS) : SERVE_LIMIT_MILLIS;
    boolean served = await(limit, () -> ledger.firstDeliveryNanos() != 0);
    if (served) {
      long nanos = ledger.firstDeliveryNanos() - startedNanos;
      if (ledger.life() > 1) {
        restartNanos.add(nanos);
      }
      return "first delivery " + Human.nanos(nanos) + " after the start";
    }
    if (!mayBeEarly) {
      violations.add(Kind.NOT_SERVING, "no delivery within " + limit + " ms after a restart");
      return "no delivery";
    }
    return EARLY;
  }

  /** What consumers had fetched before the kill must be gone before the node's next life. */
  private void kill(NodeProcess node, Crew consumers) {
    node.kill();
    long[] before = pullings.stream().mapToLong(Pulling::emptyPulls).toArray();
    boolean isEmpty =
        await(
            EMPTY_LIMIT_MILLIS,
            () -> {
              for (int i = 0; i < before.length; i++) {
                if (pullings.get(i).emptyPulls() < before[i] + 2) {
                  return false;
                }
              }
              return true;
            });
    consumers.requireWhole();
    if (!isEmpty) {
      throw new IllegalStateException("consumers still find messages though the node is dead");
    }
    ledger.nextLife();
  }

  private void drain(Crew consumers) {
    long lag = ledger.lag();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_SILENCE_MILLIS);
    while (!ledger.isDelivered() && System.nanoTime() - deadline < 0) {
      consumers.requireWhole();
      pause(100);
      if (ledger.lag() != lag) {
        lag = ledger.lag();
        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_SILENCE_MILLIS);
      }
      long left = lag;
      progress.show(() -> "draining: " + Human.count(left) + " to go");
    }
    progress.end();
  }

  private TortureReport verify(NodeProcess node, Filling filling, long startNanos) {
    try (FeigeClient client = connect(node)) {
      new Audit(plan, ledger, violations).run(client);
      filling.verify(client, violations);
      NodeStatus status = client.status();
      long journalBytes = status.journalEnd() - status.journalStart();
      long elapsedMillis = (System.nanoTime() - startNanos) / 1_000_000;
      return new TortureReport(
          plan.rounds(),
          plan.clients(),
          plan.seed(),
          ledger.counts(),
          journalBytes,
          RestartTimes.of(restartNanos),
          Broken.of(violations),
          elapsedMillis);
    }
  }

  private void note(int round, String served) {
    terminal.note(
        "kill "
            + round
            + " of "
            + plan.rounds()
            + ": "
            + Human.count(ledger.counts().confirmed())
            + " confirmed, "
            + Human.count(ledger.counts().acked())
            + " acked so far; "
            + served);
  }

  private static FeigeClient connect(NodeProcess node) {
    FeigeClient client =
        FeigeClient.builder()
            .servers(node.address())
            .requestTimeout(Duration.ofSeconds(30))
            .build();
    client.awaitConnected(Duration.ofSeconds(30));
    return client;
  }

  private static boolean await(long millis, BooleanSupplier isTrue) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!isTrue.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  private static void pause(long millis) {
    await(millis, () -> false);
  }
}
