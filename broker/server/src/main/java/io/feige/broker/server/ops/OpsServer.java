package io.feige.broker.server.ops;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.feige.broker.server.config.NodeConfig;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * Health for probes, metrics for Prometheus and who holds the disk, over HTTP on a port of its own.
 * With a token configured, all but health want it as a bearer token; health says nothing that needs
 * one.
 */
public final class OpsServer implements AutoCloseable {
  private static final int BACKLOG = 64;
  private static final int MAX_AT_ONCE = 16;
  private static final String JSON = "application/json";
  private static final Reply NOT_PERMITTED =
      Reply.of(401, "needs the node's token as a bearer token");
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);
  private final String token;
  private final Supplier<HealthReport> health;
  private final NodeMetrics metrics;
  private final DiskPage disk;

  private OpsServer(
      HttpServer server,
      String token,
      Supplier<HealthReport> health,
      NodeMetrics metrics,
      DiskSource disks) {
    this.server = server;
    this.token = token;
    this.health = health;
    this.metrics = metrics;
    this.disk = new DiskPage(disks);
  }

  /**
   * Binds the port and serves.
   *
   * @throws IOException if the port cannot be had
   */
  public static OpsServer start(
      NodeConfig config,
      Supplier<HealthReport> health,
      NodeMetrics metrics,
      DiskSource disks,
      Encryption encryption)
      throws IOException {
    boundWhatClientsMayHold();
    HttpServer server = bind(config, encryption);
    String token = config.security().token();
    OpsServer ops = new OpsServer(server, token, health, metrics, disks);
    server.setExecutor(ops.threads);
    server.createContext("/health", exchange -> ops.serve(exchange, ops::answerHealth));
    server.createContext("/ready", exchange -> ops.serve(exchange, ops::answerReady));
    server.createContext("/metrics", exchange -> ops.serve(exchange, ops::answerMetrics));
    server.createContext("/disk", exchange -> ops.serve(exchange, ops::answerDisk));
    server.createContext("/", exchange -> ops.serve(exchange, x -> Reply.of(404, "not found")));
    server.start();
    return ops;
  }

  private static HttpServer bind(NodeConfig config, Encryption encryption) throws IOException {
    InetSocketAddress at = new InetSocketAddress(config.http().host(), config.http().port());
    SSLContext tls = encryption.platform().orElse(null);
    if (tls == null) {
      return HttpServer.create(at, BACKLOG);
    }
    SSLParameters parameters = tls.getDefaultSSLParameters();
    parameters.setNeedClientAuth(config.security().mustShow());
    HttpsServer server = HttpsServer.create(at, BACKLOG);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters connection) {
            connection.setSSLParameters(parameters);
          }
        });
    return server;
  }

  /** The port that was bound. */
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  // The JDK's server reads these once, when the first server of the process is made.
  private static void boundWhatClientsMayHold() {
    setIfAbsent("sun.net.httpserver.maxReqTime", "10");
    setIfAbsent("sun.net.httpserver.maxRspTime", "30");
    setIfAbsent("sun.net.httpserver.idleInterval", "30");
    setIfAbsent("jdk.httpserver.maxConnections", "256");
  }

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private interface Answering {
    Reply answer(HttpExchange exchange);
  }

  private record Reply(int status, String type, String body) {
    static Reply of(int status, String text) {
      return new Reply(status, "text/plain; charset=utf-8", text + "\n");
    }
  }

  private void serve(HttpExchange exchange, Answering answering) throws IOException {
    try (exchange) {
      Reply reply = places.tryAcquire() ? answerInPlace(exchange, answering) : tooMany();
      byte[] body = reply.body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", reply.type);
      if (reply.status == 401) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      }
      exchange.sendResponseHeaders(reply.status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Reply answerInPlace(HttpExchange exchange, Answering answering) {
    try {
      String method = exchange.getRequestMethod();
      return method.equals("GET") ? answering.answer(exchange) : Reply.of(405, "only GET");
    } finally {
      places.release();
    }
  }

  private static Reply tooMany() {
    return Reply.of(503, "too many requests at once");
  }

  private Reply answerHealth(HttpExchange exchange) {
    HealthReport report = health.get();
    return new Reply(report.alive() ? 200 : 503, JSON, json(report));
  }

  private Reply answerReady(HttpExchange exchange) {
    HealthReport report = health.get();
    return new Reply(report.alive() && report.serving() ? 200 : 503, JSON, json(report));
  }

  private Reply answerMetrics(HttpExchange exchange) {
    if (!isPermitted(exchange.getRequestHeaders().getFirst("Authorization"))) {
      return NOT_PERMITTED;
    }
    return new Reply(200, PROMETHEUS, metrics.scrape());
  }

  private Reply answerDisk(HttpExchange exchange) {
    if (!isPermitted(exchange.getRequestHeaders().getFirst("Authorization"))) {
      return NOT_PERMITTED;
    }
    DiskPage.Page page = disk.answer(exchange.getRequestURI().getQuery());
    return page.status() == 200
        ? new Reply(200, JSON, page.text())
        : Reply.of(page.status(), page.text());
  }

  private boolean isPermitted(@Nullable String authorization) {
    if (token.isEmpty()) {
      return true;
    }
    if (authorization == null) {
      return false;
    }
    byte[] wanted = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(wanted, authorization.getBytes(StandardCharsets.UTF_8));
  }

  private static String json(HealthReport report) {
    return "{\"alive\":"
        + report.alive()
        + ",\"serving\":"
        + report.serving()
        + ",\"acceptsPublishes\":"
        + report.acceptsPublishes()
        + ",\"reason\":\""
        + JsonText.escape(report.reason())
        + "\"}\n";
  }
}
