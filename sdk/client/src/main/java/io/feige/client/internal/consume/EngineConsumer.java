package io.feige.client.internal.consume;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeException;
import io.feige.client.Order;
import io.feige.client.Settlement;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.base.DeliveryHandle;
import io.feige.client.internal.base.HandlingTime;
import io.feige.client.internal.listen.Feed;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.route.Engine;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The consumer of the engine: pulls from all pairs into one buffer. Any thread. */
public final class EngineConsumer implements Feed {
  private static final long MAX_WAIT_NANOS = TimeUnit.DAYS.toNanos(365);

  private final ConsumerSpec spec;
  private final ClientLoop loop;
  private final long requestTimeoutNanos;
  private final long closeTimeoutNanos;
  private final DeliveryBuffer buffer;
  private final ConsumerLanes lanes;
  private final Starting starting;
  private final java.util.function.Consumer<Consumer> whenClosed;
  private final AtomicBoolean isClosing = new AtomicBoolean();
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private volatile long closeByNanos;

  private EngineConsumer(
      Engine engine,
      ConsumerSpec spec,
      Optional<Order> order,
      java.util.function.Consumer<Consumer> whenClosed) {
    this.spec = spec;
    this.loop = engine.loop();
    this.whenClosed = whenClosed;
    this.requestTimeoutNanos = engine.settings().requestTimeoutMillis() * 1_000_000;
    this.closeTimeoutNanos = engine.settings().closeTimeoutMillis() * 1_000_000;
    boolean isOrdered = order.isPresent() && order.get() != Order.NONE;
    FetchPlan plan =
        new FetchPlan(spec.policy().prefetchMessages(), spec.policy().prefetchBytes(), !isOrdered);
    this.buffer = new DeliveryBuffer(engine.memory(), plan.keeping(isOrdered), System::nanoTime);
    if (order.isEmpty()) {
      buffer.keepsOrder(true);
    }
    this.starting = new Starting(requestTimeoutNanos);
    this.lanes = new ConsumerLanes(engine, spec, buffer);
  }

