package io.feige.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.ScriptedAdmin;
import io.feige.client.node.ScriptedPair;
import io.feige.client.testing.InMemoryFeige;
import io.feige.protocol.command.Settle;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListenIT {
  private final InMemoryFeige feige = InMemoryFeige.create();
  private final Producer orders = feige.producer("orders").build();

  @BeforeEach
  void create() {
    feige.topics().create(TopicSpec.of("orders"));
  }

  @AfterEach
  void close() {
    feige.close();
  }

  @Test
  void everyMessageIsHandledOnceByAsManyThreadsAsAskedFor() {
    CountDownLatch allThere = new CountDownLatch(4);
    Set<String> handled = ConcurrentHashMap.newKeySet();
    Listening listening =
        consumer()
            .concurrency(4)
            .listen(delivery -> {
              allThere.countDown();
              allThere.await();
              handled.add(delivery.text());
              return Verdict.ack();
            });
    for (int i = 0; i < 100; i++) {
      orders.publish(Message.of("m" + i));
    }

    await().until(() -> handled.size() == 100 && lag("orders") == 0);
    listening.close();
    assertThat(listening.isOpen()).isFalse();
  }

  @Test
  void anExceptionIsARetryWithBackOffAndTheOtherVerdictsAreCarriedOut() {
    AtomicInteger calls = new AtomicInteger();
    Listening listening =
        consumer()
            .listen(delivery -> {
              calls.incrementAndGet();
              return switch (delivery.text()) {
                case "fail" -> throw new IllegalStateException("scripted");
                case "later" -> Verdict.retry(Duration.ofHours(1));
                case "never" -> Verdict.reject("bad");
                default -> Verdict.ack();
              };
            });
    for (String body : List.of("fail", "later", "never", "fine")) {
      orders.publish(Message.of(body));
    }

    await().until(() -> calls.get() == 4 && described().retrying() == 2);
    await().ignoreExceptions().until(() -> feige.topics().describe("orders.dlq").endOffset() == 1);
    feige.advance(Duration.ofSeconds(1));
    await().until(() -> calls.get() == 5);
    listening.close();
  }

  @Test
  void messagesOfAKeyAreHandledInOrderAlsoWhenOneIsRetried() {
    feige.topics().create(TopicSpec.of("keyed").withOrder(Order.BY_KEY));
    Producer keyed = feige.producer("keyed").build();
    for (int i = 0; i < 200; i++) {
      keyed.publish(Message.of("k" + i % 7, Integer.toString(i)));
    }
    List<Integer> handled = new CopyOnWriteArrayList<>();
    Listening listening =
        feige
            .consumer("keyed")
            .group("g")
            .concurrency(3)
            .listen(delivery -> {
              int number = Integer.parseInt(delivery.text());
              if (number % 10 == 0 && delivery.attempt() == 1) {
                return Verdict.retry(Duration.ZERO);
              }
              handled.add(number);
              return Verdict.ack();
            });

    await().until(() -> handled.size() == 200);
    listening.close();
    for (int key = 0; key < 7; key++) {
      int k = key;
      List<Integer> ofKey = new ArrayList<>(handled);
      ofKey.removeIf(number -> number % 7 != k);
      assertThat(ofKey).isSorted();
    }
  }

  @Test
  void theLeaseIsExtendedWhileTheHandlerRuns() {
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    try (ScriptedAdmin admin = new ScriptedAdmin("admin-1");
        ScriptedPair pair = new ScriptedPair("pair-1");
        FeigeClient engine = FeigeClient.builder().admin(admin.address()).build()) {
      admin.tell(pair.route());
      engine.producer("slow").build().publish(Message.of("x"));
      Listening listening =
          engine
              .consumer("slow")
              .group("g")
              .policy(ConsumerPolicy.DEFAULT.withLease(Duration.ofMillis(300)))
              .listen(delivery -> {
                calls.incrementAndGet();
                go.await();
                return Verdict.ack();
              });

      await().until(() -> extensions(pair) >= 5);
      assertThat(pair.settled()).isZero();
      go.countDown();

      await().until(() -> pair.settled() == 1);
      assertThat(calls).hasValue(1);
      listening.close();
    }
  }

  private static long extensions(ScriptedPair pair) {
    io.feige.protocol.model.Verdict extension =
        io.feige.protocol.model.Verdict.extend(0, 0, 1, 300);
    return pair.activeNode().received(Settle.class).stream()
        .flatMap(settle -> settle.verdicts().stream())
        .filter(extension::equals)
        .count();
  }

  @Test
  void closingLetsTheRunningHandlerFinish() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Listening listening =
        consumer()
            .listen(delivery -> {
              running.countDown();
              go.await();
              return Verdict.ack();
            });
    orders.publish(Message.of("x"));
    Waits.open(running);
    Thread closing = new Thread(listening::close);
    closing.start();
    await().until(() -> !listening.isOpen());
    assertThat(closing.isAlive()).isTrue();

    go.countDown();
    closing.join();

    assertThat(lag("orders")).isZero();
  }

  private ConsumerBuilder consumer() {
    return feige.consumer("orders").group("g");
  }

  private GroupDescription described() {
    return feige.groups().describe("orders", "g");
  }

  private long lag(String topic) {
    return feige.groups().describe(topic, "g").lag();
  }
}
