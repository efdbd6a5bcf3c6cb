package io.feige.dist.torture;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The clients, each with a connection and a thread of its own. For the thread that tortures. */
final class Crew implements AutoCloseable {
  /** What one client does. */
  interface Duty {
    void run(FeigeClient client, BooleanSupplier isStopped);
  }

  private static final Duration STOP_LIMIT = Duration.ofSeconds(150);

  private final String address;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean stopped;

  Crew(String address) {
    this.address = address;
  }

  void add(String name, Duty duty) {
    threads.add(Thread.ofPlatform().daemon().name(name).start(() -> run(duty)));
  }

  private void run(Duty duty) {
    try (FeigeClient client =
        FeigeClient.builder().servers(address).requestTimeout(Duration.ofSeconds(30)).build()) {
      duty.run(client, () -> stopped);
    } catch (RuntimeException | Error fault) {
      failure.compareAndSet(null, fault);
    }
  }

  /** Fails if a client did: it would not be torture any more. */
  void requireWhole() {
    Throwable fault = failure.get();
    if (fault != null) {
      throw new CliException(ExitCode.FAILED, "a client broke: " + fault, fault);
    }
  }

  /** Lets them end what they have begun. */
  @Override
  public void close() {
    stopped = true;
    long deadline = System.nanoTime() + STOP_LIMIT.toNanos();
    for (Thread thread : threads) {
      long left = Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
      try {
        thread.join(left);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
