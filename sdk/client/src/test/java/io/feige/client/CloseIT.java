package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.ScriptedNode;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Publish;
import io.feige.protocol.error.Stored;
import io.feige.testkit.Waits;
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
  void closingAClientWhoseNodeIsSilentEndsAndLeavesNoFutureOpen() throws Exception {
    node.always(CommandType.PUBLISH, silent -> {});
    FeigeClient feige =
        FeigeClient.builder().servers(node.address()).closeTimeout(Duration.ofMillis(200)).build();
    Producer producer = feige.producer("orders").timeout(Duration.ofDays(1)).build();
    CompletableFuture<Receipt> sent = producer.publishAsync(Message.of("x"));
    await().until(() -> node.received(Publish.class).size() == 1);

    Waits.get(CompletableFuture.runAsync(feige::close));

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
