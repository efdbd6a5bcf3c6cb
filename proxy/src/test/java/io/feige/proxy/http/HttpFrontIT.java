package io.feige.proxy.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.access.TrustedProxies;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Chunk;
import io.feige.proxy.call.Request;
import io.feige.proxy.call.Router;
import io.feige.proxy.call.Router.Route;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.metric.ProxyMeters;
import io.feige.testkit.Waits;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The port over its sockets, with calls that need no cluster. */
final class HttpFrontIT {
  private static final String OK = "HTTP/1.1 200 OK\n";
  private static final int BODY = 1_000;
  private static final int MEMORY = 1 << 20;

  /** Nobody is found to be slow because the machine is. */
  private static final Duration LONG = Duration.ofHours(1);

  private final CountDownLatch waits = new CountDownLatch(1);
  private final CountDownLatch gaveUp = new CountDownLatch(1);
  private final CountDownLatch lost = new CountDownLatch(1);
  private final Semaphore gate = new Semaphore(0);
  private final AtomicLong streamed = new AtomicLong();
  private final AtomicLong larges = new AtomicLong();
  private final ProxyMeters meters = new ProxyMeters(Encryption.NONE);
  private HttpFront front;

  @BeforeEach
  void bind() throws IOException {
    bind(LONG, LONG, MEMORY, TrustedProxies.NONE);
  }

  /** For those who are found to be slow: soon. */
  private void bindImpatient() throws IOException {
    front.close();
    bind(Duration.ofSeconds(1), Duration.ofSeconds(2), MEMORY);
  }

  private void bind(Duration requestTimeout, Duration idleTimeout, int memory) throws IOException {
    bind(requestTimeout, idleTimeout, memory, TrustedProxies.NONE);
  }

  private void bind(
      Duration requestTimeout, Duration idleTimeout, int memory, TrustedProxies trusted)
      throws IOException {
    ProxySettings.Limits limits =
        new ProxySettings.Limits(
            4, 3, 100, 100, 100, BODY, memory, 1 << 20, requestTimeout, idleTimeout);
    front =
        HttpFront.bind(
            new FrontSetup(
                new ProxySettings.Listen(
                    "127.0.0.1", 0, List.of("doves.example"), List.of(), trusted),
                limits,
                Encryption.NONE,
                router(),
                meters),
            2);
  }

  @AfterEach
  void close() {
    gate.release(1_000);
    front.close();
    meters.close();
  }

  private Router router() {
    return new Router(
        List.of(
            new Route("POST", "/echo", request -> text(request.body())),
            new Route("GET", "/from", request -> Answer.json(Map.of("from", request.who().from()))),
            new Route("GET", "/hello/{who}", request -> Answer.json(request.parts())),
            new Route("GET", "/gate", this::passGate),
            new Route(
                "GET",
                "/large",
                _ -> {
                  larges.incrementAndGet();
                  return text(new byte[BODY]);
                }),
            new Route("GET", "/wait", this::waitForNothing),
            new Route(
                "GET",
                "/fault",
                _ -> {
                  throw new IllegalStateException("a fault of a test's own");
                }),
            new Route("GET", "/stream", _ -> new Answer.Stream("text/plain", this::streamAll))));
  }

  private static Answer.Whole text(byte[] body) {
    return Answer.of("text/plain", body);
  }

  private Answer passGate(Request request) {
    gate.acquireUninterruptibly();
    return text("through".getBytes(StandardCharsets.UTF_8));
  }

  private Answer waitForNothing(Request request) {
    boolean wasInterrupted =
        request
            .patience()
            .during(() -> {
              waits.countDown();
              try {
                return !new CountDownLatch(1).await(1, TimeUnit.HOURS);
              } catch (InterruptedException e) {
                gaveUp.countDown();
                return true;
              }
            });
    return Answer.json(Map.of("interrupted", wasInterrupted)).whenLost(lost::countDown);
  }

