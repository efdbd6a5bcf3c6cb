package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.TopicSpec;
import io.feige.dist.cluster.FreePorts;
import io.feige.dist.house.MetricsPage;
import io.feige.dist.process.NodeProcess;
import io.feige.testkit.Waits;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code docs/metrics.md} promises is what a cluster exports that has all that brings metrics:
 * TLS, users, pairs, a message store, a group, and flows.
 */
class MetricsIT {

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> MetricsIT.cluster.dir().resolve("logs"));

  private static UpCluster cluster;

  @BeforeAll
  static void up() throws IOException {
    cluster = new UpCluster(temporary.resolve("cluster"), FreePorts.forNodes(3), true);
    // Nobody listens there; that a store is wanted is enough for its metrics.
    String store = "jdbc:mysql://127.0.0.1:" + NodeProcess.freePort() + "/feige";
    String dir = cluster.dir().toString();
    UpCluster.run(
        "up",
        "--tls",
        "--proxies",
        "1",
        "--store",
        store,
        "--dir",
        dir,
        "--port-base",
        "" + cluster.port(),
        "--detach");
    try (FeigeClient client = cluster.client()) {
      client.topics().create(TopicSpec.of("orders"));
      // So many that each pair has one.
      for (String flow : List.of("primes", "squares", "cubes", "roots", "sums", "thumbs")) {
        client.topics().create(TopicSpec.of(flow).withWork());
      }
      try (Producer producer = client.producer("orders").build();
          Consumer consumer = client.consumer("orders").group("billing").build()) {
        producer.publish(Message.of("hello"));
        assertThat(consumer.pull(1, Waits.patience())).hasSize(1);
      }
    }
  }

  @AfterAll
  static void down() {
    UpCluster.run("down", "--dir", cluster.dir().toString());
  }

  @Test
  void aNodeExportsWhatThePagePromises() throws IOException {
    exports(cluster.port() + 12, MetricsPage.of("## Nodes", "## The Java platform"));
  }

  @Test
  void anAdminExportsWhatThePagePromises() throws IOException {
    exports(
        cluster.port() + 1,
        MetricsPage.of(
            "## Admins", "## The Java platform", "### Threads of an Admin and of a proxy"));
  }

  @Test
  void aProxyExportsWhatThePagePromises() throws IOException {
    exports(
        "http",
        cluster.port() + 32,
        MetricsPage.of(
            "## Proxies", "## The Java platform", "### Threads of an Admin and of a proxy"));
  }

  /** Some come with the first look at groups, some with the first answer. */
  private static void exports(int port, Map<String, String> promised) {
    exports("https", port, promised);
  }

  private static void exports(String scheme, int port, Map<String, String> promised) {
    await()
        .untilAsserted(() -> {
          Map<String, String> exported = MetricsPage.exported(scrape(scheme, port));
          Map<String, String> here = new TreeMap<>(promised);
          here.keySet().removeIf(name -> isByCollector(name) && !exported.containsKey(name));
          assertThat(exported).isEqualTo(here);
        });
  }

  /** Which of these there are depends on the collector, and on what it has done. */
  private static boolean isByCollector(String name) {
    return name.startsWith("jvm_gc_");
  }

  private static String scrape(String scheme, int port) throws Exception {
    TlsContext tls = TlsContext.load(TlsFiles.trusting(cluster.ca()));
    try (HttpClient http = HttpClient.newBuilder().sslContext(tls.platform()).build()) {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(scheme + "://127.0.0.1:" + port + "/metrics"))
                  .header("Authorization", "Bearer " + cluster.token())
                  .build(),
              BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type"))
          .contains("text/plain; version=0.0.4; charset=utf-8");
      return answer.body();
    }
  }
}
