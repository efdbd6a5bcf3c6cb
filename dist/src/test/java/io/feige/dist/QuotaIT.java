package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.StartFrom;
import io.feige.protocol.error.ErrorCode;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Quotas as they are set by commands and felt by the SDK, on a cluster of {@code up}. */
class QuotaIT {
  private static final Duration LITTLE = Duration.ofMillis(500);

  /** At 1 KiB a second more than any test waits for. */
  private static final byte[] LARGE = new byte[512 << 10];

  /** More than there are pairs. */
  private static final int TRIES = 4;

  /** More than is fetched ahead. */
  private static final int MANY = 100;

  private static final byte[] SMALL = new byte[100];

  @TempDir static Path temporary;

  @RegisterExtension
  static final SharedCluster CLUSTER = new SharedCluster(() -> temporary.resolve("cluster"));

  private static String quota(String... arguments) {
    return CLUSTER.get().ask(command(arguments));
  }

  private static String[] command(String... arguments) {
    return Stream.concat(Stream.of("quota"), Stream.of(arguments)).toArray(String[]::new);
  }

  private static Producer producer(FeigeClient client, String topic, Duration timeout) {
    return client.producer(topic).timeout(timeout).build();
  }

  /**
   * Whether a publisher that waits little is refused, again and again, at whichever node it asks.
   */
  private static void isRefusedEverywhere(FeigeClient client, String topic, byte[] body) {
    for (int i = 0; i < TRIES; i++) {
      try (Producer hasty = producer(client, topic, LITTLE)) {
        assertThatThrownBy(() -> hasty.publish(Message.of(body)))
            .isInstanceOfSatisfying(
                FeigeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED))
            .hasMessageContaining("quota of topic:" + topic);
      }
    }
  }

  @Test
  void publisherOfATopicWaitsAndOthersDoNot() throws IOException {
    assertThat(quota("set", "topic:slow", "--publish", "1KiB"))
        .contains("topic:slow", "KiB/s", "no limit");
    try (FeigeClient client = CLUSTER.get().client();
        Producer slow = producer(client, "slow", Waits.patience());
        Producer other = producer(client, "fast", Waits.patience())) {
      await().untilAsserted(() -> isRefusedEverywhere(client, "slow", LARGE));
      for (int i = 0; i < 100; i++) {
        other.publish(Message.of(SMALL));
      }
      var waiting = slow.publishAsync(Message.of(SMALL));
      assertThat(waiting).isNotDone();

      assertThat(quota("delete", "topic:slow")).contains("is lifted");
      assertThat(waiting).succeedsWithin(Waits.patience());
    }
  }

  @Test
  void readerOfATopicWaits() throws IOException {
    try (FeigeClient client = CLUSTER.get().client();
        Producer producer = producer(client, "watched", Waits.patience())) {
      for (int i = 0; i < MANY; i++) {
        producer.publish(Message.of(LARGE));
      }
      quota("set", "topic:watched", "--pull", "1KiB");
      try (Reader reader = client.reader("watched").from(StartFrom.earliest()).build()) {
        int read = 0;
        for (int i = 0; i < 10; i++) {
          read += reader.read(1, LITTLE).size();
        }
        assertThat(read).isBetween(1, MANY - 1);
        quota("delete", "topic:watched");
        while (read < MANY) {
          read += reader.read(1, Waits.patience()).size();
        }
      }
    }
  }

  @Test
  void topicThatIsFullTakesNoMoreBeforeItMayHaveMore() throws IOException {
    quota("set", "topic:full", "--stored", "64KiB");
    try (FeigeClient client = CLUSTER.get().client();
        Producer producer = producer(client, "full", Waits.patience())) {
      await().untilAsserted(() -> isRefusedEverywhere(client, "full", LARGE));
      quota("set", "topic:full", "--stored", "64MiB");
      producer.publish(Message.of(SMALL));
    }
    quota("delete", "topic:full");
  }

  @Test
  void quotaHoldsWhileNoAdminRuns() throws IOException {
    List<String> admins = List.of("admin-1");
    quota("set", "topic:left-alone", "--publish", "1KiB");
    try (FeigeClient client = CLUSTER.get().client()) {
      await().untilAsserted(() -> isRefusedEverywhere(client, "left-alone", LARGE));
      CLUSTER.get().kill(admins);
      isRefusedEverywhere(client, "left-alone", LARGE);
    } finally {
      CLUSTER.get().restart(admins);
    }
    quota("delete", "topic:left-alone");
  }

  @Test
  void commandsSayWhatIsWrong() {
    Map<List<String>, String> wrong =
        Map.of(
            List.of("delete", "topic:nobody"), "there is no quota of 'topic:nobody'",
            List.of("set", "nobody", "--publish", "1MiB"), "'nobody' has no quota",
            List.of("set", "topic:nobody"), "a quota limits something",
            List.of("set", "topic:nobody", "--publish", "1"), "publishBytesPerSecond is from 1024",
            List.of("set", "user:nobody", "--stored", "1MiB"), "not for users");
    wrong.forEach((arguments, words) -> {
      CommandRun run = CLUSTER.get().attempt(command(arguments.toArray(String[]::new)));
      assertThat(run.exitCode()).as("%s", arguments).isNotZero();
      assertThat(run.err()).contains(words);
    });
    assertThat(quota("list", "--json")).doesNotContain("nobody");
  }
}
