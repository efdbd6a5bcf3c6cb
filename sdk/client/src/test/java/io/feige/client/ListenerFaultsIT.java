package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.Exchange;
import io.feige.client.node.ScriptedNode;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.model.TopicDescription;
import io.feige.protocol.model.TopicSpec;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a handler does, its listener goes on. */
class ListenerFaultsIT {
  private static final int MESSAGES = 10;

  /** A kind of broker, for a topic of an order. */
  record Place(String name, Order order, Function<Order, ListenerWorld> maker) {
    @Override
    public String toString() {
      return name + " " + order;
    }

    ListenerWorld world() {
      return maker.apply(order);
    }
  }

  /** What a handler does with the first attempt of each message. */
  private record Fault(String name, Handler handler) {}

  static List<Place> places() {
    List<Place> places = new ArrayList<>();
    for (Order order : Order.values()) {
      places.add(new Place("in memory", order, ListenerWorld::inMemory));
      places.add(new Place("engine", order, ListenerWorld::engine));
    }
    return places;
  }

  private static List<Fault> retries() {
    return List.of(
        new Fault("returns null", delivery -> nothing()),
        new Fault("overflows the stack", delivery -> deeper(1) > 0 ? nothing() : Verdict.ack()),
        new Fault(
            "is out of memory",
            delivery -> {
              throw new OutOfMemoryError("scripted");
            }),
        new Fault(
            "throws InterruptedException",
            delivery -> {
              Thread.currentThread().interrupt();
              throw new InterruptedException("scripted");
            }),
        new Fault("wants a negative delay", delivery -> Verdict.retry(Duration.ofDays(-1))));
  }

