package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.FeigeClient;
import io.feige.client.Listening;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.RefusedException;
import io.feige.client.TopicSpec;
import io.feige.client.Verdict;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rule: only a publish and an explicit create make a topic, though the nodes make topics. */
class MissingTopicsIT {
  private static final String TOPIC = "deleted";

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  private static boolean isThere(FeigeClient client, String topic) {
    return client.topics().list().stream().anyMatch(each -> each.spec().name().equals(topic));
  }

  private static void publish(FeigeClient client, String... texts) {
    try (Producer producer = client.producer(TOPIC).build()) {
      for (String text : texts) {
        producer.publish(Message.of(text));
      }
    }
  }

  @Test
  void whoeverConsumesOrLooksIsRefusedAndMakesNothing() throws Exception {
    try (FeigeClient client = CLUSTER.get().client();
        Consumer consumer = client.consumer("none").group("g").build();
        Reader reader = client.reader("none").build()) {
      List<ThrowingCallable> all =
          List.of(
              () -> consumer.pull(1, Duration.ofSeconds(1)),
              () -> reader.read(1, Duration.ofSeconds(1)),
              () -> client.consumer("none").group("g").listen(delivery -> Verdict.ack()).close(),
              () -> client.topics().describe("none"),
              () -> client.groups().list("none"));
      for (ThrowingCallable each : all) {
        assertThatThrownBy(each)
            .isInstanceOf(RefusedException.class)
            .hasMessageContaining("TOPIC_NOT_FOUND");
      }
      CommandRun pull = CLUSTER.get().attempt("pull", "none", "--group", "g", "--count", "1");
      CommandRun read = CLUSTER.get().attempt("read", "none");
      for (CommandRun run : List.of(pull, read)) {
        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("TOPIC_NOT_FOUND");
      }
      for (String path :
          List.of(
              "topics/none", "topics/none/messages", "topics/none/groups", "topics/none/letters")) {
        assertThat(CLUSTER.get().rest(path).get("code").stringValue())
            .as(path)
            .isEqualTo("TOPIC_NOT_FOUND");
      }
      assertThat(isThere(client, "none")).isFalse();
    }
  }

  @Test
  void aTopicThatIsDeletedUnderItsConsumersStaysDeletedUntilItIsMadeAgain() throws Exception {
    Set<String> had = ConcurrentHashMap.newKeySet();
    try (FeigeClient client = CLUSTER.get().client()) {
      client.topics().create(TopicSpec.of(TOPIC).withMaxAttempts(3));
      try (Listening listening =
              client
                  .consumer(TOPIC)
                  .group("listening")
                  .listen(delivery -> {
                    had.add(delivery.text());
                    return Verdict.ack();
                  });
          Consumer pulling = client.consumer(TOPIC).group("pulling").build()) {
        publish(client, "a", "b");
        await().until(() -> had.containsAll(Set.of("a", "b")));

        client.topics().delete(TOPIC);
        for (int i = 0; i < 5; i++) {
          assertThatThrownBy(() -> pullAll(pulling)).hasMessageContaining("TOPIC_NOT_FOUND");
          assertThat(isThere(client, TOPIC)).isFalse();
        }

        assertThat(client.topics().create(TopicSpec.of(TOPIC).withMaxAttempts(3)).spec())
            .extracting(TopicSpec::maxAttempts)
            .isEqualTo(3);
        publish(client, "c", "d");
        await().until(() -> had.containsAll(Set.of("c", "d")));
        assertThat(listening.isOpen()).isTrue();
      }
    }
  }

  /** What was fetched before may come first. */
  private static void pullAll(Consumer pulling) {
    while (!pulling.pull(100, Duration.ofSeconds(1)).isEmpty()) {
      Thread.onSpinWait();
    }
    pulling.pull(1, Waits.patience());
  }

  @Test
  void theDeadLettersOfATopicAreThereAndEmptyBeforeTheFirst() throws Exception {
    try (FeigeClient client = CLUSTER.get().client()) {
      client.topics().create(TopicSpec.of("healthy"));
      try (Reader reader = client.reader("healthy.dlq").build();
          Listening letters =
              client.consumer("healthy.dlq").group("ops").listen(delivery -> Verdict.ack())) {
        assertThat(reader.read(1, Duration.ZERO)).isEmpty();
        assertThat(letters.isOpen()).isTrue();
      }
      CommandRun run = CLUSTER.get().attempt("read", "healthy.dlq");
      assertThat(run.exitCode()).as(run.err()).isZero();
    }
  }
}
