package io.feige.dist.bench;

import io.feige.client.ConsumerPolicy;
import io.feige.client.FeigeClient;
import io.feige.client.ProducerPolicy;
import io.feige.dist.bench.Load.Limit;
import io.feige.dist.bench.RoundtripBench.Rate;
import io.feige.dist.bench.RoundtripBench.Receiver;
import io.feige.dist.cli.Human;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The usual measurements of one server, each with what it gave. */
final class Suite {
  private static final int IN_FLIGHT = 100_000;
  private static final int SYNC_THREADS = 16;
  private static final int ROUNDTRIP_RATE = 5000;
  private static final long PULL_MESSAGES = 2_000_000;

  private final Runs runs;
  private final Supplier<FeigeClient> connect;
  private final List<Measurement> measured = new ArrayList<>();

  Suite(Runs runs, Supplier<FeigeClient> connect) {
    this.runs = runs;
    this.connect = connect;
  }

  /** In the order of measuring. */
  List<Measurement> measured() {
    return List.copyOf(measured);
  }

  long failed() {
    return measured.stream().mapToLong(Measurement::failed).sum();
  }

  void publish(String what, int size) throws IOException {
    PublishBench bench = new PublishBench(connect);
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty())) {
      Load load = load(topic, size, 1, false);
      runs.warm(load, bench::run);
      measured.add(runs.measure(what, index -> bench.run(load)));
    }
  }

  void sync(String what, boolean ownClients) throws IOException {
    SyncPublishBench bench = new SyncPublishBench(connect);
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty())) {
      Load load = load(topic, 128, SYNC_THREADS, ownClients);
      runs.warm(load, bench::run);
      measured.add(runs.measure(what, index -> bench.run(load)));
    }
  }

  void roundtrip() throws IOException {
    roundtrip(Receiver.LISTEN, "a listener");
    roundtrip(Receiver.PULL, "a consumer that pulls");
  }

  private void roundtrip(Receiver receiver, String to) throws IOException {
    RoundtripBench bench = new RoundtripBench(connect, receiver);
    Rate rate = new Rate(ROUNDTRIP_RATE, runs.plan().warmup(), runs.plan().time());
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty())) {
      Load load = load(topic, 128, 1, true);
      String what = "publish to " + to + ", 128 B at " + Human.count(ROUNDTRIP_RATE) + "/s";
      measured.add(runs.measure(what, index -> bench.run(load, rate, topic.group(index))));
    }
  }

  void pull() throws IOException {
    PullBench bench = new PullBench(connect);
    try (BenchTopic topic = BenchTopic.open(connect, Optional.empty())) {
      Limit all = new Limit(BenchPullCommand.FILL_LIMIT, PULL_MESSAGES);
      Load load = load(topic, 128, 1, false).within(all);
      new PublishBench(connect).run(load);
      int prefetch = ConsumerPolicy.DEFAULT.prefetchMessages();
      bench.pull(load, topic.group(0), prefetch);
      measured.add(
          runs.measure(
              "pull and ack 128 B, 1 consumer, from the page cache",
              index -> bench.pull(load, topic.group(index), prefetch)));
    }
  }

  private Load load(BenchTopic topic, int size, int threads, boolean ownClients) {
    Limit limit = Limit.of(runs.plan().time());
    ProducerPolicy policy = ProducerPolicy.DEFAULT;
    return new Load(topic.name(), size, 0, threads, IN_FLIGHT, ownClients, policy, limit);
  }
}
