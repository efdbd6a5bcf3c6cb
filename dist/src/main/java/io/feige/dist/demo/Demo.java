package io.feige.dist.demo;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.GroupInPair;
import io.feige.client.TopicSpec;
import io.feige.dist.admin.ClusterStatus;
import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.admin.PairHistory.Report;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Terminal;
import io.feige.dist.cluster.LocalCluster;
import io.feige.dist.pair.HistoryWords;
import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Publishes and pulls real lines, kills the active node of a pair half-way, and counts. */
final class Demo {
  private static final String GROUP = "reader";
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final long FINISH_LIMIT_MILLIS = 60_000;
  private static final long JOIN_LIMIT_MILLIS = 60_000;
  private static final int HISTORY = 20;

  private final Terminal terminal;
  private final RealText text;
  private final LocalCluster cluster;
  private final AfterKill afterKill = new AfterKill();
  private final DemoReader reader;
  private final DemoWriter writer;
  private final String topic;
  private final long start = System.nanoTime();

  Demo(Terminal terminal, RealText text, LocalCluster cluster) {
    this.terminal = terminal;
    this.text = text;
    this.cluster = cluster;
    this.reader = new DemoReader(terminal, text.lines().size(), afterKill);
    this.writer = new DemoWriter(text.lines(), afterKill);
    this.topic = topicName(text.file().getFileName().toString());
  }

  /** The file's name as a topic may be called. */
  private static String topicName(String file) {
    String plain = file.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^\\.+", "");
    return plain.isEmpty() ? "demo" : plain.substring(0, Math.min(plain.length(), 100));
  }

  DemoResult run() throws InterruptedException, IOException {
    cluster.awaitInSync(START_LIMIT, missing -> {});
    tellOfCluster();
    try (FeigeClient client = FeigeClient.builder().servers(cluster.address()).build()) {
      client.topics().createIfAbsent(TopicSpec.of(topic));
      terminal.note(
          "2. Publishing "
              + text.file()
              + ", "
              + Human.count(text.lines().size())
              + " lines, to topic "
              + topic
              + "; group "
              + GROUP
              + " pulls and acks them meanwhile:");
      Thread writing = start("demo-publish", () -> writer.run(client, topic));
      Thread reading = start("demo-pull", () -> reader.run(client, topic, GROUP));
      writer.halfWay().await();
      PairLine pair = firstPair();
      long inFlight = inFlight(client, pair.id());
      kill(pair);
      await(FINISH_LIMIT_MILLIS, () -> reader.isComplete() || !reading.isAlive());
      await(FINISH_LIMIT_MILLIS, () -> !writing.isAlive());
      reader.stop();
      reading.join(FINISH_LIMIT_MILLIS);
      requireEnded(writing, reading);
      tellOfFailover(pair);
      return result(inFlight, restart(pair.active()));
    }
  }

  private void tellOfCluster() {
    StringBuilder words = new StringBuilder("1. A cluster of three processes runs, ready after ");
    words.append(Human.nanos(System.nanoTime() - start)).append(". An Admin at ");
    words.append(cluster.address()).append(", and two nodes that back each other up:");
    for (PairLine pair : status().pairs()) {
      words.append("\n     ").append(pair.id()).append(": ").append(pair.active());
      words.append(" is active (process ").append(cluster.pid(pair.active())).append("), ");
      words.append(pair.standby()).append(" has the same bytes and stands by");
    }
    terminal.note(words.toString());
  }

  private ClusterStatus status() {
    return cluster.api().status();
  }

  private PairLine firstPair() {
    return status().pairs().getFirst();
  }

  /** What the pair has handed out and has no verdict on. */
  private long inFlight(FeigeClient client, String pair) {
    try {
      return client.groups().describe(topic, GROUP).pairs().stream()
          .filter(group -> group.pair().equals(pair))
          .mapToLong(GroupInPair::outstanding)
          .sum();
    } catch (FeigeException notBegun) {
      return 0;
    }
  }

  private void kill(PairLine pair) {
    long pid = cluster.pid(pair.active());
    int before = reader.deliveredCount();
    long killed = System.nanoTime();
    cluster.kill(pair.active());
    afterKill.killed(pair.id(), pair.epoch(), killed);
    terminal.note(
        "3. kill -9 "
            + pid
            + ": "
            + pair.active()
            + ", the active node of "
            + pair.id()
            + ", dies in the middle of publishing, after "
            + Human.count(before)
            + " messages were delivered. The first that "
            + pair.standby()
            + " delivers in its place:");
  }

  private void tellOfFailover(PairLine before) {
    terminal.note(
        "4. "
            + before.standby()
            + " has taken over: next message after "
            + DemoResult.pause(millis(afterKill.deliveryNanos()))
            + ", next confirmation after "
            + DemoResult.pause(millis(afterKill.confirmNanos()))
            + ". Admin's account, times from its decision:");
    report(before).ifPresent(report -> terminal.note(HistoryWords.report(report).substring(1)));
  }

  private Optional<Report> report(PairLine before) {
    return cluster.api().history(before.id(), HISTORY).reports().stream()
        .filter(report -> report.epoch() > before.epoch())
        .findFirst();
  }

  /** How long it took to be in sync again; -1: too long. */
  private long restart(String node) throws IOException {
    long begun = System.nanoTime();
    cluster.start(node);
    terminal.note("5. " + node + " is started again:");
    boolean[] isBack = {false};
    await(
        JOIN_LIMIT_MILLIS,
        () -> {
          ClusterStatus now = status();
          isBack[0] = now.isAlive(node) && now.pairs().stream().allMatch(PairLine::hasAllInSync);
          return isBack[0];
        });
    if (!isBack[0]) {
      terminal.note("     it is NOT in sync yet.");
      return -1;
    }
    long millis = millis(System.nanoTime() - begun);
    terminal.note(
        "     it has joined, taken what it had missed, and is in sync after "
            + Human.count(millis)
            + " ms. 'feige pair switch' would hand "
            + "the pair back, and a healthy master gets it back by itself after 30 s.");
    return millis;
  }

  private DemoResult result(long inFlight, long rejoinMillis) {
    BitSet lost = (BitSet) writer.confirmed().clone();
    lost.andNot(reader.delivered());
    return new DemoResult(
        text.file().toString(),
        text.lines().size(),
        writer.confirmed().cardinality(),
        reader.delivered().cardinality(),
        lost.cardinality(),
        reader.redelivered(),
        inFlight,
        reader.ackedAndRedelivered(),
        millis(afterKill.deliveryNanos()),
        millis(afterKill.confirmNanos()),
        rejoinMillis,
        millis(System.nanoTime() - start));
  }

  /** Milliseconds; -1 of nothing. */
  private static long millis(long nanos) {
    return nanos == 0 ? -1 : TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  private static Thread start(String name, Runnable work) {
    return Thread.ofPlatform().daemon().name(name).start(work);
  }

  private static void requireEnded(Thread... threads) {
    for (Thread thread : threads) {
      if (thread.isAlive()) {
        throw new CliException(ExitCode.FAILED, thread.getName() + " did not come to its end.");
      }
    }
  }

  private static void await(long millis, BooleanSupplier isTrue) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!isTrue.getAsBoolean() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(10_000_000L);
    }
  }
}
