package io.feige.client.internal.publish;

import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.ProducerPolicy;
import io.feige.client.Receipt;
import io.feige.client.internal.base.Compressors;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.client.internal.net.Engine;
import io.feige.client.internal.publish.PendingBatch.ReceiptFuture;
import io.feige.protocol.error.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The producer of the engine: reserves memory, hands to the accumulator, wakes the sender. Any
 * thread.
 */
public final class EngineProducer implements Producer {
  /**
   * What the producers of a client share.
   *
   * @param memory the bound of what is held
   * @param callbacks where futures are completed
   * @param closeTimeoutMillis how long closing may take
   */
  record Shared(MemoryLimit memory, Executor callbacks, long closeTimeoutMillis) {}

  private final String topic;
  private final long timeoutNanos;
  private final long closeTimeoutMillis;
  private final MemoryLimit memory;
  private final Accumulator accumulator;
  private final BatchSender sender;
  private final BatchPort port;
  private final Consumer<Producer> whenClosed;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  EngineProducer(
      String topic,
      ProducerPolicy policy,
      BatchPort port,
      Shared shared,
      Consumer<Producer> whenClosed) {
    this.topic = topic;
    this.timeoutNanos = policy.timeoutMillis() * 1_000_000;
    this.closeTimeoutMillis = shared.closeTimeoutMillis();
    this.memory = shared.memory();
    this.port = port;
    this.whenClosed = whenClosed;
    long producerId = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    this.accumulator =
        new Accumulator(
            policy, producerId, Compressors.compressor(policy.compression()), port::nanoTime);
    this.sender = new BatchSender(topic, policy, accumulator, port, memory, shared.callbacks());
  }

  /** A producer over the engine's link. */
  public static EngineProducer over(
      Engine engine, String topic, ProducerPolicy policy, Consumer<Producer> whenClosed) {
    LinkBatchPort port = new LinkBatchPort(engine.link(), topic, policy.durability());
    Shared shared =
        new Shared(engine.memory(), engine.callbacks(), engine.settings().closeTimeoutMillis());
    EngineProducer producer =
        new EngineProducer(
            topic,
            policy,
            port,
            shared,
            closed -> {
              port.detach();
              whenClosed.accept(closed);
            });
    port.attach(producer);
    return producer;
  }

  BatchSender sender() {
    return sender;
  }

  Accumulator accumulator() {
    return accumulator;
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public Receipt publish(Message message) {
    long cost = Accumulator.costBytes(message);
    reserve(cost);
    Accumulator.Slot slot = new Accumulator.Slot();
    append(message, Thread.currentThread(), cost, slot);
    PendingBatch batch = slot.batch;
    if (batch == null) {
      throw new IllegalStateException("a message was appended to no batch");
    }
    return batch.await(topic, slot.index);
  }

  @Override
  public CompletableFuture<Receipt> publishAsync(Message message) {
    ReceiptFuture future = new ReceiptFuture();
    long cost = Accumulator.costBytes(message);
    if (!memory.tryReserve(cost)) {
      future.completeExceptionally(FeigeException.of(ErrorCode.MEMORY_LIMIT, limitWords()));
      return future;
    }
    try {
      append(message, future, cost, new Accumulator.Slot());
    } catch (FeigeException e) {
      future.completeExceptionally(e);
    }
    return future;
  }

  @Override
  public void flush() {
    if (accumulator.seal()) {
      port.execute(sender);
    }
    awaitFinished(timeoutNanos);
  }

  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    FeigeException closed = FeigeException.of(ErrorCode.CLIENT_CLOSED, "Topic " + topic + ".");
    accumulator.close(closed);
    accumulator.seal();
    port.execute(sender);
    if (!awaitFinished(closeTimeoutMillis * 1_000_000)) {
      CountDownLatch failed = new CountDownLatch(1);
      port.execute(() -> {
        sender.failAll(closed);
        failed.countDown();
      });
      await(failed);
    }
    whenClosed.accept(this);
  }

  private void append(Message message, Object waiter, long cost, Accumulator.Slot slot) {
    boolean isAppended = false;
    try {
      boolean wake = accumulator.append(message, waiter, cost, slot);
      isAppended = true;
      wake |= accumulator.packIfWanted();
      if (wake) {
        port.execute(sender);
      }
    } finally {
      if (!isAppended) {
        memory.release(cost);
      }
    }
  }

  private void reserve(long cost) {
    if (memory.tryReserve(cost)) {
      return;
    }
    boolean isReserved = false;
    try {
      isReserved = memory.reserve(cost, System.nanoTime() + timeoutNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!isReserved) {
      throw FeigeException.of(ErrorCode.MEMORY_LIMIT, limitWords());
    }
  }

  private String limitWords() {
    return memory.usedBytes() + " of " + memory.limitBytes() + " bytes are in use.";
  }

  private boolean awaitFinished(long nanos) {
    try {
      return accumulator.unfinished().await(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      boolean unused = latch.await(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
