package io.feige.broker.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class OpsServerIT {
  private final NodeMetrics metrics = new NodeMetrics();
  private final HttpClient http = HttpClient.newHttpClient();
  private volatile HealthReport health = HealthReport.WELL;

  @AfterEach
  void close() {
    http.close();
    metrics.close();
  }

  @Test
  void healthIsAboutTheProcessAndReadyAboutServing() throws Exception {
    try (OpsServer ops = start(Map.of())) {
      assertThat(get(ops, "/health").statusCode()).isEqualTo(200);
      assertThat(get(ops, "/ready").statusCode()).isEqualTo(200);

      health = new HealthReport(true, false, false, "say \"please\"\n");
      assertThat(get(ops, "/health").statusCode()).isEqualTo(200);
      assertThat(get(ops, "/ready").statusCode()).isEqualTo(503);
      assertThat(get(ops, "/ready").body())
          .isEqualTo(
              "{\"alive\":true,\"serving\":false,\"acceptsPublishes\":false,"
                  + "\"reason\":\"say \\\"please\\\"\\u000a\"}\n");

      health = new HealthReport(false, false, false, "the disk failed");
      assertThat(get(ops, "/health").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void metricsAreInPrometheusFormat() throws Exception {
    metrics.published(5, 500);
    try (OpsServer ops = start(Map.of())) {
      HttpResponse<String> response = get(ops, "/metrics");

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/plain; version=0.0.4");
      assertThat(response.body()).contains("feige_published_records_total 5.0");
    }
  }

  @Test
  void withATokenMetricsWantItAndHealthDoesNot() throws Exception {
    try (OpsServer ops = start(Map.of("security.token", "correct-horse"))) {
      assertThat(get(ops, "/metrics").statusCode()).isEqualTo(401);
      assertThat(get(ops, "/metrics", "Bearer wrong-horse").statusCode()).isEqualTo(401);
      assertThat(get(ops, "/metrics", "Bearer correct-horse").statusCode()).isEqualTo(200);
      assertThat(get(ops, "/health").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void everythingElseIsRefusedPolitely() throws Exception {
    try (OpsServer ops = start(Map.of())) {
      assertThat(get(ops, "/").statusCode()).isEqualTo(404);
      assertThat(get(ops, "/metricsx").statusCode()).isIn(200, 404);
      HttpRequest post =
          HttpRequest.newBuilder(uri(ops, "/health"))
              .POST(HttpRequest.BodyPublishers.ofString("x"))
              .build();
      assertThat(http.send(post, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    }
  }

  private OpsServer start(Map<String, String> settings) throws IOException {
    Map<String, String> flags = new HashMap<>(settings);
    flags.put("http.port", "0");
    NodeConfig config = NodeSettings.load(Optional.empty(), Map.of(), flags).config();
    return OpsServer.start(config, () -> health, metrics);
  }

  private HttpResponse<String> get(OpsServer ops, String path) throws Exception {
    return get(ops, path, "");
  }

  private HttpResponse<String> get(OpsServer ops, String path, String authorization)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(ops, path));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static URI uri(OpsServer ops, String path) {
    return URI.create("http://127.0.0.1:" + ops.port() + path);
  }
}