  private Runnable streamAll(Answer.Sink sink) {
    byte[] part = Chunk.of(new byte[10_000]);
    Thread telling =
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (true) {
                  sink.awaitTaking();
                  if (sink.offer(part)) {
                    sink.flush();
                    streamed.addAndGet(part.length);
                  } else {
                    Thread.sleep(1);
                  }
                }
              } catch (InterruptedException over) {
                gaveUp.countDown();
              }
            });
    return telling::interrupt;
  }

  private RawHttp client() throws IOException {
    return new RawHttp(front.port());
  }

  @Test
  void aConnectionHasManyRequestsOneAfterTheOther() throws IOException {
    try (RawHttp client = client()) {
      client
          .ask("GET", "/gate")
          .ask("GET", "/hello/a")
          .ask("GET", "/nowhere")
          .ask("GET", "/hello/b%2Fc");
      gate.release();

      assertThat(client.answer()).isEqualTo(OK + "through");
      assertThat(client.answer()).isEqualTo(OK + "{\"who\":\"a\"}\n");
      assertThat(client.answer()).startsWith("HTTP/1.1 404 ").contains("\"code\":\"NOT_FOUND\"");
      assertThat(client.answer()).isEqualTo(OK + "{\"who\":\"b/c\"}\n");
    }
  }

  @Test
  void callerIsWhoATrustedProxyNames() throws IOException {
    String forwarded = "GET /from HTTP/1.1\r\nX-Forwarded-For: 6.6.6.6, 203.0.113.9\r\n\r\n";
    try (RawHttp client = client()) {
      client.send(forwarded);
      assertThat(client.answer()).isEqualTo(OK + "{\"from\":\"127.0.0.1\"}\n");
    }
    front.close();
    TrustedProxies trusted = TrustedProxies.of(List.of("127.0.0.0/8"));
    bind(Duration.ofSeconds(10), Duration.ofSeconds(10), MEMORY, trusted);
    List<RawHttp> clients = new ArrayList<>();
    for (int i = 0; i < 4; i++) { // One more than an address may have that is that of one caller.
      clients.add(client());
    }
    for (RawHttp client : clients) {
      client.send(forwarded);
      assertThat(client.answer()).isEqualTo(OK + "{\"from\":\"203.0.113.9\"}\n");
      client.close();
    }
  }

  @Test
  void aHundredRequestsSentAheadAreAllAnswered() throws IOException {
    try (RawHttp client = client()) {
      client.send("GET /x HTTP/1.1\r\n\r\n".repeat(100)).ask("GET", "/hello/last");
      for (int i = 0; i < 100; i++) {
        assertThat(client.answer()).startsWith("HTTP/1.1 404 ");
      }
      assertThat(client.answer()).isEqualTo(OK + "{\"who\":\"last\"}\n");
    }
  }

  @Test
  void aBodyComesWholeOrInPieces() throws IOException {
    try (RawHttp client = client()) {
      client.ask("POST", "/echo", "Content-Length: 4").send("do").send("ve");
      assertThat(client.answer()).isEqualTo(OK + "dove");
      client
          .ask("POST", "/echo", "Transfer-Encoding: chunked")
          .send("2\r\ndo\r\n2\r\nve\r\n0\r\n\r\n");
      assertThat(client.answer()).isEqualTo(OK + "dove");
      client.ask("POST", "/echo", "Content-Length: 4", "Expect: 100-continue");
      assertThat(client.answer()).startsWith("HTTP/1.1 100 ");
      assertThat(client.send("dove").answer()).isEqualTo(OK + "dove");
    }
  }

  @Test
  void aBodyThatIsTooLongIsRefusedBeforeItIsKept() throws IOException {
    try (RawHttp announced = client();
        RawHttp chunked = client()) {
      announced.ask("POST", "/echo", "Content-Length: 5000000000");
      assertThat(announced.answer()).startsWith("HTTP/1.1 413 ").contains("TOO_LARGE");
      chunked.ask("POST", "/echo", "Transfer-Encoding: chunked");
      chunked.send("400\r\n" + "x".repeat(1024) + "\r\n");
      assertThat(chunked.answer()).startsWith("HTTP/1.1 413 ");
      assertThat(chunked.rest()).isEmpty();
    }
  }

  @Test
  void bodiesOfAllTogetherHaveABound() throws IOException {
    front.close();
    bind(LONG, LONG, 2 * BODY);
    try (RawHttp one = client();
        RawHttp two = client();
        RawHttp three = client()) {
      String most = "x".repeat(BODY - 1);
      for (RawHttp client : List.of(one, two)) {
        client.ask("POST", "/echo", "Content-Length: " + BODY).send(most);
      }
      await().until(() -> held("feige_proxy_body_bytes") == 2 * (BODY - 1));
      three.ask("POST", "/echo", "Content-Length: " + BODY).send(most);
      assertThat(three.answer()).startsWith("HTTP/1.1 503 ").contains("limits.memoryBytes");
      assertThat(one.send("y").answer()).isEqualTo(OK + most + "y");
      two.close();
      await().until(() -> held("feige_proxy_body_bytes") == 0);
    }
  }

  private long held(String metric) {
    if (!new String(meters.scrape(), StandardCharsets.UTF_8).contains("feige_proxy_connections ")) {
      front.front().show(meters);
    }
    return new String(meters.scrape(), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith(metric + " "))
        .map(line -> (long) Double.parseDouble(line.substring(metric.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsNotHttpIsToldSo() throws IOException {
    try (RawHttp client = client()) {
      client.send("FEIG\u0000\u0001 this is not it\r\n\r\n");
      assertThat(client.answer()).startsWith("HTTP/1.1 400 ").contains("is not HTTP");
      assertThat(client.rest()).isEmpty();
    }
  }

  @Test
  void whoHangsUpEndsItsWaitAndTheAnswerIsKnownToBeLost() throws Exception {
    try (RawHttp client = client()) {
      client.ask("GET", "/wait");
      Waits.open(waits);
    }
    Waits.open(gaveUp);
    Waits.open(lost);
  }

  @Test
  void whoDoesNotReadItsStreamHoldsNobodyUp() throws IOException {
    try (RawHttp slow = client();
        RawHttp other = client()) {
      slow.ask("GET", "/stream");
      await().until(() -> streamed.get() > 0);
      assertThat(other.ask("GET", "/hello/a").answer()).startsWith(OK);
    }
  }

  @Test
  void whoLeavesItsStreamEndsItAndAStreamIsNoRequestInHand() throws Exception {
    front.front().show(meters);
    try (RawHttp client = client()) {
      client.ask("GET", "/stream");
      await().until(() -> streamed.get() > 0);
      await().until(() -> held("feige_proxy_requests_in_hand") == 0);
    }
    Waits.open(gaveUp);
    await().until(() -> held("feige_proxy_body_bytes") == 0);
  }

  @Test
  void whoDoesNotReadItsStreamIsNotWrittenAheadForAndEndsAfterAWhile() throws IOException {
    bindImpatient();
    front.front().show(meters);
    try (RawHttp slow = client()) {
      slow.ask("GET", "/stream");
      await().until(() -> held("feige_proxy_connections_slow_total") >= 1);
      // It held what the system takes for a socket, and not more.
      assertThat(streamed.get()).isPositive().isLessThan(32 << 20);
    }
  }

  @Test
  void whoAsksAndDoesNotReadIsNotAnsweredAheadOf() throws IOException {
    bindImpatient();
    front.front().show(meters);
    try (RawHttp client = client()) {
      Thread asking =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  while (true) {
                    client.ask("GET", "/large");
                  }
                } catch (IOException e) {
                  // It was ended, or the test is over.
                }
              });
      await().until(() -> !asking.isAlive());
      // What the system takes for a socket, and not more.
      assertThat(larges.get() * BODY).isLessThan(32 << 20);
    }
    await().until(() -> held("feige_proxy_body_bytes") == 0);
  }

  @Test
  void whoSendsNothingOrTooSlowlyIsEnded() throws IOException {
    bindImpatient();
    try (RawHttp silent = client();
        RawHttp slow = client()) {
      slow.ask("POST", "/echo", "Content-Length: 10").send("x");
      assertThat(end(slow)).isEmpty();
      assertThat(end(silent)).isEmpty();
    }
  }

  /** What came last; an end by a reset is an end, too. */
  private static String end(RawHttp client) throws IOException {
    try {
      return client.rest();
    } catch (SocketException reset) {
      return "";
    }
  }

  @Test
  void connectionsBeyondTheLimitAreToldSo() throws IOException {
    try (RawHttp one = client();
        RawHttp two = client();
        RawHttp three = client()) {
      for (RawHttp client : List.of(one, two, three)) {
        assertThat(client.ask("GET", "/hello/a").answer()).startsWith(OK);
      }
      try (RawHttp four = client()) {
        assertThat(four.answer()).startsWith("HTTP/1.1 503 ").contains("limit of connections");
        assertThat(four.rest()).isEmpty();
      }
      one.close();
      await()
          .untilAsserted(() -> {
            try (RawHttp again = client()) {
              assertThat(again.ask("GET", "/hello/a").answer()).startsWith(OK);
            }
          });
    }
  }

  @Test
  void aFaultIsToldAndTheConnectionGoesOn() throws IOException {
    try (RawHttp client = client()) {
      assertThat(client.ask("GET", "/fault").answer())
          .startsWith("HTTP/1.1 500 ")
          .contains("INTERNAL");
      assertThat(client.ask("GET", "/hello/a").answer()).startsWith(OK);
    }
  }

  @Test
  void aPageOfAnotherOriginChangesNothing() throws IOException {
    try (RawHttp client = client()) {
      for (String line :
          List.of("Origin: http://evil.example", "Sec-Fetch-Site: cross-site", "Origin: null")) {
        client.ask("POST", "/echo", line, "Content-Length: 0");
        assertThat(client.answer()).startsWith("HTTP/1.1 403 ").contains("FOREIGN_PAGE");
      }
      client.ask("POST", "/echo", "Origin: http://localhost", "Content-Length: 0");
      assertThat(client.answer()).startsWith(OK);
      String made = "\r\nAuthorization: Bearer made-up\r\n\r\n";
      client.send("GET /hello/a HTTP/1.1\r\nHost: evil.example" + made);
      assertThat(client.answer()).startsWith("HTTP/1.1 403 ").contains("FOREIGN_NAME");
      client.send("GET /hello/a HTTP/1.1\r\nHost: Doves.example:80\r\n\r\n");
      assertThat(client.answer()).startsWith(OK);
    }
  }

  @Test
  void aStopAnswersWhatWaitsAndEndsStreams() throws Exception {
    try (RawHttp waiting = client();
        RawHttp streaming = client();
        RawHttp idle = client()) {
      waiting.ask("GET", "/wait");
      Waits.open(waits);
      assertThat(idle.ask("GET", "/hello/a").answer()).startsWith(OK);
      streaming.ask("GET", "/stream");
      Thread reader =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  streaming.skipRest();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });

      var _ = front.sendAway(Duration.ofSeconds(4));
      assertThat(waiting.answer()).isEqualTo(OK + "{\"interrupted\":true}\n");
      assertThat(waiting.rest()).isEmpty();
      assertThat(idle.rest()).isEmpty();
      assertThat(reader.join(Waits.patience())).isTrue();
      await().until(() -> front.sendAway(Duration.ZERO));
    }
  }
}
