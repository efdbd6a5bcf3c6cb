package io.feige.client.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.ProducerPolicy;
import io.feige.client.Receipt;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.protocol.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A producer that does not know the pairs yet. */
class WaitingRoomTest {
  private final FakeLoop loop = new FakeLoop();
  private final FakePort port = new FakePort("pair-1", loop);
  private final MemoryLimit memory = new MemoryLimit(1 << 20);
  private final EngineProducer producer =
      new EngineProducer(
          "t",
          ProducerPolicy.DEFAULT.withTimeout(Duration.ofMillis(100)),
          loop,
          new EngineProducer.Shared(memory, Runnable::run, 100, new UnfinishedBatches()),
          () -> "Nobody is there.",
          closed -> {});

  @Test
  void messagesGoOnInTheirOrderWhenThePairsAreKnown() {
    for (int i = 0; i < 5; i++) {
      CompletableFuture<Receipt> unused = producer.publishAsync(Message.of("m" + i));
    }
    know();

    assertThat(port.sent).hasSize(1);
    byte[] bytes = new byte[port.sent.get(0).batch().bytes().remaining()];
    port.sent.get(0).batch().bytes().get(bytes);
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).matches("(?s).*m0.*m1.*m2.*m3.*m4");
  }

  @Test
  void whatWaitsTooLongIsKnownNotToBeStored() {
    CompletableFuture<Receipt> future = producer.publishAsync(Message.of("x"));
    loop.runTasks();

    loop.advanceMillis(60);
    assertThat(future).isNotDone();
    for (int i = 0; i < 4; i++) {
      loop.advanceMillis(20);
    }

    assertThatThrownBy(future::join)
        .hasMessageContaining("CONNECT_FAILED")
        .hasMessageContaining("Nobody is there.");
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void aRefusalForGoodIsToldAtOnce() {
    CompletableFuture<Receipt> future = producer.publishAsync(Message.of("x"));

    producer.refusedForGood(FeigeException.of(ErrorCode.NOT_AUTHENTICATED, ""));

    assertThatThrownBy(future::join).hasMessageContaining("NOT_AUTHENTICATED");
    assertThatThrownBy(() -> producer.publish(Message.of("y")))
        .hasMessageContaining("NOT_AUTHENTICATED");
    assertThat(memory.usedBytes()).isZero();
    know();
    assertThat(producer.publishAsync(Message.of("z"))).isNotDone();
  }

  private void know() {
    producer.lanes().add(List.of(port));
    producer.placed();
    loop.runTasks();
  }
}
