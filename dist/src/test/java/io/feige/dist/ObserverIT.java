package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.TopicSpec;
import io.feige.dist.cluster.FreePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Somebody reads all that passes between client, nodes and Admin while messages are published,
 * pulled and taken over. In clear it is all there, which shows that he looks well; with TLS neither
 * messages nor secrets are.
 */
class ObserverIT {
  private static final int MESSAGES = 50;
  private static final int LEAST_SEEN = 300;

  /** Ports after the first of a process that lead to it through the observer. */
  private static final int CLIENTS = 5;

  private static final int LINKS = 3;
  private static final int ADMINS = 4;
  private static final int ADMIN_CLIENTS = 3;

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> ObserverIT.dir.resolve("logs"));

  private static Path dir = Path.of("");

  private final List<RecordingRelay> relays = new ArrayList<>();
  private final String body = "body " + UUID.randomUUID();
  private final String topic = "topic-" + UUID.randomUUID();
  private int base;
  private UpCluster cluster = new UpCluster(dir, 0, false);

  @AfterEach
  void down() throws IOException {
    UpCluster.run("down", "--dir", dir.toString());
    for (RecordingRelay relay : relays) {
      relay.close();
    }
  }

  /** Where there is time also without TLS, to show that the observer sees what is to be seen. */
  private static Stream<Boolean> ways() {
    return Boolean.getBoolean("feige.bothWays") ? Stream.of(false, true) : Stream.of(true);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void whoListensLearnsNothingWhereTlsIsSpoken(boolean withTls) throws Exception {
    dir = temporary.resolve(withTls ? "encrypted" : "clear");
    up(withTls);
    scenario();

    String secret = Files.readString(dir.resolve("secret")).strip();
    String all = String.join("", relays.stream().map(RecordingRelay::seen).toList());
    if (withTls) {
      for (RecordingRelay relay : relays) {
        assertThat(relay.seen().length()).as(relay.name()).isGreaterThan(LEAST_SEEN);
      }
      for (String hidden : List.of(secret, cluster.token(), body, topic, "Bearer", "pair-1")) {
        assertThat(all.contains(hidden)).as(hidden).isFalse();
        assertThat(all.contains(base64(hidden))).as("base64 of " + hidden).isFalse();
      }
    } else {
      for (String open : List.of(secret, body, topic, "pair-1")) {
        assertThat(all.contains(open)).as(open).isTrue();
      }
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Once without the observer, which makes the settings; then with him in all ways. */
  private void up(boolean withTls) throws Exception {
    base = FreePorts.forNodes(2);
    // What it is asked, and answers, passes the observer too.
    cluster = new UpCluster(dir, base + ADMIN_CLIENTS, withTls);
    List<String> up =
        new ArrayList<>(List.of("up", "--dir", dir.toString(), "--port-base", "" + base));
    if (withTls) {
      up.add("--tls");
    }
    up.add("--detach");
    UpCluster.run(up.toArray(String[]::new));
    UpCluster.run("down", "--dir", dir.toString());
    relay("client to Admin", base + ADMIN_CLIENTS, base);
    relay("client to REST", base + ADMIN_CLIENTS + 1, base + 1);
    for (int number = 1; number <= 2; number++) {
      int first = base + 10 * number;
      relay("client to node-" + number, first + CLIENTS, first);
      relay("link to node-" + number, first + LINKS, first + 1);
      relay("node-" + number + " to Admin", first + ADMINS, base);
      lead(dir.resolve("node-" + number + ".yaml"), first);
    }
    UpCluster.run("up", "--dir", dir.toString(), "--detach");
    cluster.awaitInSync();
  }

  private void relay(String name, int port, int target) throws IOException {
    relays.add(new RecordingRelay(name, port, target));
  }

  private void lead(Path settings, int first) throws IOException {
    String host = "127.0.0.1:";
    String text = Files.readString(settings);
    String led =
        text.replaceFirst("listen:\n", "listen:\n  advertise: " + host + (first + CLIENTS) + "\n")
            .replaceFirst("admins: \\S+", "admins: " + host + (first + ADMINS))
            .replaceFirst("(link: \\S+)", "$1 as " + host + (first + LINKS));
    assertThat(led.lines().count()).isEqualTo(text.lines().count() + 1);
    Files.writeString(settings, led);
  }

  private void scenario() throws Exception {
    try (FeigeClient feige = cluster.client()) {
      feige.topics().create(TopicSpec.of(topic));
      publish(feige, 0);
      if (cluster.isEncrypted()) {
        failOver();
      }
      publish(feige, MESSAGES);
      pullAll(feige);
    }
  }

  private void failOver() throws IOException {
    String active = cluster.status().get("pairs").get(0).get("active").asString();
    long pid = Long.parseLong(Files.readString(dir.resolve(active + ".pid")).strip());
    ProcessHandle node = ProcessHandle.of(pid).orElseThrow();
    node.destroyForcibly();
    node.onExit().join();
    await()
        .ignoreExceptions()
        .until(() -> {
          JsonNode pair = cluster.status().get("pairs").get(0);
          return pair.get("serving").asBoolean() && !pair.get("active").asString().equals(active);
        });
    UpCluster.run("up", "--dir", dir.toString(), "--restart", active);
    cluster.awaitInSync();
  }

  private void publish(FeigeClient feige, int first) {
    try (Producer producer = feige.producer(topic).build()) {
      for (int i = first; i < first + MESSAGES; i++) {
        Message message = Message.of(body + " " + i);
        await()
            .until(() -> {
              try {
                producer.publish(message);
                return true;
              } catch (FeigeException e) {
                return false;
              }
            });
      }
    }
  }

  private void pullAll(FeigeClient feige) {
    Set<String> missing = new TreeSet<>();
    IntStream.range(0, 2 * MESSAGES).forEach(i -> missing.add(body + " " + i));
    try (Consumer consumer = feige.consumer(topic).group("g").build()) {
      await()
          .until(() -> {
            List<Delivery> deliveries = consumer.pull(100, Duration.ofSeconds(1));
            deliveries.forEach(delivery -> missing.remove(delivery.text()));
            consumer.ackAll(deliveries);
            return missing.isEmpty();
          });
    }
  }
}
