package io.feige.proxy.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.feige.access.TrustedProxies;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.answer.TextFrame;
import io.feige.proxy.call.Router;
import io.feige.proxy.call.Router.Route;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.metric.ProxyMeters;
import io.feige.testkit.Waits;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** WebSocket over real sockets, with a listener that needs no cluster. */
final class SocketIT {
  private static final int BODY = 100_000;

  /** Nobody is found to be slow because the machine is. */
  private static final Duration LONG = Duration.ofHours(1);

  private static final String BEAT = "{\"event\":\"beat\"}";

  private final Semaphore gate = new Semaphore(0);
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicLong told = new AtomicLong();
  private volatile boolean isAskedWhoItIs;
  private final CountDownLatch gone = new CountDownLatch(1);
  private ProxyMeters meters = new ProxyMeters(Encryption.NONE);
  private final HttpClient http = HttpClient.newHttpClient();
  private HttpFront front;

  @BeforeEach
  void bind() throws IOException {
    bind(LONG, LONG);
    front.front().show(meters);
  }

  /** For those who are found to be slow: soon. */
  private void bindImpatient() throws IOException {
    front.close();
    meters.close();
    meters = new ProxyMeters(Encryption.NONE);
    bind(Duration.ofSeconds(2), Duration.ofSeconds(4));
    front.front().show(meters);
  }

  private void bind(Duration requestTimeout, Duration idleTimeout) throws IOException {
    ProxySettings.Limits limits =
        new ProxySettings.Limits(
            10, 10, 100, 100, 100, BODY, 10 * BODY, 1 << 20, requestTimeout, idleTimeout);
    front =
        HttpFront.bind(
            new FrontSetup(
                new ProxySettings.Listen(
                    "127.0.0.1",
                    0,
                    List.of(),
                    List.of("https://doves.example"),
                    TrustedProxies.NONE),
                limits,
                Encryption.NONE,
                new Router(List.of(new Route("GET", "/ws", _ -> new Socket(Echo::new)))),
                meters),
            2);
  }

  @AfterEach
  void close() {
    gate.release(1_000_000);
    http.shutdownNow();
    front.close();
    meters.close();
  }

  /** Says what it hears; waits at the gate for "gate", and tells without end for "flood". */
  private final class Echo implements Socket.Listener {
    private final Socket.Peer peer;

    private Echo(Socket.Peer peer) {
      this.peer = peer;
    }

    @Override
    public void take(byte[] text) {
      taken.incrementAndGet();
      String word = new String(text, StandardCharsets.UTF_8);
      switch (word) {
        case "gate" -> gate.acquireUninterruptibly();
        case "flood" -> Thread.ofVirtual().start(this::flood);
        case "frame" -> {
          assertThat(peer.offer(TextFrame.of("written before".getBytes(StandardCharsets.UTF_8))))
              .isTrue();
          peer.flush();
        }
        case "fault" -> throw new IllegalStateException("a fault of a test's own");
        default -> peer.answer(text);
      }
    }

    @Override
    public boolean isStranger() {
      return isAskedWhoItIs;
    }

    @Override
    public Socket.Seen seen() {
      return new Socket.Seen("anna", 2, 7);
    }

    @Override
    public void notice(String text) {
      peer.answer(text.getBytes(StandardCharsets.UTF_8));
    }

    private void flood() {
      byte[] part = "x".repeat(10_000).getBytes(StandardCharsets.UTF_8);
      try {
        while (true) {
          peer.tell(part, () -> {});
          told.addAndGet(part.length);
        }
      } catch (InterruptedException over) {
        told.set(-1);
      }
    }

    @Override
    public void leave() {
      peer.close(1012, "go");
    }

    @Override
    public void gone() {
      gone.countDown();
    }
  }

  /** One who listens; what it hears, and how the connection ends. */
  private static final class Ear implements WebSocket.Listener {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
      part.append(text);
      if (last) {
        heard.add(part.toString());
        part.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
      heard.add("closed " + status);
      return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
      heard.add("error");
    }

    /** What comes next, except signs of life. */
    private String next() throws InterruptedException {
      String next = Waits.next(heard);
      return BEAT.equals(next) ? next() : next;
    }
  }

  private WebSocket open(Ear ear, String origin) {
    var builder = http.newWebSocketBuilder();
    if (!origin.isEmpty()) {
      builder.header("Origin", origin);
    }
    URI place = URI.create("ws://127.0.0.1:" + front.port() + "/ws");
    return builder.subprotocols("feige.v1.json").buildAsync(place, ear).join();
  }

