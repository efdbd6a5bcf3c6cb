package io.feige.admin.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.Event.Severity;
import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.testkit.Waits;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A webhook whose other side is a real server that does what others do. */
final class WebhookIT {
  private static final String TOKEN = "the-token-of-the-webhook";
  private static final Duration DAY = Duration.ofDays(1);

  /** A request that is answered may take as long as the machine has it take. */
  private static final Webhook.Pace PATIENT = pace(DAY);

  /** For those that are never answered. */
  private static final Webhook.Pace IMPATIENT = pace(Duration.ofMillis(500));

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<JsonNode> taken = new CopyOnWriteArrayList<>();
  private final List<String> shown = new CopyOnWriteArrayList<>();
  private final AtomicInteger hanging = new AtomicInteger();
  private final AtomicInteger atOnce = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private final Logger logger = (Logger) LoggerFactory.getLogger(Webhook.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private volatile Behaviour behaviour = Behaviour.TAKES;
  private volatile boolean leads = true;
  private int told;

  private enum Behaviour {
    TAKES,
    REFUSES,
    REDIRECTS,
    HANGS_UP,
    HANGS,
    DRIPS,
    TAKES_AND_HANGS_UP
  }

  @BeforeEach
  void listen() {
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(lines);
    lines.start();
  }

  @AfterEach
  void stop() throws Exception {
    behaviour = Behaviour.TAKES;
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  @Test
  void whateverTheOtherSideDoesAllComesInOrderAndNothingTwice() throws Exception {
    HttpServer server = server();
    behaviour = Behaviour.REFUSES;
    Webhook webhook = webhook(url(server));
    for (Behaviour next : List.of(Behaviour.REFUSES, Behaviour.REDIRECTS, Behaviour.HANGS_UP)) {
      behaviour = next;
      long failed = webhook.failed();
      tell(webhook, 150);
      await().until(() -> webhook.failed() > failed + 1);
    }
    assertThat(taken).isEmpty();

    behaviour = Behaviour.TAKES;
    await().until(() -> sentences().size() >= 450);
    tell(webhook, 1);
    await().until(() -> webhook.sent() == 451);

    assertThat(sentences()).isEqualTo(numbered(0, 451));
    assertThat(taken).allMatch(post -> !post.has("dropped"));
    assertThat(taken).allMatch(post -> post.get("admin").asString().equals("admin-1"));
    assertThat(shown).containsOnly("Bearer " + TOKEN);
    assertThat(mostAtOnce.get()).isEqualTo(1);
  }

  @Test
  void aRequestThatIsNeverAnsweredIsGivenUpAndNothingIsLost() throws Exception {
    HttpServer server = server();
    behaviour = Behaviour.HANGS;
    Webhook webhook = webhook(url(server), IMPATIENT);
    for (Behaviour next : List.of(Behaviour.HANGS, Behaviour.DRIPS)) {
      behaviour = next;
      long failed = webhook.failed();
      tell(webhook, 150);
      await().until(() -> webhook.failed() > failed + 1);
    }
    assertThat(taken).isEmpty();

    behaviour = Behaviour.TAKES;
    await().until(() -> webhook.sent() == 300);
    // A busy machine may be late with an answer, and then some come once more.
    assertThat(sentences().stream().distinct()).containsExactlyElementsOf(numbered(0, 300));
  }

  @Test
  void onlyWhatWasTakenWithoutAnAnswerComesTwice() throws Exception {
    HttpServer server = server();
    behaviour = Behaviour.TAKES_AND_HANGS_UP;
    Webhook webhook = webhook(url(server));
    tell(webhook, 1);
    await().until(() -> webhook.failed() > 0);
    behaviour = Behaviour.TAKES;
    tell(webhook, 2);
    await().until(() -> webhook.sent() == 3);

    List<String> once = sentences().stream().distinct().toList();
    assertThat(once).isEqualTo(numbered(0, 3));
    assertThat(sentences().size()).isGreaterThan(3);
    assertThat(sentences().stream().filter(one -> !one.equals("event 0"))).hasSize(2);
  }

  @Test
  void tenTimesAsManyAsMayWaitLoseTheOldestAndTheCountIsTold() throws Exception {
    HttpServer server = server();
    behaviour = Behaviour.REFUSES;
    Webhook webhook = webhook(url(server));
    int all = 10 * Webhook.MOST_WAITING;
    tell(webhook, all);
    int lost = all - Webhook.MOST_WAITING;
    await().until(() -> webhook.dropped() == lost);

    behaviour = Behaviour.TAKES;
    await().until(() -> webhook.sent() == Webhook.MOST_WAITING);
    tell(webhook, 1);
    await().until(() -> webhook.sent() == Webhook.MOST_WAITING + 1);

    assertThat(sentences()).isEqualTo(numbered(lost, Webhook.MOST_WAITING + 1));
    assertThat(taken.getFirst().get("dropped").asLong()).isEqualTo(lost);
    assertThat(taken.subList(1, taken.size())).allMatch(post -> !post.has("dropped"));
  }

  @Test
  void onlyTheLeadingAdminSendsAndOnlyTheKindsThatAreWanted() throws Exception {
    HttpServer server = server();
    Webhook webhook = webhook(url(server));
    leads = false;
    tell(webhook, 5);
    leads = true;
    webhook.tell(Event.of(Kind.NODE_GONE, Severity.WARNING, "node-1", "node-1 has gone"));
    tell(webhook, 1);
    await().until(() -> webhook.sent() == 1);

    assertThat(sentences()).containsExactly("event 5");
  }

  @Test
  void theLogSaysWhatHappenedAndNoSecret() throws Exception {
    HttpServer server = server();
    behaviour = Behaviour.REFUSES;
    Webhook webhook = webhook(url(server));
    tell(webhook, 1);
    await().until(() -> webhook.failed() > 3);
    behaviour = Behaviour.TAKES;
    await().until(() -> webhook.sent() == 1);
    await().until(() -> log().contains("ADMIN-6007"));

    assertThat(log())
        .contains("ADMIN-6006 http://127.0.0.1:" + server.getAddress().getPort() + ": it answers")
        .contains("HTTP 503; events wait, and are sent again")
        .doesNotContain("hidden", "path", TOKEN);
    // One in ten seconds, of which four requests may take some.
    assertThat(log().lines().filter(line -> line.contains("ADMIN-6006")))
        .hasSizeLessThan((int) webhook.failed());
  }

  @Test
  void nobodyThereIsSaidSo() throws Exception {
    try (Socket bound = new Socket()) {
      // It has its port, on which nobody listens.
      bound.bind(loopback());
      Webhook webhook = webhook(URI.create("http://127.0.0.1:" + bound.getLocalPort() + "/"));
      tell(webhook, 1);
      await().until(() -> log().contains("nobody takes connections there"));
    }
  }

  @Test
  void anAdminThatStopsIsNotHeldUpAndSaysWhatWasNotDelivered() throws Exception {
    HttpServer server = server();
    behaviour = Behaviour.HANGS;
    Webhook webhook = webhook(url(server));
    tell(webhook, 3);
    await().until(() -> hanging.get() == 1);
    webhook.close();

    // The request was ended by that, and gave back what it had: its own limit is a day.
    assertThat(log()).contains("Admin stops before 3 events were delivered");
  }

  @Test
  void theClustersAuthorityIsTrustedAndAnotherIsNot() throws Exception {
    CertificateFiles files = new CertificateFiles(dir);
    files.init("an authority", DAY);
    files.issue(CertificateRequest.of("hook", List.of("localhost"), DAY), false);
    TlsFiles tls =
        TlsFiles.trusting(files.ca()).showing(files.certificate("hook"), files.key("hook"));
    HttpsServer server = HttpsServer.create(loopback(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(TlsContext.load(tls).platform()));
    serve(server);
    URI url = URI.create("https://localhost:" + server.getAddress().getPort() + "/hidden");

    Webhook stranger = webhook(url);
    tell(stranger, 1);
    await().until(() -> stranger.failed() > 1);
    assertThat(taken).isEmpty();
    assertThat(log()).contains("certification path");

    Webhook known =
        Webhook.start("admin-1", settings(url), Optional.of(files.ca()), () -> true, PATIENT);
    opened.push(known);
    tell(known, 1);
    await().until(() -> known.sent() == 1);
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private HttpServer server() throws IOException {
    HttpServer server = HttpServer.create(loopback(), 0);
    serve(server);
    return server;
  }

  private void serve(HttpServer server) {
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
    opened.push(() -> server.stop(0));
  }

  private static URI url(HttpServer server) {
    return URI.create(
        "http://127.0.0.1:" + server.getAddress().getPort() + "/hidden/path?key=hidden");
  }

  private static WebhookSettings settings(URI url) {
    return new WebhookSettings(Optional.of(url), TOKEN, Set.of(Kind.ALERT));
  }

  private static Webhook.Pace pace(Duration limit) {
    return new Webhook.Pace(limit, Duration.ofMillis(20), Duration.ofMillis(100), Waits.patience());
  }

  private Webhook webhook(URI url) {
    return webhook(url, PATIENT);
  }

  private Webhook webhook(URI url, Webhook.Pace pace) {
    Webhook webhook = Webhook.start("admin-1", settings(url), Optional.empty(), () -> leads, pace);
    opened.push(webhook);
    return webhook;
  }

  private void tell(Webhook webhook, int count) {
    for (int i = 0; i < count; i++) {
      Event event = Event.of(Kind.ALERT, Severity.WARNING, "pair-1", "event " + told);
      webhook.tell(event.told(new EventId(1, told), 0));
      told++;
    }
  }

  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    for (JsonNode post : taken) {
      post.get("events").forEach(event -> sentences.add(event.get("sentence").asString()));
    }
    return sentences;
  }

  private static List<String> numbered(int from, int count) {
    return IntStream.range(from, from + count).mapToObj(i -> "event " + i).toList();
  }

  private String log() {
    StringBuilder text = new StringBuilder();
    List.copyOf(lines.list).forEach(line -> text.append(line.getFormattedMessage()).append('\n'));
    return text.toString();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      JsonNode post =
          JsonMapper.builder()
              .build()
              .readTree(
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      shown.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      answer(exchange, behaviour, post);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  private void answer(HttpExchange exchange, Behaviour what, JsonNode post)
      throws IOException, InterruptedException {
    switch (what) {
      case TAKES -> {
        // Over before the answer goes out, after which the next one may come.
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        Thread.sleep(2);
        atOnce.decrementAndGet();
        taken.add(post);
        exchange.sendResponseHeaders(204, -1);
      }
      case REFUSES -> exchange.sendResponseHeaders(503, -1);
      case REDIRECTS -> {
        exchange.getResponseHeaders().add("Location", "/elsewhere");
        exchange.sendResponseHeaders(307, -1);
      }
      case HANGS_UP -> exchange.close();
      case HANGS -> {
        hanging.incrementAndGet();
        untilOtherwise(what);
      }
      case TAKES_AND_HANGS_UP -> {
        taken.add(post);
        exchange.close();
      }
      case DRIPS -> {
        exchange.sendResponseHeaders(200, 1_000_000);
        while (behaviour == what) {
          exchange.getResponseBody().write('.');
          exchange.getResponseBody().flush();
          Thread.sleep(20);
        }
      }
    }
  }

  private void untilOtherwise(Behaviour what) throws InterruptedException {
    while (behaviour == what) {
      Thread.sleep(5);
    }
  }
}
