package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.Listening;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.StartFrom;
import io.feige.client.Verdict;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever a handler, a stage of a future or a listener of switches does with its own client, it
 * gets its answer, and another producer of the client is served meanwhile.
 */
class CallsFromCallbacksIT {
  private static final Duration LITTLE = Duration.ofMillis(500);

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  /** What is called. */
  private interface Call {
    void by(FeigeClient client, Producer producer) throws Exception;
  }

  /** Whose callbacks make the calls, and what it does with the next switch of a pair. */
  private record Caller(FeigeClient client, Producer producer, Queue<Runnable> atSwitch) {}

  /** Has a call made in a callback of the client; the future says how it went. */
  private interface Place {
    CompletableFuture<Void> call(Caller caller, Runnable call) throws Exception;
  }

  private static final Map<String, Call> CALLS = calls();
  private static final Map<String, Place> PLACES = places();

  private static Map<String, Call> calls() {
    Map<String, Call> calls = new LinkedHashMap<>();
    calls.put("publish", (_, producer) -> producer.publish(Message.of("x")));
    calls.put("publishAsync, join", (_, producer) -> producer.publishAsync(Message.of("x")).join());
    calls.put("flush", (_, producer) -> producer.flush());
    calls.put("close of the producer", (_, producer) -> producer.close());
    calls.put(
        "ackAsync, join",
        (client, _) -> {
          try (Consumer consumer = client.consumer("calls").group("acks").build()) {
            for (Delivery delivery : consumer.pull(1, Waits.patience())) {
              delivery.ackAsync().join();
            }
          }
        });
    calls.put(
        "read",
        (client, _) -> {
          try (Reader reader = client.reader("calls").from(StartFrom.earliest()).build()) {
            assertThat(reader.read(1, Waits.patience())).isNotEmpty();
          }
        });
    calls.put("list of topics", (client, _) -> client.topics().list());
    calls.put("groups", (client, _) -> client.groups().list("calls"));
    calls.put("awaitConnected", (client, _) -> client.awaitConnected(Waits.patience()));
    calls.put(
        "a client of its own",
        (_, _) -> {
          try (FeigeClient own = CLUSTER.get().client()) {
            own.topics().list();
          }
        });
    calls.put(
        "listen and close",
        (client, _) ->
            client.consumer("calls").group("listens").listen(_ -> Verdict.ack()).close());
    calls.put("sleep", (_, _) -> Thread.sleep(1_000));
    calls.put("interrupt", (_, _) -> Thread.currentThread().interrupt());
    return calls;
  }

  private static Map<String, Place> places() {
    Map<String, Place> places = new LinkedHashMap<>();
    places.put(
        "stage of a publish",
        (caller, call) -> caller.producer().publishAsync(Message.of("a")).thenRun(call));
    places.put(
        "stage of the first publish of a batch",
        (caller, call) -> {
          Producer producer = caller.producer();
          CompletableFuture<Void> done = producer.publishAsync(Message.of("a")).thenRun(call);
          for (int i = 0; i < 100; i++) {
            var _ = producer.publishAsync(Message.of("b"));
          }
          return done;
        });
    places.put(
        "stage of an ack",
        (caller, call) -> {
          caller.producer().publish(Message.of("a"));
          try (Consumer consumer = caller.client().consumer("calls").group("stage").build()) {
            return consumer.pull(1, Waits.patience()).getFirst().ackAsync().thenRun(call);
          }
        });
    places.put(
        "handler",
        (caller, call) -> {
          CompletableFuture<Void> done = new CompletableFuture<>();
          String group = "handler-" + System.nanoTime();
          Listening listening =
              caller
                  .client()
                  .consumer("calls")
                  .group(group)
                  .startFrom(GroupStart.LATEST)
                  .listen(_ -> {
                    if (!done.isDone()) {
                      run(call, done);
                    }
                    return Verdict.ack();
                  });
          for (int i = 0; !done.isDone() && i < 100; i++) {
            caller.producer().publish(Message.of("a"));
            Thread.sleep(10);
          }
          return done.whenComplete((_, _) -> Thread.ofVirtual().start(listening::close));
        });
    places.put(
        "listener of switches",
        (caller, call) -> {
          CompletableFuture<Void> done = new CompletableFuture<>();
          caller.atSwitch().add(() -> run(call, done));
          CLUSTER.get().awaitInSync();
          CLUSTER.get().ask("pair", "switch", "pair-1");
          return done;
        });
    return places;
  }

  private static void run(Runnable call, CompletableFuture<Void> done) {
    try {
      call.run();
      done.complete(null);
    } catch (RuntimeException e) {
      done.completeExceptionally(e);
    }
  }

  @TestFactory
  Stream<DynamicTest> everyCallFromEveryCallback() {
    List<DynamicTest> all = new ArrayList<>();
    PLACES.forEach((where, place) ->
        CALLS.forEach((what, call) ->
            all.add(dynamicTest(what + " in a " + where, () -> isAnswered(place, call)))));
    return all.stream();
  }

  private static void isAnswered(Place place, Call call) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Queue<Runnable> atSwitch = new ConcurrentLinkedQueue<>();
    try (FeigeClient client =
            FeigeClient.builder()
                .servers(CLUSTER.get().address())
                .onSwitch(_ -> atSwitch.forEach(Runnable::run))
                .build();
        Producer producer = client.producer("calls").build();
        Producer other = client.producer("others").build()) {
      producer.publish(Message.of("there is one"));
      CompletableFuture<Void> done =
          place.call(
              new Caller(client, producer, atSwitch),
              () -> {
                begun.countDown();
                try {
                  call.by(client, producer);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      begun.await();
      assertThat(other.publishAsync(Message.of("y"))).succeedsWithin(Waits.patience());
      assertThat(done).succeedsWithin(Waits.patience());
    }
  }

  @Test
  void aStageMayCloseItsClient() throws Exception {
    try (FeigeClient client = CLUSTER.get().client();
        Producer producer = client.producer("calls").build()) {
      CompletableFuture<Void> closed =
          producer.publishAsync(Message.of("last")).thenRun(client::close);
      assertThat(closed).succeedsWithin(Waits.patience());
    }
  }

  @Test
  void whatAHandlerThatClosesItsListenerHasIsSettled() throws Exception {
    Queue<String> handled = new ConcurrentLinkedQueue<>();
    closesAtTheEnd(handled, false);
    closesAtTheEnd(handled, true);
    assertThat(handled).containsExactly("END", "END");
  }

  /** Two times, with a group that must not get the first message again. */
  private static void closesAtTheEnd(Queue<String> handled, boolean isClient) throws Exception {
    CompletableFuture<Listening> listening = new CompletableFuture<>();
    try (FeigeClient client = CLUSTER.get().client();
        FeigeClient after = CLUSTER.get().client()) {
      try (Producer producer = client.producer("ends").build()) {
        producer.publish(Message.of("END"));
      }
      listening.complete(
          client
              .consumer("ends")
              .group("g")
              .listen(delivery -> {
                handled.add(delivery.text());
                if (isClient) {
                  client.close();
                } else {
                  listening.join().close();
                }
                return Verdict.ack();
              }));
      assertThat(listening.join().await(Waits.patience())).isTrue();
      try (Consumer consumer = after.consumer("ends").group("g").build()) {
        assertThat(consumer.pull(1, LITTLE)).as("what comes again").isEmpty();
      }
    }
  }
}