  @Test
  void whatIsSentIsTakenInOrder() throws Exception {
    Ear ear = new Ear();
    WebSocket socket = open(ear, "");

    assertThat(socket.getSubprotocol()).isEqualTo("feige.v1.json");
    for (int i = 0; i < 1_000; i++) {
      socket.sendText("word " + i, true).join();
    }
    socket.sendText("in ", false).join();
    socket.sendText("parts", true).join();
    socket.sendText("whole", true).join();
    socket.sendText("and ", false).join();
    socket.sendText("in ", false).join();
    socket.sendText("three", true).join();
    for (int i = 0; i < 1_000; i++) {
      assertThat(ear.next()).isEqualTo("word " + i);
    }
    assertThat(ear.next()).isEqualTo("in parts");
    assertThat(ear.next()).isEqualTo("whole");
    assertThat(ear.next()).isEqualTo("and in three");
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    assertThat(ear.next()).isEqualTo("closed 1000");
    Waits.open(gone);
  }

  @Test
  void whatIsWrittenOnceForManyIsReadLikeAnythingElse() throws Exception {
    Ear ear = new Ear();
    WebSocket socket = open(ear, "");
    for (String word : List.of("a", "frame", "b", "frame")) {
      socket.sendText(word, true).join();
    }
    assertThat(List.of(ear.next(), ear.next(), ear.next(), ear.next()))
        .containsExactly("a", "written before", "b", "written before");
  }

  @Test
  void whoAnswersPingsStaysAndIsToldOfLife() throws Exception {
    bindImpatient();
    Ear ear = new Ear();
    WebSocket socket = open(ear, "");

    assertThat(Waits.next(ear.heard)).isEqualTo(BEAT);
    // One a second, so that it has stayed longer than somebody may say nothing.
    await().until(() -> ear.heard.size() > 4);
    socket.sendText("still here", true).join();
    assertThat(ear.next()).isEqualTo("still here");
  }

  @Test
  void whoSaysNothingAtAllIsCutOff() throws Exception {
    bindImpatient();
    try (RawHttp client = upgraded()) {
      client.skipRest();
    }
    Waits.open(gone);
  }

  @Test
  void whoDoesNotSayInTimeWhoItIsHasToGo() throws Exception {
    isAskedWhoItIs = true;
    bindImpatient();
    Ear ear = new Ear();
    open(ear, "").sendText("coo", true).join();
    assertThat(ear.next()).isEqualTo("coo");
    assertThat(ear.next()).isEqualTo("closed 1008");
  }

  @Test
  void whatIsNotTextOrTooLongEndsItWithTheReason() throws Exception {
    Ear first = new Ear();
    open(first, "").sendBinary(ByteBuffer.allocate(10), true).join();
    assertThat(first.next()).isEqualTo("closed 1003");

    Ear second = new Ear();
    WebSocket long1 = open(second, "");
    long1.sendText("x".repeat(BODY + 1), true).exceptionally(_ -> long1).join();
    assertThat(second.next()).isEqualTo("closed 1009");

    Ear third = new Ear();
    WebSocket parts = open(third, "");
    parts.sendText("x".repeat(BODY), false).join();
    parts.sendText("x", true).exceptionally(_ -> parts).join();
    assertThat(third.next()).isEqualTo("closed 1009");
  }

  @Test
  void aFrameThatIsNoneEndsIt() throws Exception {
    try (RawHttp client = upgraded()) {
      // Not masked, as RFC 6455, section 5.1, wants it of clients.
      client.send("\u0081\u0001a");
      assertThat(client.rest()).endsWith("Protocol error");
    }
    try (RawHttp client = upgraded()) {
      // Text that is not UTF-8, masked with nothing.
      client.send("\u0081\u0081\u0000\u0000\u0000\u0000\u00ff");
      client.skipRest();
    }
  }

