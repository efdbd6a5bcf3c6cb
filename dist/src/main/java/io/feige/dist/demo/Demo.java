package io.feige.dist.demo;

import io.feige.client.FeigeClient;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Terminal;
import io.feige.dist.process.NodeProcess;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Publishes and pulls real lines, kills the node half-way, starts it again and counts. */
final class Demo {
  private static final String GROUP = "reader";
  private static final Duration SERVE_LIMIT = Duration.ofSeconds(30);
  private static final long FINISH_LIMIT_MILLIS = 40_000;
  private static final long EMPTY_LIMIT_MILLIS = 300;

  private final Terminal terminal;
  private final RealText text;
  private final DemoReader reader;
  private final DemoWriter writer;
  private final String topic;

  Demo(Terminal terminal, RealText text) {
    this.terminal = terminal;
    this.text = text;
    this.reader = new DemoReader(terminal, text.lines().size());
    this.writer = new DemoWriter(text.lines());
    this.topic = topicName(text.file().getFileName().toString());
  }

  /** The file's name as a topic may be called. */
  private static String topicName(String file) {
    String plain = file.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^\\.+", "");
    return plain.isEmpty() ? "demo" : plain.substring(0, Math.min(plain.length(), 100));
  }

  DemoResult run(NodeProcess node) throws InterruptedException {
    long start = System.nanoTime();
    node.awaitServing(SERVE_LIMIT);
    terminal.note(
        "1. A node runs at "
            + node.address()
            + " (process "
            + node.pid()
            + "), ready after "
            + Human.nanos(System.nanoTime() - start)
            + ".");
    try (FeigeClient client = FeigeClient.builder().servers(node.address()).build()) {
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
      long killed = killAndRestart(node);
      await(FINISH_LIMIT_MILLIS, () -> reader.isComplete() || !reading.isAlive());
      long pause = reader.firstOfLifeNanos() - killed;
      reader.stop();
      reading.join(FINISH_LIMIT_MILLIS);
      writing.join(FINISH_LIMIT_MILLIS);
      requireEnded(writing, reading);
      terminal.note(
          reader.isComplete()
              ? "4. Everything published is delivered. The count:"
              : "4. NOT everything published was delivered in time. The count:");
      return result(pause / 1_000_000, (System.nanoTime() - start) / 1_000_000);
    }
  }

  /** When it was killed. */
  private long killAndRestart(NodeProcess node) {
    long pid = node.pid();
    long killed = System.nanoTime();
    node.kill();
    terminal.note(
        "3. kill -9 "
            + pid
            + " after "
            + Human.count(reader.deliveredCount())
            + " were delivered, in the middle of publishing. Starting it again:");
    // What the consumer had fetched before must not be taken for the new process' first message.
    long empty = reader.emptyPulls();
    await(EMPTY_LIMIT_MILLIS, () -> reader.emptyPulls() > empty + 1);
    reader.nextLife();
    node.restart();
    node.awaitServing(SERVE_LIMIT);
    return killed;
  }

  private DemoResult result(long pauseMillis, long elapsedMillis) {
    BitSet lost = (BitSet) writer.confirmed().clone();
    lost.andNot(reader.delivered());
    return new DemoResult(
        text.file().toString(),
        text.lines().size(),
        writer.confirmed().cardinality(),
        reader.delivered().cardinality(),
        reader.redelivered(),
        reader.ackedAndRedelivered(),
        lost.cardinality(),
        pauseMillis,
        elapsedMillis);
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
      LockSupport.parkNanos(1_000_000L);
    }
  }
}
