package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.client.node.ScriptedNode;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.error.Stored;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CloseIT {
  private final ScriptedNode node = new ScriptedNode();

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void closingAClientWhoseNodeIsSilentEndsInTimeAndLeavesNoFutureOpen() {
    for (int i = 0; i < 100; i++) {
      node.on(CommandType.PUBLISH, publish -> {});
    }
    FeigeClient feige =
        FeigeClient.builder().servers(node.address()).closeTimeout(Duration.ofMillis(200)).build();
    Producer producer = feige.producer("orders").build();
    CompletableFuture<Receipt> sent = producer.publishAsync(Message.of("x"));
    feige.awaitConnected(Duration.ofSeconds(5));

    long before = System.nanoTime();
    feige.close();

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    assertThatThrownBy(sent::join)
        .cause()
        .isInstanceOfSatisfying(
            FeigeException.class, e -> assertThat(e.stored()).isEqualTo(Stored.UNKNOWN));
  }

  @Test
  void closingAClientThatNeverConnectedSaysThatNothingWasStored() {
    node.close();
    FeigeClient feige =
        FeigeClient.builder().servers(node.address()).closeTimeout(Duration.ofMillis(100)).build();
    CompletableFuture<Receipt> future =
        feige.producer("orders").build().publishAsync(Message.of("x"));

    feige.close();

    assertThatThrownBy(future::join)
        .cause()
        .isInstanceOfSatisfying(
            FeigeException.class, e -> assertThat(e.stored()).isEqualTo(Stored.NO));
  }

  @Test
  void futuresAreCompletedEvenWhenTheUsersExecutorRefuses() {
    ExecutorService gone = Executors.newSingleThreadExecutor();
    gone.shutdown();
    try (FeigeClient feige =
        FeigeClient.builder().servers(node.address()).callbackExecutor(gone).build()) {
      CompletableFuture<Receipt> future =
          feige.producer("orders").build().publishAsync(Message.of("x"));

      assertThat(future.join().offset()).isZero();
    }
  }
}