  private RawHttp upgraded() throws IOException {
    RawHttp client = new RawHttp(front.port());
    client.ask(
        "GET",
        "/ws",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
    assertThat(client.line()).startsWith("HTTP/1.1 101");
    String header = client.line();
    while (!header.isEmpty()) {
      header = client.line();
    }
    return client;
  }

  @Test
  void otherPagesMayNotUnlessTheyAreNamed() throws Exception {
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(() -> open(new Ear(), "https://hawks.example"))
        .satisfies(refused ->
            assertThat(refused.getCause())
                .isInstanceOfSatisfying(
                    WebSocketHandshakeException.class,
                    told -> assertThat(told.getResponse().statusCode()).isEqualTo(403)));

    Ear ear = new Ear();
    open(ear, "https://doves.example").sendText("coo", true).join();
    assertThat(ear.next()).isEqualTo("coo");
  }

  @Test
  void whoAsksWithoutWebSocketIsToldSo() throws Exception {
    try (RawHttp client = new RawHttp(front.port())) {
      assertThat(client.ask("GET", "/ws").answer())
          .startsWith("HTTP/1.1 426")
          .contains("UPGRADE_REQUIRED");
      assertThat(
              client
                  .ask(
                      "GET",
                      "/ws",
                      "Upgrade: websocket",
                      "Connection: Upgrade",
                      "Sec-WebSocket-Version: 7")
                  .answer())
          .startsWith("HTTP/1.1 426");
      assertThat(
              client
                  .ask(
                      "GET",
                      "/ws",
                      "Upgrade: websocket",
                      "Connection: Upgrade",
                      "Sec-WebSocket-Version: 13")
                  .answer())
          .startsWith("HTTP/1.1 400");
      assertThat(client.ask("GET", "/nowhere").answer()).startsWith("HTTP/1.1 404");
    }
  }

  @Test
  void oneThatIsNotTakenIsNotReadOnFrom() throws Exception {
    bindImpatient();
    Ear ear = new Ear();
    WebSocket socket = open(ear, "");
    socket.sendText("gate", true).join();
    String word = "x".repeat(1_000);
    Thread sender =
        Thread.ofVirtual()
            .start(() -> {
              for (int i = 0; i < 20_000; i++) {
                socket.sendText(word, true).join();
              }
            });
    await().until(() -> taken.get() == 1);
    // Longer than a message may take to come, and than somebody may say nothing.
    await().during(Duration.ofSeconds(5)).until(() -> held() < 5L * BODY);
    gate.release();
    sender.join();
    for (int i = 0; i < 20_000; i++) {
      assertThat(ear.next()).isEqualTo(word);
    }
  }

  private long held() {
    return new String(meters.scrape(), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith("feige_proxy_body_bytes "))
        .mapToLong(line -> (long) Double.parseDouble(line.split(" ", -1)[1]))
        .findFirst()
        .orElse(0);
  }

  @Test
  void whoTakesNothingIsNotToldMoreAndIsEndedLaterThoughItSaysThatItIsThere() throws Exception {
    bindImpatient();
    try (RawHttp client = upgraded()) {
      // "flood" and then pings, masked with nothing.
      client.send("\u0081\u0085\u0000\u0000\u0000\u0000flood");
      await().until(() -> told.get() > 100_000);
      long before = told.get();
      Thread pinging =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  while (true) {
                    client.send("\u0089\u0080\u0000\u0000\u0000\u0000");
                    Thread.sleep(50);
                  }
                } catch (IOException | InterruptedException over) {
                  told.compareAndSet(0, -1);
                }
              });
      await().until(() -> told.get() < 0);
      assertThat(before).isLessThan(20_000_000);
      pinging.interrupt();
    }
    await().until(() -> held() == 0);
  }

  @Test
  void whatHasNotComeWholeTakesRoomAndHasToComeInTime() throws Exception {
    bindImpatient();
    try (RawHttp client = upgraded()) {
      // Text of 60,000 bytes, of which half comes.
      client.send("\u0081\u00fe\u00ea`\u0000\u0000\u0000\u0000" + "x".repeat(30_000));
      await().until(() -> held() >= 30_000);
      client.skipRest();
    }
    await().until(() -> held() == 0);
  }

  @Test
  void aFrameThatSaysItIsTooLongIsNotWaitedFor() throws Exception {
    try (RawHttp client = upgraded()) {
      client.send("\u0081\u00ff\u0000\u0000\u0000\u0000\u0010\u0000\u0000\u0000");
      assertThat(client.rest()).contains("too big");
    }
  }

  @Test
  void whoStillWritesHearsAllTheSameWhyItIsEnded() throws Exception {
    try (RawHttp client = upgraded()) {
      client.send("\u0081\u00ff\u0000\u0000\u0000\u0000\u0010\u0000\u0000\u0000");
      for (int part = 0; part < 100; part++) {
        client.send("x".repeat(BODY));
      }
      assertThat(client.rest()).contains("too big");
    }
    await().until(() -> held() == 0);
  }

  @Test
  void aHandshakeWithABodyIsRefusedAndKeepsNoRoom() throws Exception {
    try (RawHttp client = new RawHttp(front.port())) {
      client.ask(
          "GET",
          "/ws",
          "Upgrade: websocket",
          "Connection: Upgrade",
          "Content-Length: 1000",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
      assertThat(client.send("x".repeat(1_000)).answer())
          .startsWith("HTTP/1.1 400")
          .contains("has no body");
    }
    await().until(() -> held() == 0);
  }

  @Test
  void aFaultEndsOneConnectionOnly() throws Exception {
    Ear ear = new Ear();
    open(ear, "").sendText("fault", true).join();
    assertThat(ear.next()).isNotEqualTo("fault");

    Ear other = new Ear();
    open(other, "").sendText("well", true).join();
    assertThat(other.next()).isEqualTo("well");
  }

  @Test
  void atTheEndAllAreSentAway() throws Exception {
    Ear ear = new Ear();
    open(ear, "").sendText("here", true).join();
    assertThat(ear.next()).isEqualTo("here");

    assertThat(front.sendAway(Waits.patience())).isTrue();
    assertThat(ear.next()).isEqualTo("closed 1012");
  }
}
