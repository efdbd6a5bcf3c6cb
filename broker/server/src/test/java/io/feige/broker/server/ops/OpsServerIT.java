package io.feige.broker.server.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.protocol.command.DiskUse;
import io.feige.protocol.model.DiskHolder;
import io.feige.protocol.model.DiskHolderKind;
import io.feige.protocol.model.NodeRole;
import io.feige.testkit.Waits;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OpsServerIT {
  private static final int CROWD = 300;

  @TempDir private Path dir;
  private final List<NodeAccess> opened = new ArrayList<>();
  private final NodeMetrics metrics = new NodeMetrics();
  private final HttpClient http = HttpClient.newHttpClient();
  private volatile HealthReport health = HealthReport.WELL;

  @AfterEach
  void close() {
    http.close();
    opened.forEach(NodeAccess::close);
    metrics.close();
  }

  @Test
  void healthIsAboutTheProcessAndReadyAboutServing() throws Exception {
    try (OpsServer ops = start(Map.of())) {
      assertThat(get(ops, "/health").statusCode()).isEqualTo(200);
      assertThat(get(ops, "/healthy").statusCode()).isEqualTo(404);
      assertThat(get(ops, "/ready").statusCode()).isEqualTo(200);

      health = new HealthReport(true, false, false, "say \"please\"\n");
      assertThat(get(ops, "/health").statusCode()).isEqualTo(200);
      assertThat(get(ops, "/ready").statusCode()).isEqualTo(503);
      assertThat(get(ops, "/ready").body())
          .isEqualTo(
              "{\"alive\":true,\"serving\":false,\"acceptsPublishes\":false,"
                  + "\"reason\":\"say \\\"please\\\"\\n\"}\n");

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
  void diskSaysWhoHoldsIt() throws Exception {
    try (OpsServer ops = start(Map.of())) {
      HttpResponse<String> answer = get(ops, "/disk?limit=7");

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
      assertThat(answer.body())
          .isEqualTo(
              "{\"pairs\":[{\"pair\":\"pair-1\",\"node\":\"n\",\"role\":\"ACTIVE\",\"journalStart\":5,"
                  + "\"journalEnd\":9,\"storedBytes\":4,\"neededBytes\":3,\"limitBytes\":0,"
                  + "\"freeBytes\":100,\"reserveBytes\":7,\"carriesForward\":false,"
                  + "\"lookedAtMillis\":77,\"holders\":[{\"kind\":\"group\",\"topic\":\"t\","
                  + "\"name\":\"g\",\"bytes\":1,\"heldBytes\":4,\"position\":5,"
                  + "\"sinceMillis\":66}],\"moreHolders\":7}]}\n");
      assertThat(get(ops, "/disk?pair=pair-1").body()).contains("\"moreHolders\":20");
      assertThat(get(ops, "/disk?pair=pair-9").statusCode()).isEqualTo(404);
      for (String wrong : List.of("limit=0", "limit=1001", "limit=-1", "limit=99999", "x=1")) {
        assertThat(get(ops, "/disk?" + wrong).statusCode()).as(wrong).isEqualTo(400);
      }
    }
  }

  @Test
  void diskWantsTheTokenAndDoesNotWaitForAPairForEver() throws Exception {
    try (OpsServer ops = start(Map.of("security.token", "correct-horse"))) {
      assertThat(get(ops, "/disk").statusCode()).isEqualTo(401);
      assertThat(get(ops, "/disk", "Bearer correct-horse").statusCode()).isEqualTo(200);
      assertThat(get(ops, "/disk?pair=stuck", "Bearer correct-horse").statusCode()).isEqualTo(503);
    }
  }

  private SortedMap<String, CompletableFuture<DiskUse>> disks(String pair, int limit) {
    SortedMap<String, CompletableFuture<DiskUse>> asked = new TreeMap<>();
    if (pair.equals("stuck")) {
      asked.put(pair, new CompletableFuture<>());
    } else if (pair.isEmpty() || pair.equals("pair-1")) {
      DiskHolder holder = new DiskHolder(DiskHolderKind.GROUP, "t", "g", 1, 4, 5, 66);
      DiskUse use =
          new DiskUse("n", NodeRole.ACTIVE, 5, 9, 3, 0, 100, 7, false, 77, List.of(holder), limit);
      asked.put("pair-1", CompletableFuture.completedFuture(use));
    }
    return asked;
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

  @Test
  void connectionsOnWhichNothingComesKeepNobodyOut() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (OpsServer ops = start(Map.of())) {
      for (int i = 0; i < 300; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), ops.port());
        silent.add(socket);
        socket.getOutputStream().write(i % 2 == 0 ? new byte[0] : new byte[] {'G', 'E'});
      }
      await().ignoreExceptions().until(() -> get(ops, "/health").statusCode() == 200);
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void probesAreAnsweredWhileStrangersCrowdThePort() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger came = new AtomicInteger();
    Set<Socket> open = ConcurrentHashMap.newKeySet();
    List<Thread> crowd = new ArrayList<>();
    try (OpsServer ops = start(Map.of())) {
      for (int i = 0; i < CROWD; i++) {
        crowd.add(Thread.ofVirtual().start(() -> comeAgain(ops.port(), open, came, isOver)));
      }
      await().until(() -> came.get() >= CROWD);
      for (int i = 0; i < 20; i++) {
        assertThat(probe(ops.port())).isEqualTo("HTTP/1.1 200");
      }
    } finally {
      isOver.set(true);
    }
    await()
        .until(() -> {
          // Who came when as many waited to be accepted as may is not told that the port is closed.
          for (Socket socket : open) {
            socket.close();
          }
          return crowd.stream().noneMatch(Thread::isAlive);
        });
  }

  /** Over a connection of its own; a client that keeps one is not kept out. */
  private static String probe(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(Waits.patienceMillis());
      String request = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
      return new String(status, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Connects, says nothing until it is put out, and comes again. */
  private static void comeAgain(
      int port, Set<Socket> open, AtomicInteger came, AtomicBoolean isOver) {
    while (!isOver.get()) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        open.removeIf(Socket::isClosed);
        open.add(socket);
        came.incrementAndGet();
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      } catch (IOException e) {
        // Put out by a reset, or the port is closed.
      }
    }
  }

  @Test
  void aRequestWithoutAnEndIsCutOff() throws Exception {
    try (OpsServer ops = start(Map.of());
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), ops.port())) {
      socket.setSoTimeout(Waits.patienceMillis());
      OutputStream out = socket.getOutputStream();
      out.write("GET /health HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
      byte[] more = "x".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> {
            for (int i = 0; i < 1_000; i++) {
              out.write(more);
            }
          });
      assertThat(get(ops, "/health").statusCode()).isEqualTo(200);
    }
  }

  private OpsServer start(Map<String, String> settings) throws IOException {
    Map<String, String> flags = new HashMap<>(settings);
    flags.put("http.port", "0");
    NodeConfig config = NodeSettings.load(Optional.empty(), Map.of(), flags).config();
    NodeAccess access = NodeAccess.open(config, dir, metrics);
    opened.add(access);
    return OpsServer.start(config, () -> health, metrics, this::disks, Encryption.NONE, access);
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
