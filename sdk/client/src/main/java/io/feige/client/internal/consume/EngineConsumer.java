package io.feige.client.internal.consume;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.net.Engine;
import io.feige.client.internal.net.LinkListener;
import io.feige.client.internal.net.NodeLink;
import io.feige.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The consumer of the engine. Any thread; the link's calls come on the loop. */
public final class EngineConsumer implements Consumer, LinkListener {
  private static final long MAX_WAIT_NANOS = TimeUnit.DAYS.toNanos(365);

  private final ConsumerSpec spec;
  private final NodeLink link;
  private final long requestTimeoutNanos;
  private final long closeTimeoutNanos;
  private final DeliveryBuffer buffer;
  private final Settling settling;
  private final SettleSender sender;
  private final Puller puller;
  private final java.util.function.Consumer<Consumer> whenClosed;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private EngineConsumer(
      Engine engine, ConsumerSpec spec, java.util.function.Consumer<Consumer> whenClosed) {
    this.spec = spec;
    this.link = engine.link();
    this.whenClosed = whenClosed;
    this.requestTimeoutNanos = engine.settings().requestTimeoutMillis() * 1_000_000;
    this.closeTimeoutNanos = engine.settings().closeTimeoutMillis() * 1_000_000;
    this.buffer =
        new DeliveryBuffer(
            engine.memory(), spec.policy().prefetchMessages(), spec.policy().prefetchBytes());
    this.sender = new SettleSender(spec.topic(), spec.group(), link, engine.callbacks());
    SettleSender sends = sender;
    this.settling =
        new Settling(
            engine.memory(),
            engine.settings().requestTimeoutMillis(),
            () -> engine.link().loop().execute(sends::run));
    sender.attach(settling);
    this.puller = new Puller(spec, link, buffer, settling);
  }

  /** A consumer over the engine's link. */
  public static EngineConsumer over(
      Engine engine, ConsumerSpec spec, java.util.function.Consumer<Consumer> whenClosed) {
    EngineConsumer consumer = new EngineConsumer(engine, spec, whenClosed);
    consumer.link.loop().execute(() -> consumer.link.add(consumer));
    return consumer;
  }

  @Override
  public String topic() {
    return spec.topic();
  }

  @Override
  public String group() {
    return spec.group();
  }

  @Override
  public List<Delivery> pull(int max, Duration wait) {
    if (max < 1) {
      throw new IllegalArgumentException("max must be 1 or more, not " + max);
    }
    long waitNanos = wait.compareTo(Duration.ofDays(365)) > 0 ? MAX_WAIT_NANOS : wait.toNanos();
    List<Chunk.Slice> slices;
    try {
      slices = buffer.take(max, System.nanoTime() + waitNanos, this::wakePuller);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
    return deliveries(slices);
  }

  @Override
  public void ackAll(Collection<? extends Delivery> deliveries) {
    settling.ackAll(deliveries);
  }

  @Override
  public CompletableFuture<Void> ackAllAsync(Collection<? extends Delivery> deliveries) {
    return settling.ackAllAsync(deliveries);
  }

  @Override
  public void flush() {
    awaitVerdicts(requestTimeoutNanos);
  }

  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    long deadline = System.nanoTime() + closeTimeoutNanos;
    onLoop(puller::close);
    awaitPullsOver(deadline);
    awaitVerdicts(Math.max(0, deadline - System.nanoTime()));
    FeigeException closed =
        FeigeException.of(ErrorCode.CLIENT_CLOSED, "The consumer is closed. " + spec.topic());
    settling.close(closed);
    onLoop(() -> {
      sender.failAll(closed);
      link.remove(this);
    });
    whenClosed.accept(this);
  }

  @Override
  public void connected(Connection connection) {
    sender.connected();
    puller.connected();
  }

  @Override
  public void disconnected() {
    puller.disconnected();
  }

  @Override
  public void refused(FeigeException failure) {
    sender.failAll(failure);
    buffer.fail(failure);
  }

  private void wakePuller() {
    link.loop().execute(puller::run);
  }

  private List<Delivery> deliveries(List<Chunk.Slice> slices) {
    List<Delivery> deliveries = new ArrayList<>();
    for (Chunk.Slice slice : slices) {
      DeliveredFrame frame = slice.chunk().open();
      int generation = slice.chunk().generation();
      for (int i = slice.first(); i < slice.first() + slice.count(); i++) {
        deliveries.add(new EngineDelivery(frame, i, settling, generation, slice.attempt()));
      }
    }
    return deliveries;
  }

  private void awaitPullsOver(long deadlineNanos) {
    // The answer to a cancelled pull may bring messages, which go back at once; it comes within a
    // round trip.
    CompletableFuture<Void> over = new CompletableFuture<>();
    link.loop().execute(() -> completeWhenPullsAreOver(over, deadlineNanos));
    try {
      over.get(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      // What is still outstanding comes back to the group when its lease ends.
    }
  }

  private void completeWhenPullsAreOver(CompletableFuture<Void> over, long deadlineNanos) {
    boolean isOver = link.connection() == null || !puller.hasOutstanding();
    if (isOver || deadlineNanos - System.nanoTime() <= 0) {
      over.complete(null);
    } else {
      link.loop().afterMillis(1, () -> completeWhenPullsAreOver(over, deadlineNanos));
    }
  }

  private void awaitVerdicts(long nanos) {
    try {
      boolean unused = settling.awaitResolved(System.nanoTime() + nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void onLoop(Runnable task) {
    CountDownLatch done = new CountDownLatch(1);
    link.loop()
        .execute(() -> {
          task.run();
          done.countDown();
        });
    try {
      boolean unused = done.await(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
