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
import io.feige.client.ReceivedMessage;
import io.feige.client.TopicSpec;
import io.feige.client.Verdict;
import io.feige.dist.process.NodeProcess;
import io.feige.dist.process.NodeSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Consumers with the defaults, at a node in a process of its own. */
class SharingIT {
  @TempDir static Path dir;

  private static NodeProcess node;
  private static FeigeClient feige;

  @BeforeAll
  static void startNode() {
    node = NodeProcess.start(new NodeSetup(dir.resolve("node"), NodeProcess.freePort(), "256m"));
    node.awaitServing(Duration.ofSeconds(60));
    feige = FeigeClient.builder().servers(node.address()).build();
  }

  @AfterAll
  static void stopNode() {
    feige.close();
    node.close();
  }

  /** A consumer that notes when it finished each of its messages. */
  private static final class Worker implements AutoCloseable {
    private final long begunNanos = System.nanoTime();
    private final Queue<Long> finishedNanos = new ConcurrentLinkedQueue<>();
    private final Listening listening;

    Worker(String topic, long millis) {
      listening =
          consumer(topic)
              .listen(delivery -> {
                TimeUnit.MILLISECONDS.sleep(millis);
                finishedNanos.add(System.nanoTime());
                return Verdict.ack();
              });
    }

    int finished() {
      return finishedNanos.size();
    }

    /** The longest time without finishing anything, from its beginning to its last message. */
    Duration longestIdle() {
      long longest = 0;
      long last = begunNanos;
      for (long finished : finishedNanos) {
        longest = Math.max(longest, finished - last);
        last = finished;
      }
      return Duration.ofNanos(longest);
    }

    @Override
    public void close() {
      listening.close();
    }
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void consumersThatJoinLaterGetTheirShareAtOnce(Order order) {
    String topic = "shared-" + order;
    feige.topics().create(TopicSpec.of(topic).withOrder(order));
    publish(topic, 100);

    try (Worker first = new Worker(topic, 50)) {
      await().until(() -> first.finished() >= 10);
      try (Worker second = new Worker(topic, 50)) {
        await().until(() -> second.finished() + first.finished() >= 20);
        try (Worker third = new Worker(topic, 50)) {
          await().atMost(Duration.ofSeconds(20)).until(() -> lag(topic) == 0);

          int all = first.finished() + second.finished() + third.finished();
          assertThat(all).isEqualTo(100);
          if (order != Order.WHOLE) {
            assertThat(second.finished()).isGreaterThan(15);
            assertThat(third.finished()).isGreaterThan(15);
            assertThat(second.longestIdle()).isLessThan(Duration.ofSeconds(1));
            assertThat(third.longestIdle()).isLessThan(Duration.ofSeconds(1));
          }
        }
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
                .withLease(Duration.ofSeconds(1))
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

    try (Reader letters = feige.reader(topic + ".dlq").build()) {
      assertThat(letters.read(100, Duration.ofMillis(300)))
          .extracting(ReceivedMessage::text)
          .containsExactly("poison");
    }
    assertThat(deaths).hasValueGreaterThanOrEqualTo(3);
  }

  @Test
  void whatAKilledConsumerHadNotStartedIsAtAnotherWithinTwoSeconds() throws Exception {
    String topic = "killed";
    feige.topics().create(TopicSpec.of(topic));
    Producer producer = feige.producer(topic).build();
    producer.publish(Message.of("stuck"));
    publish(topic, 50);
    Process child = handler(topic, 10);
    try {
      await().until(() -> groups(topic).anyMatch(group -> group.outstanding() > 1));

      end(child);
      long killed = System.nanoTime();
      Worker heir = new Worker(topic, 0);
      await().until(() -> heir.finished() >= 50);

      assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(2));
      heir.close();
    } finally {
      end(child);
    }
  }

  @Test
  void anApplicationThatPullsSharesAsAListenerDoes() {
    String topic = "pulled";
    feige.topics().create(TopicSpec.of(topic));
    publish(topic, 200);
    try (var slow = consumer(topic).build();
        var other = consumer(topic).build()) {
      Delivery one = slow.pull(1, Duration.ofSeconds(5)).get(0);
      AtomicInteger got = new AtomicInteger();
      await()
          .atMost(Duration.ofSeconds(2))
          .until(() -> {
            List<Delivery> more = other.pull(50, Duration.ofMillis(100));
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
