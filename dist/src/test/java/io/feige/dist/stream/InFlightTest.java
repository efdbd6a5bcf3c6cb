package io.feige.dist.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Durability;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private final List<String> outcomes = new ArrayList<>();
  private final ScriptedProducer producer = new ScriptedProducer();

  private final InFlight.Outcomes recording =
      new InFlight.Outcomes() {
        @Override
        public void confirmed(Receipt receipt, long tag) {
          outcomes.add("confirmed " + tag);
        }

        @Override
        public void failed(FeigeException failure, long tag) {
          outcomes.add(failure.code() + " " + tag);
        }
      };

  private InFlight inFlight(int messages, long bytes) {
    return new InFlight(producer, messages, bytes, recording);
  }

  @Test
  void outcomesComeInTheOrderOfPublishing() {
    InFlight inFlight = inFlight(10, 1000);
    inFlight.publish(Message.of("a"), 1, 1);
    inFlight.publish(Message.of("b"), 1, 2);

    producer.confirm(1);
    inFlight.takeDone();
    assertThat(outcomes).isEmpty();
    producer.fail(0, ErrorCode.TIMEOUT_UNKNOWN);
    inFlight.takeDone();

    assertThat(outcomes).containsExactly("TIMEOUT_UNKNOWN 1", "confirmed 2");
    assertThat(inFlight.count()).isZero();
  }

  @Test
  void waitsForTheOldestWhenTooManyAreUnderWay() throws InterruptedException {
    InFlight inFlight = inFlight(2, 1000);
    inFlight.publish(Message.of("a"), 1, 1);
    inFlight.publish(Message.of("b"), 1, 2);
    Thread publishing = new Thread(() -> inFlight.publish(Message.of("c"), 1, 3));
    publishing.start();
    awaitWaiting(publishing);
    assertThat(producer.futures).hasSize(2);

    producer.confirm(0);
    publishing.join();

    assertThat(producer.futures).hasSize(3);
    assertThat(outcomes).containsExactly("confirmed 1");
  }

  @Test
  void waitsWhenTooManyBytesAreUnderWay() throws InterruptedException {
    InFlight inFlight = inFlight(100, 10);
    inFlight.publish(Message.of("a"), 8, 1);
    Thread publishing = new Thread(() -> inFlight.publish(Message.of("b"), 8, 2));
    publishing.start();
    awaitWaiting(publishing);
    assertThat(producer.futures).hasSize(1);

    producer.confirm(0);
    publishing.join();

    assertThat(producer.futures).hasSize(2);
  }

  @Test
  void aMessageLargerThanTheBoundTravelsAlone() {
    InFlight inFlight = inFlight(100, 10);

    inFlight.publish(Message.of("a"), 50, 1);

    assertThat(inFlight.count()).isEqualTo(1);
  }

  @Test
  void theClientsOwnMemoryLimitIsWaitedForInOrder() throws InterruptedException {
    InFlight inFlight = inFlight(100, 1000);
    inFlight.publish(Message.of("a"), 1, 1);
    producer.refuseNext = true;
    Thread publishing = new Thread(() -> inFlight.publish(Message.of("b"), 1, 2));
    publishing.start();
    awaitWaiting(publishing);

    producer.confirm(0);
    publishing.join();
    producer.confirm(1);
    inFlight.finish();

    assertThat(outcomes).containsExactly("confirmed 1", "confirmed 2");
  }

  @Test
  void finishingWithinATimeSaysWhetherItDid() {
    InFlight inFlight = inFlight(10, 1000);
    inFlight.publish(Message.of("a"), 1, 1);

    assertThat(inFlight.finishWithin(1)).isFalse();
    producer.confirm(0);
    assertThat(inFlight.finishWithin(1000)).isTrue();
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  /** Messages get their outcome when the test says so. */
  private static final class ScriptedProducer implements Producer {
    private final List<CompletableFuture<Receipt>> futures = new ArrayList<>();
    private volatile boolean refuseNext;

    void confirm(int index) {
      futures.get(index).complete(new Receipt("t", 1, index, index, 0, Durability.LOCAL, false));
    }

    void fail(int index, ErrorCode code) {
      futures.get(index).completeExceptionally(FeigeException.of(code, ""));
    }

    @Override
    public String topic() {
      return "t";
    }

    @Override
    public Receipt publish(Message message) {
      return publishAsync(message).join();
    }

    @Override
    public CompletableFuture<Receipt> publishTogether(List<Message> messages) {
      throw new UnsupportedOperationException("one by one");
    }

    @Override
    public CompletableFuture<Receipt> publishAsync(Message message) {
      if (refuseNext) {
        refuseNext = false;
        return CompletableFuture.failedFuture(FeigeException.of(ErrorCode.MEMORY_LIMIT, ""));
      }
      CompletableFuture<Receipt> future = new CompletableFuture<>();
      futures.add(future);
      return future;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
