package io.feige.broker.server.ops;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.feige.access.Right;
import io.feige.access.Verdict;
import io.feige.access.Verdict.Admitted;
import io.feige.access.Verdict.Refused;
import io.feige.access.Verdict.TooOften;
import io.feige.broker.server.config.NodeConfig;
import io.feige.tls.CertificateNames;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * Health for probes, metrics for Prometheus and who holds the disk, over HTTP on a port of its own.
 * All but health want credentials, where any are configured, with the right of viewers; health says
 * nothing that needs them.
 */
public final class OpsServer implements AutoCloseable {
  private static final int BACKLOG = 64;
  private static final int MAX_AT_ONCE = 16;
  private static final String JSON = "application/json";
  private static final Reply WHO =
      Reply.of(401, "needs a bearer token, or a user's name and password");
  private static final Reply NOT_PERMITTED = Reply.of(403, "needs the right of viewers");
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);
  private final Gate gate;
  private final Supplier<HealthReport> health;
  private final NodeMetrics metrics;
  private final DiskPage disk;

  private OpsServer(
      HttpServer server,
      Gate gate,
      Supplier<HealthReport> health,
      NodeMetrics metrics,
      DiskSource disks) {
    this.server = server;
    this.gate = gate;
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
      Encryption encryption,
      Gate gate)
      throws IOException {
    boundWhatClientsMayHold();
    HttpServer server = bind(config, encryption);
    OpsServer ops = new OpsServer(server, gate, health, metrics, disks);
    server.setExecutor(ops.threads);
    // The server's own contexts are beginnings of paths: /healthy would be /health.
    server.createContext("/", ops::serve);
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
    if (config.security().mustShow()) {
      parameters.setNeedClientAuth(true);
    } else {
      parameters.setWantClientAuth(true);
    }
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
    setIfAbsent("sun.net.httpserver.maxReqTime", "5");
    setIfAbsent("sun.net.httpserver.maxRspTime", "30");
    setIfAbsent("sun.net.httpserver.idleInterval", "30");
    // How often it looks for connections on which nothing has come, in milliseconds.
    setIfAbsent("sun.net.httpserver.clockTick", "1000");
    setIfAbsent("sun.net.httpserver.maxReqHeaderSize", "16384");
    setIfAbsent("jdk.httpserver.maxConnections", "256");
  }

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private record Reply(int status, String type, String body) {
    static Reply of(int status, String text) {
      return new Reply(status, "text/plain; charset=utf-8", text + "\n");
    }
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      Reply reply = places.tryAcquire() ? answerInPlace(exchange) : tooMany();
      byte[] body = reply.body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", reply.type);
      if (reply.status == 401) {
        exchange.getResponseHeaders().add("WWW-Authenticate", "Bearer");
        exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"feige\"");
      }
      exchange.sendResponseHeaders(reply.status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Reply answerInPlace(HttpExchange exchange) {
    try {
      String method = exchange.getRequestMethod();
      return method.equals("GET") ? answer(exchange) : Reply.of(405, "only GET");
    } finally {
      places.release();
    }
  }

  private static Reply tooMany() {
    return Reply.of(503, "too many requests at once");
  }

  private Reply answer(HttpExchange exchange) {
    return switch (exchange.getRequestURI().getPath()) {
      case "/health" -> answerHealth();
      case "/ready" -> answerReady();
      case "/metrics" -> answerMetrics(exchange);
      case "/disk" -> answerDisk(exchange);
      default -> Reply.of(404, "not found");
    };
  }

  private Reply answerHealth() {
    HealthReport report = health.get();
    return new Reply(report.alive() ? 200 : 503, JSON, Json.line(report));
  }

  private Reply answerReady() {
    HealthReport report = health.get();
    return new Reply(report.alive() && report.serving() ? 200 : 503, JSON, Json.line(report));
  }

  private Reply answerMetrics(HttpExchange exchange) {
    Reply refused = refused(exchange);
    return refused != null ? refused : new Reply(200, PROMETHEUS, metrics.scrape());
  }

  private Reply answerDisk(HttpExchange exchange) {
    Reply refused = refused(exchange);
    if (refused != null) {
      return refused;
    }
    DiskPage.Page page = disk.answer(exchange.getRequestURI().getQuery());
    return page.status() == 200
        ? new Reply(200, JSON, page.text())
        : Reply.of(page.status(), page.text());
  }

  private @Nullable Reply refused(HttpExchange exchange) {
    Verdict verdict =
        gate.judge(
            exchange.getRequestHeaders().getFirst("Authorization"),
            certificate(exchange),
            exchange.getRemoteAddress());
    return switch (verdict) {
      case Admitted admitted ->
          admitted.admission().grants().permit(Right.VIEWER) ? null : NOT_PERMITTED;
      case Refused _ -> WHO;
      case TooOften _ -> Reply.of(429, "too many tries from there have failed");
    };
  }

  private static Set<String> certificate(HttpExchange exchange) {
    try {
      return exchange instanceof HttpsExchange secure
              && secure.getSSLSession().getPeerCertificates()[0] instanceof X509Certificate shown
          ? CertificateNames.of(shown)
          : Set.of();
    } catch (SSLPeerUnverifiedException e) {
      return Set.of();
    }
  }
}