  /**
   * A consumer over the engine's links.
   *
   * @param order of the topic; empty: the first messages tell. If there is one, {@link #begin}
   *     starts each message, else they may be started when they are handed out
   */
  public static EngineConsumer over(
      Engine engine,
      ConsumerSpec spec,
      Optional<Order> order,
      java.util.function.Consumer<Consumer> whenClosed) {
    EngineConsumer consumer = new EngineConsumer(engine, spec, order, whenClosed);
    engine.loop().execute(consumer.lanes::start);
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
    long deadline = System.nanoTime() + waitNanos;
    List<Slice> slices = List.of();
    buffer.comesBack();
    try {
      do {
        slices = started(buffer.take(max, deadline, this::wakeLoop));
      } while (slices.isEmpty() && deadline - System.nanoTime() > 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<Delivery> deliveries = deliveries(slices);
    buffer.handedOut(deliveries.size());
    return deliveries;
  }

  @Override
  public Settlement settlement(String handle) {
    DeliveryHandle named = DeliveryHandle.parse(handle, spec.topic(), spec.group());
    ConsumerLane lane = laneAt(named.pair());
    if (lane == null) {
      onLoop(() -> {}); // What the client knows of pairs may be on its way to this consumer.
      lane = laneAt(named.pair());
    }
    if (lane == null) {
      throw FeigeException.of(ErrorCode.NO_SUCH_PAIR, "No pair is called " + named.pair() + ".");
    }
    return new EngineSettlement(named, lane.port());
  }

  private @Nullable ConsumerLane laneAt(String pair) {
    for (ConsumerLane lane : lanes.all()) {
      if (lane.link().pair().equals(pair)) {
        return lane;
      }
    }
    return null;
  }

  @Override
  public List<Delivery> poll(int most, int free) {
    return deliveries(buffer.poll(most, free, this::wakeLoop));
  }

  @Override
  public boolean begin(Delivery delivery) {
    EngineDelivery ours = (EngineDelivery) delivery;
    if (ours.isOurs()) {
      return true;
    }
    long offset = ours.offset();
    Verdict start = Verdict.start(offset, offset, ours.attempt());
    return ask(Map.of(ours.claim(), List.of(start)), List.of(ours)).contains(ours);
  }

  @Override
  public Collection<Delivery> claim(Collection<Delivery> deliveries) {
    Map<Claim, List<Verdict>> verdicts = new LinkedHashMap<>();
    List<EngineDelivery> asked = new ArrayList<>();
    for (Delivery delivery : deliveries) {
      EngineDelivery ours = (EngineDelivery) delivery;
      if (!ours.isOurs() && Chunk.mayBeClaimed(ours.attempt())) {
        List<Verdict> all = verdicts.computeIfAbsent(ours.claim(), unused -> new ArrayList<>());
        Verdict last = all.isEmpty() ? null : all.get(all.size() - 1);
        boolean isNext =
            last != null && last.last() + 1 == ours.offset() && last.attempt() == ours.attempt();
        Verdict claim =
            Verdict.claim(
                isNext ? all.remove(all.size() - 1).first() : ours.offset(),
                ours.offset(),
                ours.attempt());
        all.add(claim);
        asked.add(ours);
      }
    }
    Set<Delivery> gone = new HashSet<>(asked);
    gone.removeAll(ask(verdicts, asked));
    return gone;
  }

  @Override
  public boolean hasMore() {
    return buffer.hasMore();
  }

  @Override
  public void pacedBy(HandlingTime handlers) {
    buffer.pacedBy(handlers);
  }

  @Override
  public void whenReady(Runnable signal) {
    buffer.whenReady(signal);
  }

  @Override
  public void ackAll(Collection<? extends Delivery> deliveries) {
    AckAll.now(deliveries);
  }

  @Override
  public CompletableFuture<Void> ackAllAsync(Collection<? extends Delivery> deliveries) {
    return AckAll.async(deliveries);
  }

  @Override
  public void flush() {
    awaitVerdicts(requestTimeoutNanos);
  }

  @Override
  public void beginClose() {
    if (isClosing.compareAndSet(false, true)) {
      closeByNanos = System.nanoTime() + closeTimeoutNanos;
      loop.execute(lanes::stopPulling);
    }
  }

  @Override
  public void close() {
    beginClose();
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    long deadline = closeByNanos;
    awaitPullsOver(deadline);
    awaitVerdicts(Math.max(0, deadline - System.nanoTime()));
    FeigeException closed =
        FeigeException.of(ErrorCode.CLIENT_CLOSED, "The consumer is closed. " + spec.topic());
    onLoop(() -> lanes.close(closed));
    whenClosed.accept(this);
  }

  /**
   * Those that may be handled. Behind a message that was lost on the way nothing is handed out that
   * came with it: it may be of the same key, and comes again behind it.
   */
  private List<Slice> started(List<Slice> taken) {
    Starting.Started started = starting.start(taken);
    if (!started.lost().isEmpty()) {
      Rest behind = buffer.takeAll(started.lost());
      started.rest().giveBack();
      behind.giveBack();
    }
    return started.ours();
  }

  /** Those that are ours, of what was claimed or started. */
  private Set<EngineDelivery> ask(Map<Claim, List<Verdict>> verdicts, List<EngineDelivery> all) {
    Map<Claim, Optional<List<OffsetRange>>> answers = starting.ask(verdicts);
    Set<EngineDelivery> ours = new HashSet<>();
    for (EngineDelivery delivery : all) {
      Optional<List<OffsetRange>> gone = answers.get(delivery.claim());
      boolean isOurs =
          gone != null && gone.isPresent() && !Slice.isIn(gone.get(), delivery.offset());
      if (isOurs) {
        delivery.becomesOurs();
        ours.add(delivery);
      }
    }
    return ours;
  }

  private void wakeLoop() {
    loop.execute(lanes::run);
  }

  private static List<Delivery> deliveries(List<Slice> slices) {
    List<Delivery> deliveries = new ArrayList<>();
    for (Slice slice : slices) {
      DeliveredFrame frame = slice.chunk().open();
      Claim claim = slice.chunk().claim();
      for (int i = slice.first(); i < slice.first() + slice.count(); i++) {
        deliveries.add(new EngineDelivery(frame, i, claim, slice));
      }
    }
    return deliveries;
  }

  private void awaitPullsOver(long deadlineNanos) {
    // The answer to a cancelled pull may bring messages, which go back at once; it comes within a
    // round trip.
    CompletableFuture<Void> over = new CompletableFuture<>();
    loop.execute(() -> completeWhenPullsAreOver(over, deadlineNanos));
    try {
      over.get(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      // What is still outstanding comes back to the group when its lease ends.
    }
  }

  private void completeWhenPullsAreOver(CompletableFuture<Void> over, long deadlineNanos) {
    if (!lanes.hasOutstandingPulls() || deadlineNanos - System.nanoTime() <= 0) {
      over.complete(null);
    } else {
      loop.afterMillis(1, () -> completeWhenPullsAreOver(over, deadlineNanos));
    }
  }

  private void awaitVerdicts(long nanos) {
    try {
      long deadline = System.nanoTime() + nanos;
      for (ConsumerLane lane : lanes.all()) {
        boolean unused = lane.settling().awaitResolved(deadline);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void onLoop(Runnable task) {
    CountDownLatch done = new CountDownLatch(1);
    loop.execute(() -> {
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
