package io.feige.perf.peers.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.perf.peers.driver.Driver;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The generator with a broker that is a queue, and does what it is told to. */
class GeneratorIT {
  private static final Duration TIME = Duration.ofSeconds(1);

  private final Queue queue = new Queue();

  @Test
  void aStallCountsForEveryMessageThatWasDueMeanwhile() throws Exception {
    queue.stallAt = 1000;
    LoadResult result = run(new Work("rate", Work.Kind.RATE, 64, 1, 1000));
    assertThat(result.messages()).isEqualTo(1000);
    assertThat(result.failed()).isZero();
    // Half of all were due in the 500 ms, and the first fifth of those waited for 400 ms or more.
    assertThat(result.latency().p90()).isGreaterThan(300_000);
    assertThat(result.latency().max()).isGreaterThan(400_000);
    assertThat(result.bySecond()).hasSize(3);
  }

  @Test
  void whatIsLostOrRefusedIsCounted() throws Exception {
    queue.loseAt = 1500;
    queue.refuseAt = 1600;
    LoadResult result = run(new Work("rate", Work.Kind.RATE, 64, 1, 1000));
    assertThat(result.failed()).isEqualTo(2);
    assertThat(result.messages()).isEqualTo(998);
  }

  @Test
  void whoWaitsIsTimedAndTheWarmUpDoesNotCount() throws Exception {
    LoadResult result = run(new Work("waiting", Work.Kind.WAITING, 64, 4, 0));
    assertThat(result.messages()).isPositive().isLessThan(queue.sent.get());
    assertThat(result.latency().p50()).isPositive();
    // Half of them took that or longer, one after the other on each of the four threads.
    double micros = result.latency().p50() * result.messages() / 2;
    double longest = TIME.toNanos() / 1e3 + result.latency().max();
    assertThat(micros).isLessThanOrEqualTo(4 * longest);
  }

  @Test
  void aFullWindowIsFlushed() throws Exception {
    queue.confirmsWhenFlushed = true;
    LoadResult result = run(new Work("batched", Work.Kind.BATCHED, 1 << 20, 1, 0));
    assertThat(result.messages()).isPositive();
    assertThat(result.failed()).isZero();
  }

  @Test
  void aBacklogIsReadToItsEnd() throws Exception {
    LoadResult result = run(new Work("catch-up", Work.Kind.CATCH_UP, 1 << 20, 1, 0));
    assertThat(result.messages()).isEqualTo(1024);
    assertThat(result.failed()).isZero();
  }

  private LoadResult run(Work work) throws Exception {
    return new Generator(queue, work, TIME, TIME, "t").run();
  }

  private static final class Queue implements Driver {
    private final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>();
    private final BlockingQueue<CompletableFuture<Void>> unflushed = new LinkedBlockingQueue<>();
    private final AtomicInteger sent = new AtomicInteger();
    private int stallAt = -1;
    private int loseAt = -1;
    private int refuseAt = -1;
    private boolean confirmsWhenFlushed;

    @Override
    public void create(String topic) {}

    @Override
    public Sender sender(String topic, Aim aim) {
      return new Sender() {
        @Override
        public CompletableFuture<?> send(byte[] body) throws InterruptedException {
          int number = sent.getAndIncrement();
          if (number == stallAt) {
            TimeUnit.MILLISECONDS.sleep(500);
          }
          if (number == refuseAt) {
            return CompletableFuture.failedFuture(new IllegalStateException("on purpose"));
          }
          if (number != loseAt) {
            messages.add(body);
          }
          CompletableFuture<Void> done = new CompletableFuture<>();
          if (confirmsWhenFlushed) {
            unflushed.add(done);
          } else {
            done.complete(null);
          }
          return done;
        }

        @Override
        public void flush() {
          unflushed.forEach(done -> done.complete(null));
          unflushed.clear();
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public AutoCloseable receive(String topic, Receiver receiver) {
      Thread thread =
          new Thread(() -> {
            try {
              while (true) {
                receiver.received(messages.take());
              }
            } catch (InterruptedException closed) {
              Thread.currentThread().interrupt();
            }
          });
      thread.start();
      return thread::interrupt;
    }

    @Override
    public void close() {}
  }
}
