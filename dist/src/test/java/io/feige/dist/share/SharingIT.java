package io.feige.dist.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.ConsumerBuilder;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.GroupDescription;
import io.feige.client.Listening;
import io.feige.client.Message;
import io.feige.client.Order;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.TopicSpec;
import io.feige.client.Verdict;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Consumers with the defaults, at a node in a process of its own. */
class SharingIT {
  /** What is held so long comes to others by sharing alone. */
  private static final Duration FOR_EVER = Duration.ofHours(12);

  private static final int MANY = 1_000;
  private static final Duration LOOK = Duration.ofMillis(100);

  @TempDir static Path dir;

  private static NodeProcess node;
  private static FeigeClient feige;

  @BeforeAll
  static void startNode() {
    node = NodeProcess.start(new NodeSetup(dir.resolve("node"), NodeProcess.freePort(), "256m"));
    node.awaitServing(Waits.patience());
    feige = FeigeClient.builder().servers(node.address()).build();
  }

  @AfterAll
  static void stopNode() {
    feige.close();
    node.close();
  }

  /** A consumer that handles as many messages as it is let, and stands still in the next one. */
  private static final class Worker implements AutoCloseable {
    private final Semaphore let;
    private final Queue<String> finished = new ConcurrentLinkedQueue<>();
    private final Listening listening;

    Worker(String topic, int messages) {
      let = new Semaphore(messages);
      listening =
          consumer(topic)
              .listen(delivery -> {
                let.acquire();
                finished.add(delivery.text());
                return Verdict.ack();
              });
    }

    void letAll() {
      let.release(MANY);
    }

    List<String> finished() {
      return List.copyOf(finished);
    }

    void awaitFinished(int messages) {
      await().until(() -> finished.size() == messages);
    }

    @Override
    public void close() {
      letAll();
      listening.close();
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void consumersThatJoinLaterGetTheirShareOfWhatOthersHaveNotStarted(Order order) {
    String topic = "shared-" + order;
    feige.topics().create(TopicSpec.of(topic).withOrder(order).withLease(FOR_EVER));
    publish(topic, 100);

    try (Worker first = new Worker(topic, 10)) {
      first.awaitFinished(10);
      try (Worker second = new Worker(topic, 20);
          Worker third = new Worker(topic, 20)) {
        if (order != Order.WHOLE) {
          // The first has the rest, and stands still.
          second.awaitFinished(20);
          third.awaitFinished(20);
        }
        List<Worker> all = List.of(first, second, third);
        all.forEach(Worker::letAll);
        await().until(() -> lag(topic) == 0);

        assertThat(all.stream().flatMap(worker -> worker.finished().stream()))
            .containsExactlyInAnyOrderElementsOf(numbers(100));
      }
    }
  }

  /** It was fast until then, so it has claimed many. */
  @ParameterizedTest
  @EnumSource(names = {"NONE", "BY_KEY"})
  void whatWaitsBehindAHandlerThatStandsStillGoesToOthers(Order order) {
    String topic = "behind-" + order;
    feige.topics().create(TopicSpec.of(topic).withOrder(order).withLease(FOR_EVER));
    publish(topic, 400);

    try (Worker first = new Worker(topic, 200)) {
      first.awaitFinished(200);
      try (Worker second = new Worker(topic, MANY)) {
        second.awaitFinished(199);
        first.letAll();
        await().until(() -> lag(topic) == 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void aMessageThatKillsItsConsumerIsTheOnlyDeadLetter(Order order) throws Exception {
    String topic = "poisoned-" + order;
    feige
        .topics()
        .create(
            TopicSpec.of(topic)
                .withOrder(order)
                .withMaxAttempts(3)
                .withLease(Duration.ofSeconds(2))
                .withRetryDelay(Duration.ofMillis(10), Duration.ofMillis(10)));
    publish(topic, 40);
    feige.producer(topic).build().publish(Message.of("k1", "poison"));
    publish(topic, 59);

    AtomicInteger deaths = new AtomicInteger();
    Process child = handler(topic, 0);
    try {
      while (lag(topic) > 0) {
        assertThat(deaths).hasValueLessThan(8);
        if (child.waitFor(100, TimeUnit.MILLISECONDS)) {
          deaths.incrementAndGet();
          child = handler(topic, 0);
        }
      }
    } finally {
      end(child);
    }

    assertThat(readUpToTheEnd(topic + ".dlq")).containsExactly("poison");
    assertThat(deaths).hasValueGreaterThanOrEqualTo(3);
  }

  /** All that is there before a last one, which this publishes. */
  private static List<String> readUpToTheEnd(String topic) {
    try (Producer producer = feige.producer(topic).build();
        Reader reader = feige.reader(topic).build()) {
      producer.publish(Message.of("the end"));
      List<String> texts = new ArrayList<>();
      await()
          .until(() -> {
            reader.read(100, LOOK).forEach(message -> texts.add(message.text()));
            return texts.remove("the end");
          });
      return texts;
    }
  }

  @Test
  void whatAKilledConsumerHadNotStartedIsHandledByAnother() throws Exception {
    String topic = "killed";
    feige.topics().create(TopicSpec.of(topic).withLease(FOR_EVER));
    Producer producer = feige.producer(topic).build();
    producer.publish(Message.of("stuck"));
    publish(topic, 50);
    Process child = handler(topic, 10);
    try {
      await().until(() -> groups(topic).anyMatch(group -> group.outstanding() > 1));

      end(child);
      try (Worker heir = new Worker(topic, MANY)) {
        heir.awaitFinished(50);

        assertThat(heir.finished()).containsExactlyInAnyOrderElementsOf(numbers(50));
      }
    } finally {
      end(child);
    }
  }

  @Test
  void anApplicationThatPullsSharesAsAListenerDoes() {
    String topic = "pulled";
    feige.topics().create(TopicSpec.of(topic).withLease(FOR_EVER));
    publish(topic, 200);
    try (var slow = consumer(topic).build();
        var other = consumer(topic).build()) {
      Delivery one = slow.pull(1, Waits.patience()).get(0);
      AtomicInteger got = new AtomicInteger();
      await()
          .until(() -> {
            List<Delivery> more = other.pull(50, LOOK);
            other.ackAll(more);
            return got.addAndGet(more.size()) == 199;
          });
      one.ack();
    }
    assertThat(lag(topic)).isZero();
  }

  private static ConsumerBuilder consumer(String topic) {
    return feige.consumer(topic).group("g");
  }

  private static void publish(String topic, int messages) {
    Producer producer = feige.producer(topic).build();
    for (int i = 0; i < messages; i++) {
      producer.publish(Message.of("k" + i, Integer.toString(i)));
    }
    producer.close();
  }

  private static List<String> numbers(int end) {
    return IntStream.range(0, end).mapToObj(Integer::toString).toList();
  }

  /** Messages that the group is not done with; some if there is no group yet. */
  private static long lag(String topic) {
    return groups(topic).mapToLong(GroupDescription::lag).findAny().orElse(1);
  }

  private static Stream<GroupDescription> groups(String topic) {
    return feige.groups().list().stream().filter(group -> group.topic().equals(topic));
  }

  private static Process handler(String topic, long millis) throws IOException {
    String java = Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
    return new ProcessBuilder(
            java,
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path", ""),
            HaltingHandler.class.getName(),
            node.address(),
            topic,
            Long.toString(millis))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static void end(Process child) throws InterruptedException {
    child.destroyForcibly().waitFor();
  }
}