  @ParameterizedTest
  @MethodSource("places")
  void whatAHandlerThrowsOrDoesNotReturnIsARetryAndItsListenerGoesOn(Place place) {
    for (Fault fault : retries()) {
      try (ListenerWorld world = place.world()) {
        Set<Thread> handledBy = ConcurrentHashMap.newKeySet();
        publish(world);
        Listening listening =
            consumer(world)
                .listen(delivery -> {
                  handledBy.add(Thread.currentThread());
                  return delivery.attempt() == 1 ? fault.handler().handle(delivery) : Verdict.ack();
                });

        awaitSettled(world, fault.name());

        assertThat(listening.state()).isEqualTo(Listening.State.RUNNING);
        assertThat(listening.stoppedBecause()).isEmpty();
        assertThat(handledBy).noneMatch(Thread::isInterrupted);
        if (!fault.name().contains("delay")) {
          assertThat(listening.lastFailure()).as(fault.name()).isPresent();
        }
        listening.close();
        assertThat(listening.state()).isEqualTo(Listening.State.STOPPED);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void anInterruptThatAHandlerLeavesBehindNeitherSpinsNorStops(Place place) {
    try (ListenerWorld world = place.world()) {
      publish(world);
      Listening listening =
          consumer(world)
              .listen(delivery -> {
                Thread.currentThread().interrupt();
                return Verdict.ack();
              });
      awaitSettled(world, "interrupts");

      await("its threads have gone").until(() -> threadsAtWork() == 0);
      world.feige().producer(ListenerWorld.TOPIC).build().publish(Message.of("k", "after"));
      await().until(() -> world.settled() == MESSAGES + 1);
      listening.close();
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void aReasonThatIsTooLongOrNoTextIsMadeOneTheSameWayEverywhere(Place place) {
    List<String> said = List.of("x".repeat(999) + "\uD83D\uDE00", "y".repeat(5_000), "half \uD83D");
    try (ListenerWorld world = place.world()) {
      Producer producer = world.feige().producer(ListenerWorld.TOPIC).build();
      for (int i = 0; i < said.size(); i++) {
        producer.publish(Message.of("k", Integer.toString(i)));
      }
      Listening listening =
          consumer(world)
              .concurrency(1)
              .listen(delivery -> Verdict.reject(said.get(Integer.parseInt(delivery.text()))));

      await().until(() -> world.settled() == said.size());

      assertThat(world.reasons())
          .containsExactly("x".repeat(999), "y".repeat(1_000), "half \uFFFD");
      assertThat(listening.lastFailure()).isEmpty();
      listening.close();
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void delaysBeyondAllBoundsAreTheLongestThereIs(Place place) {
    try (ListenerWorld world = place.world()) {
      publish(world);
      AtomicInteger calls = new AtomicInteger();
      Listening listening =
          consumer(world)
              .concurrency(1)
              .listen(delivery ->
                  calls.incrementAndGet() == 1
                      ? Verdict.retry(Duration.ofSeconds(Long.MAX_VALUE))
                      : Verdict.ack());

      await().until(() -> calls.get() > 0 && listening.isOpen());

      assertThat(listening.lastFailure()).isEmpty();
      listening.close();
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void aHandlerThatHangsIsToldAndWhatWaitsBehindItIsHandledByOthers(Place place)
      throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    AtomicBoolean isFirst = new AtomicBoolean(true);
    ConsumerPolicy policy =
        ConsumerPolicy.DEFAULT.withConcurrency(1).withHandlingLimit(Duration.ofMillis(200));
    try (ListenerWorld world = place.world()) {
      publish(world);
      Handler handler =
          delivery -> {
            if (isFirst.getAndSet(false)) {
              go.await();
            }
            return Verdict.ack();
          };
      Listening hangs = consumer(world).policy(policy).listen(handler);
      await().until(() -> hangs.state() == Listening.State.OVERDUE);
      Listening other = consumer(world).policy(policy).listen(handler);

      await().until(() -> world.settled() >= othersAreHandled(place));
      go.countDown();

      awaitSettled(world, "hangs");
      await().until(() -> hangs.state() == Listening.State.RUNNING);
      hangs.close();
      other.close();
    }
  }

  @ParameterizedTest
  @MethodSource("places")
  void aPausedListenerTakesNothingNewUntilItGoesOn(Place place) {
    try (ListenerWorld world = place.world()) {
      AtomicInteger calls = new AtomicInteger();
      Listening listening =
          consumer(world)
              .listen(delivery -> {
                calls.incrementAndGet();
                return Verdict.ack();
              });
      listening.pause();
      publish(world);
      Listening other = consumer(world).listen(delivery -> Verdict.ack());
      awaitSettled(world, "paused");
      assertThat(calls).as("the other has had all of them").hasValue(0);
      assertThat(listening.state()).isEqualTo(Listening.State.PAUSED);
      other.close();

      listening.resume();
      world.feige().producer(ListenerWorld.TOPIC).build().publish(Message.of("k", "after"));

      await().until(() -> world.settled() == MESSAGES + 1);
      assertThat(calls).hasValue(1);
      listening.close();
    }
  }

  @Test
  void awaitReturnsWhenItIsClosedAndNotBefore() throws InterruptedException {
    try (ListenerWorld world = ListenerWorld.inMemory(Order.NONE)) {
      Listening listening = consumer(world).listen(delivery -> Verdict.ack());

      assertThat(listening.await(Duration.ofMillis(50))).isFalse();
      world.feige().close();

      listening.await();
      assertThat(listening.stoppedBecause()).isEmpty();
    }
  }

  @Test
  void anIdleListenerHoldsNoThreadAndAThousandAreClosedAtOnce() throws Exception {
    int count = 1_000;
    List<Exchange> cancels = new ArrayList<>();
    try (ScriptedNode node = new ScriptedNode();
        FeigeClient feige =
            FeigeClient.builder().servers(node.address()).closeTimeout(Waits.patience()).build()) {
      node.always(CommandType.TOPIC_LIST, ListenerFaultsIT::answerTopic);
      // Who closed one after the other would wait for the first answer, which comes after the last.
      node.always(
          CommandType.CANCEL_PULL,
          cancel -> {
            cancels.add(cancel);
            if (cancels.size() == count) {
              cancels.forEach(node::standing);
            }
          });
      for (int i = 0; i < count; i++) {
        Listening unused =
            feige.consumer(ListenerWorld.TOPIC).group("g" + i).listen(delivery -> Verdict.ack());
      }
      await().until(() -> node.received(Pull.class).size() == count);
      await("their threads have gone").until(() -> threadsAtWork() == 0);

      Waits.get(CompletableFuture.runAsync(feige::close));

      assertThat(node.received(CancelPull.class)).hasSize(count);
    }
  }

  private static void answerTopic(Exchange asked) {
    TopicSpec spec = TopicSpec.named(ListenerWorld.TOPIC);
    asked.answer(new TopicList(List.of(new TopicDescription(spec, 1, 0, 0, 0, 0, 0, 1))));
  }

  /** Threads that work for listeners here: they are called after them as long as they do. */
  private static long threadsAtWork() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("feige-listen-"))
        .count();
  }

  /** In order, what follows under the key of the one that hangs has to wait for it. */
  private static int othersAreHandled(Place place) {
    return switch (place.order()) {
      case NONE -> MESSAGES - 1;
      case BY_KEY -> 1;
      case WHOLE -> 0;
    };
  }

  private static ConsumerBuilder consumer(ListenerWorld world) {
    return world.feige().consumer(ListenerWorld.TOPIC).group("g").concurrency(3);
  }

  private static void publish(ListenerWorld world) {
    Producer producer = world.feige().producer(ListenerWorld.TOPIC).build();
    for (int i = 0; i < MESSAGES; i++) {
      producer.publish(Message.of("k" + i % 3, Integer.toString(i)));
    }
  }

  private static void awaitSettled(ListenerWorld world, String what) {
    await(what)
        .untilAsserted(() -> {
          world.passTime();
          assertThat(world.settled()).isEqualTo(MESSAGES);
        });
  }

  private static int deeper(int depth) {
    return depth < 0 ? depth : deeper(depth + 1) + 1;
  }

  /** No verdict at all, unseen by the compiler. */
  private static Verdict nothing() {
    Verdict[] none = new Verdict[1];
    return none[0];
  }
}
