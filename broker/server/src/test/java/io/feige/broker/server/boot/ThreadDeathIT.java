package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.net.RawClient;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.Supervisor;
import io.feige.broker.server.pair.PairLoop;
import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.NodeVitals;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Each of the node's threads is killed by an error, and everybody can see it. */
final class ThreadDeathIT {
  @TempDir private Path dir = Path.of("");
  private final CountDownLatch now = new CountDownLatch(1);
  private final List<Thread> helpers = new CopyOnWriteArrayList<>();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final ch.qos.logback.classic.Logger logger =
      (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Supervisor.class);

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void listenNoMore() {
    logger.detachAppender(log);
  }

  @ParameterizedTest
  @ValueSource(strings = {"feige-flush-", "feige-upkeep-", "feige-scrub-", "feige-sql-"})
  void isSeenInHealthLogAndMetrics(String prefix) throws Exception {
    Supervisor supervisor = new Supervisor((name, duty) -> dyingIf(name.startsWith(prefix), duty));
    try (Node node = Node.start(config(prefix), PairLoop::openAlone, supervisor)) {
      now.countDown();
      await().until(() -> get(node, "/health").statusCode() == 503);
      assertThat(get(node, "/health").body()).contains(prefix).contains("killed on purpose");
      assertThat(vitals(node).health().isAlive()).isFalse();
      assertThat(vitals(node).health().deadThreads())
          .anyMatch(each -> each.matches(prefix + ".* has died: .*killed on purpose"));
      assertThat(get(node, "/metrics").body()).containsPattern("feige_threads_dead [1-9]");
      // The line is written behind the rest.
      await().until(() -> isLogged(LogId.THREAD_DIED + " thread " + prefix));
      endHelpers();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"feige-flush-", "feige-upkeep-"})
  void withoutWhichAJournalCannotBeServedEndsThatService(String prefix) {
    Supervisor supervisor = new Supervisor((name, duty) -> dyingIf(name.startsWith(prefix), duty));
    try (Node node = Node.start(config(prefix), PairLoop::openAlone, supervisor)) {
      now.countDown();
      await().until(() -> !node.health().serving());
      assertThat(node.health().reason()).contains("; " + prefix + "pair-1 has died");
      endHelpers();
    }
  }

  /** Does what it should until the test says that it is time. */
  private Runnable dyingIf(boolean isVictim, Runnable duty) {
    if (!isVictim) {
      return duty;
    }
    return () -> {
      Thread helper = Thread.ofVirtual().start(duty);
      helpers.add(helper);
      // Whoever wakes this one means that one.
      while (now.getCount() > 0) {
        LockSupport.parkNanos(1_000_000);
        LockSupport.unpark(helper);
      }
      throw new AssertionError("killed on purpose");
    };
  }

  /** The appender's own lock is held while a line is added. */
  private boolean isLogged(String begin) {
    synchronized (log) {
      return log.list.stream().anyMatch(line -> line.getFormattedMessage().startsWith(begin));
    }
  }

  /** Only now: work that is interrupted fails, and that would end the service as well. */
  private void endHelpers() {
    helpers.forEach(Thread::interrupt);
  }

  private static NodeVitals vitals(Node node) throws IOException {
    try (RawClient client = RawClient.shaken(node.port())) {
      client.send(2, new GetVitals());
      return (NodeVitals) client.receive().answer();
    }
  }

  private static HttpResponse<String> get(Node node, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + node.httpPort() + path);
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  private NodeConfig config(String prefix) {
    Map<String, String> flags =
        new HashMap<>(Map.of("listen.port", "0", "http.port", "0", "node.dir", dir.toString()));
    if (prefix.equals("feige-sql-")) {
      // Nobody is there, which the tail has to live with.
      flags.put("sql.url", "jdbc:mysql://127.0.0.1:1/feige");
    }
    return NodeSettings.load(Optional.empty(), Map.of(), flags).config();
  }
}
