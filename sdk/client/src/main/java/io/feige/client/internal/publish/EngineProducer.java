package io.feige.client.internal.publish;

import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.ProducerPolicy;
import io.feige.client.Receipt;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.client.internal.publish.PendingBatch.ReceiptFuture;
import io.feige.client.internal.publish.WaitingRoom.Guest;
import io.feige.protocol.Utf8;
import io.feige.protocol.error.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The producer of the engine: reserves memory, finds the pair, hands the message to its lane. Any
 * thread.
 */
final class EngineProducer implements Producer {
  /**
   * What the parts of a producer share.
   *
   * @param memory the bound of what is held
   * @param callbacks where futures are completed
   * @param closeTimeoutMillis how long closing may take
   * @param unfinished the batches without an outcome
   */
  record Shared(
      MemoryLimit memory,
      Executor callbacks,
      long closeTimeoutMillis,
      UnfinishedBatches unfinished) {}

  private static final long TICK_NANOS = 20_000_000;

  private final String topic;
  private final long timeoutNanos;
  private final Shared shared;
  private final MemoryLimit memory;
  private final LoopPort loop;
  private final ProducerLanes lanes;
  private final WaitingRoom waiting = new WaitingRoom();
  private final Supplier<String> unknownBecause;
  private final Consumer<Producer> whenClosed;
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private volatile @Nullable FeigeException closedBecause;
  private boolean isTicking;

  /**
   * A producer that knows of no pair yet.
   *
   * @param unknownBecause says why not
   */
  EngineProducer(
      String topic,
      ProducerPolicy policy,
      LoopPort loop,
      Shared shared,
      Supplier<String> unknownBecause,
      Consumer<Producer> whenClosed) {
    this.topic = topic;
    this.timeoutNanos = policy.timeoutMillis() * 1_000_000;
    this.shared = shared;
    this.memory = shared.memory();
    this.loop = loop;
    this.lanes = new ProducerLanes(topic, policy, shared);
    this.unknownBecause = unknownBecause;
    this.whenClosed = whenClosed;
  }

  /** What this producer has at each pair. */
  ProducerLanes lanes() {
    return lanes;
  }

  /** The lanes have been added: places what waited for them. On the loop. */
  void placed() {
    waiting.open(lanes::place, this::goOn);
    FeigeException why = closedBecause;
    if (why != null) {
      lanes.close(why);
    }
  }

  /** No server takes this client. On the loop. */
  void refusedForGood(FeigeException failure) {
    waiting.close(failure);
    fail(waiting.takeAll(), failure);
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public Receipt publish(Message message) {
    long deadline = loop.nanoTime() + timeoutNanos;
    long cost = Accumulator.costBytes(message);
    reserve(cost);
    if (!waiting.isOpen()) {
      awaitPlacement(cost, deadline);
    }
    Accumulator.Slot slot = new Accumulator.Slot();
    append(List.of(message), Thread.currentThread(), cost, slot);
    PendingBatch batch = slot.batch;
    if (batch == null) {
      throw new IllegalStateException("a message was appended to no batch");
    }
    return batch.await(topic, slot.index);
  }

  @Override
  public CompletableFuture<Receipt> publishAsync(Message message) {
    return begin(List.of(message));
  }

  @Override
  public CompletableFuture<Receipt> publishTogether(List<Message> messages) {
    boolean isOne = !messages.isEmpty() && messages.stream().allMatch(EngineProducer::canBeOne);
    return isOne
        ? begin(List.copyOf(messages))
        : CompletableFuture.failedFuture(
            FeigeException.of(
                ErrorCode.INVALID_ARGUMENT,
                "Messages that are published together are at least one, not delayed, and without"
                    + " idempotency keys, and the names of their headers are UTF-8."));
  }

  private static boolean canBeOne(Message message) {
    return !message.isDelayed()
        && message.idempotencyKey().isEmpty()
        && message.headers().stream().allMatch(header -> Utf8.canEncode(header.name()));
  }

  private CompletableFuture<Receipt> begin(List<Message> messages) {
    ReceiptFuture future = new ReceiptFuture();
    long cost = 0;
    for (int i = 0; i < messages.size(); i++) {
      cost += Accumulator.costBytes(messages.get(i));
    }
    if (!memory.tryReserve(cost)) {
      future.completeExceptionally(FeigeException.of(ErrorCode.MEMORY_LIMIT, limitWords()));
      return future;
    }
    try {
      if (waiting.isOpen() || !waits(messages, future, cost)) {
        append(messages, future, cost, new Accumulator.Slot());
      }
    } catch (FeigeException e) {
      future.completeExceptionally(e);
    }
    return future;
  }

  @Override
  public void flush() {
    lanes.all().forEach(Lane::flush);
    awaitFinished(timeoutNanos);
  }

  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    FeigeException closed = FeigeException.of(ErrorCode.CLIENT_CLOSED, "Topic " + topic + ".");
    closedBecause = closed;
    waiting.close(closed);
    lanes.close(closed);
    lanes.all().forEach(Lane::flush);
    if (!awaitFinished(shared.closeTimeoutMillis() * 1_000_000)) {
      CountDownLatch failed = new CountDownLatch(1);
      loop.execute(() -> {
        refusedForGood(closed);
        lanes.failAll(closed);
        failed.countDown();
      });
      await(failed);
    }
    whenClosed.accept(this);
  }

