package io.feige.dist.bench;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** How many messages a second come out of a topic that holds them already. */
final class PullBench {
  private static final int MAX_BATCH = 20_000;
  private static final int MAX_ACK_CALLS = 64;
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final long SILENCE_NANOS = 20_000_000_000L;

  private final Supplier<FeigeClient> connect;

  PullBench(Supplier<FeigeClient> connect) {
    this.connect = connect;
  }

  /** Pulls and acks so many messages under a new group; the time ends with the last ack. */
  RunResult pull(Load load, String group, int prefetch) {
    AtomicLong left = new AtomicLong(load.limit().messages());
    try (Clients clients = Clients.open(connect, load.threads(), load.ownClients())) {
      long start = System.nanoTime();
      List<Callable<Long>> tasks =
          IntStream.range(0, load.threads())
              .<Callable<Long>>mapToObj(thread ->
                  () -> {
                    try (Consumer consumer =
                        clients
                            .of(thread)
                            .consumer(load.topic())
                            .group(group)
                            .startFrom(GroupStart.EARLIEST)
                            .prefetch(prefetch)
                            .build()) {
                      return pull(consumer, left);
                    }
                  })
              .toList();
      long bytes = Workers.run(tasks).stream().mapToLong(Long::longValue).sum();
      long elapsed = System.nanoTime() - start;
      return RunResult.rate(load.limit().messages() - left.get(), 0, bytes, elapsed);
    }
  }

  private static long pull(Consumer consumer, AtomicLong left) {
    Deque<CompletableFuture<Void>> acks = new ArrayDeque<>();
    long bytes = 0;
    long lastNanos = System.nanoTime();
    while (left.get() > 0) {
      List<Delivery> batch = consumer.pull(MAX_BATCH, LOOK);
      if (batch.isEmpty()) {
        refuseSilence(lastNanos);
        continue;
      }
      lastNanos = System.nanoTime();
      for (Delivery delivery : batch) {
        bytes += delivery.bodyBytes();
      }
      left.addAndGet(-batch.size());
      acks.add(consumer.ackAllAsync(batch));
      if (acks.size() > MAX_ACK_CALLS) {
        acks.remove().join();
      }
    }
    acks.forEach(CompletableFuture::join);
    return bytes;
  }

  /** Replays so many messages from the start, without a group. */
  RunResult read(Load load) {
    long start = System.nanoTime();
    long lastNanos = start;
    long bytes = 0;
    long read = 0;
    try (FeigeClient client = connect.get();
        Reader reader = client.reader(load.topic()).from(StartFrom.earliest()).build()) {
      while (read < load.limit().messages()) {
        List<ReceivedMessage> batch = reader.read(MAX_BATCH, LOOK);
        if (batch.isEmpty()) {
          refuseSilence(lastNanos);
          continue;
        }
        lastNanos = System.nanoTime();
        for (ReceivedMessage message : batch) {
          bytes += message.bodyBytes();
        }
        read += batch.size();
      }
    }
    return RunResult.rate(read, 0, bytes, System.nanoTime() - start);
  }

  private static void refuseSilence(long lastNanos) {
    if (System.nanoTime() - lastNanos > SILENCE_NANOS) {
      throw new CliException(
          ExitCode.FAILED,
          "no message came for 20 s although the topic should hold more: does another consumer use"
              + " this group, or is the node stuck? 'feige group list' shows it.");
    }
  }
}
