package io.feige.dist.bench;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Producer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** How many messages a second are confirmed when each thread waits for each of its messages. */
final class SyncPublishBench {
  private record Part(long confirmed, long failed, Histogram histogram) {}

  private final Supplier<FeigeClient> connect;

  SyncPublishBench(Supplier<FeigeClient> connect) {
    this.connect = connect;
  }

  RunResult run(Load load) {
    try (Clients clients = Clients.open(connect, load.threads(), load.ownClients());
        Producers producers = Producers.open(clients, load)) {
      long start = System.nanoTime();
      List<Callable<Part>> tasks =
          IntStream.range(0, load.threads())
              .<Callable<Part>>mapToObj(thread -> () -> publish(producers.of(thread), load))
              .toList();
      List<Part> parts = Workers.run(tasks);
      long elapsed = System.nanoTime() - start;
      Histogram all = Latencies.histogram();
      parts.forEach(part -> all.add(part.histogram()));
      long confirmed = parts.stream().mapToLong(Part::confirmed).sum();
      long failed = parts.stream().mapToLong(Part::failed).sum();
      return RunResult.timed(confirmed, failed, confirmed * load.size(), elapsed, all);
    }
  }

  private static Part publish(Producer producer, Load load) {
    Histogram histogram = Latencies.histogram();
    Payload payload = new Payload(load.size(), load.keys());
    long confirmed = 0;
    long failed = 0;
    long now = System.nanoTime();
    long deadline = now + load.limit().time().toNanos();
    long most = load.messagesPerThread();
    while (now - deadline < 0 && confirmed + failed < most) {
      long sent = now;
      try {
        producer.publish(payload.next());
        confirmed++;
      } catch (FeigeException failure) {
        failed++;
      }
      now = System.nanoTime();
      Latencies.record(histogram, now - sent);
    }
    return new Part(confirmed, failed, histogram);
  }

  /** A producer for each connection, so threads that share one also share batches. */
  private record Producers(List<Producer> all) implements AutoCloseable {
    static Producers open(Clients clients, Load load) {
      int count = load.ownClients() ? load.threads() : 1;
      return new Producers(
          IntStream.range(0, count)
              .mapToObj(i -> clients.of(i).producer(load.topic()).policy(load.policy()).build())
              .toList());
    }

    Producer of(int thread) {
      return all.get(thread % all.size());
    }

    @Override
    public void close() {
      all.forEach(Producer::close);
    }
  }
}