  private void append(List<Message> messages, Object waiter, long cost, Accumulator.Slot slot) {
    boolean isAppended = false;
    try {
      while (!placement().laneFor(messages.get(0)).append(messages, waiter, cost, slot)) {
        Thread.onSpinWait(); // A batch is full, or the loop is about to say where messages go.
      }
      isAppended = true;
    } finally {
      if (!isAppended) {
        memory.release(cost);
      }
    }
  }

  private Placement placement() {
    Placement placement = lanes.placement();
    if (placement == null) {
      throw new IllegalStateException("the pairs were known, and are not any more");
    }
    return placement;
  }

  private boolean waits(List<Message> messages, ReceiptFuture future, long cost) {
    boolean isAdmitted = false;
    boolean isDecided = false;
    try {
      isAdmitted = waiting.admit(new Guest(messages, future, cost, loop.nanoTime() + timeoutNanos));
      isDecided = true;
    } finally {
      if (!isDecided) {
        memory.release(cost);
      }
    }
    if (isAdmitted) {
      loop.execute(this::ensureTick);
    }
    return isAdmitted;
  }

  private void awaitPlacement(long cost, long deadlineNanos) {
    boolean isKnown = false;
    try {
      isKnown = waiting.await(deadlineNanos - loop.nanoTime());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!isKnown) {
        memory.release(cost);
      }
    }
    if (!isKnown) {
      throw WaitingRoom.notPlaced(topic, unknownBecause.get());
    }
  }

  private void goOn(Guest guest) {
    try {
      append(guest.messages(), guest.future(), guest.costBytes(), new Accumulator.Slot());
    } catch (FeigeException e) {
      shared.callbacks().execute(() -> guest.future().completeExceptionally(e));
    }
  }

  private void ensureTick() {
    if (!isTicking) {
      isTicking = true;
      loop.schedule(this::tick, TICK_NANOS);
    }
  }

  private void tick() {
    isTicking = false;
    List<Guest> expired = waiting.takeExpired(loop.nanoTime());
    if (!expired.isEmpty()) {
      fail(expired, WaitingRoom.notPlaced(topic, unknownBecause.get()));
    }
    if (waiting.hasGuests()) {
      ensureTick();
    }
  }

  private void fail(List<Guest> guests, FeigeException failure) {
    for (Guest guest : guests) {
      memory.release(guest.costBytes());
      shared.callbacks().execute(() -> guest.future().completeExceptionally(failure));
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
    long deadline = System.nanoTime() + nanos;
    try {
      return waiting.awaitEmpty(nanos) && shared.unfinished().await(deadline - System.nanoTime());
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
