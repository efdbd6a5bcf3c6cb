package io.feige.dist.bench;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.dist.stream.InFlight;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many messages a second are confirmed when publishers do not wait for each. */
final class PublishBench {
  private static final Logger LOG = LoggerFactory.getLogger(PublishBench.class);

  private static final int MESSAGES_BETWEEN_LOOKS = 64;
  private static final long IN_FLIGHT_BYTES = 24L << 20;

  private final Supplier<FeigeClient> connect;

  PublishBench(Supplier<FeigeClient> connect) {
    this.connect = connect;
  }

  /** Time runs from the first message to the outcome of the last. */
  RunResult run(Load load) {
    try (Clients clients = Clients.open(connect, load.threads(), load.ownClients())) {
      long start = System.nanoTime();
      List<Callable<Counts>> tasks =
          IntStream.range(0, load.threads())
              .<Callable<Counts>>mapToObj(thread -> () -> publish(clients.of(thread), load))
              .toList();
      List<Counts> counts = Workers.run(tasks);
      long elapsed = System.nanoTime() - start;
      long confirmed = counts.stream().mapToLong(count -> count.confirmed).sum();
      long failed = counts.stream().mapToLong(count -> count.failed).sum();
      return RunResult.rate(confirmed, failed, confirmed * load.size(), elapsed);
    }
  }

  private static Counts publish(FeigeClient client, Load load) {
    Counts counts = new Counts();
    Payload payload = new Payload(load.size(), load.keys());
    try (Producer producer = client.producer(load.topic()).policy(load.policy()).build()) {
      InFlight inFlight = new InFlight(producer, load.inFlight(), IN_FLIGHT_BYTES, counts);
      long deadline = System.nanoTime() + load.limit().time().toNanos();
      long most = load.messagesPerThread();
      for (long sent = 0; sent < most; sent++) {
        if (sent % MESSAGES_BETWEEN_LOOKS == 0 && System.nanoTime() - deadline >= 0) {
          break;
        }
        inFlight.publish(payload.next(), load.size(), 0);
      }
      inFlight.finish();
    }
    return counts;
  }

  /** Outcomes of one thread's messages. */
  private static final class Counts implements InFlight.Outcomes {
    private long confirmed;
    private long failed;

    @Override
    public void confirmed(Receipt receipt, long tag) {
      confirmed++;
    }

    @Override
    public void failed(FeigeException failure, long tag) {
      if (failed++ == 0) {
        LOG.warn("a message was not confirmed: {}", failure.getMessage());
      }
    }
  }
}
