package io.feige.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.ScriptedNode;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.PairRoute;
import io.feige.protocol.model.Secret;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectIT {
  private static final Duration A_PAUSE = Duration.ofMillis(200);

  private final ScriptedNode node = new ScriptedNode();

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void aQuestionThatIsNotAnsweredChangedNothingAndSaysSo() {
    for (CommandType type : List.of(CommandType.TOPIC_LIST, CommandType.STATUS)) {
      node.on(type, silent -> {});
    }
    try (FeigeClient feige =
        FeigeClient.builder()
            .servers(node.address())
            .requestTimeout(Duration.ofMillis(200))
            .build()) {
      feige.awaitConnected(Waits.patience());
      List<ThrowingCallable> questions = List.of(() -> feige.topics().list(), feige::status);

      for (ThrowingCallable question : questions) {
        assertThatThrownBy(question)
            .isInstanceOfSatisfying(
                TemporaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_ANSWER))
            .hasMessageContaining("Ask again")
            .hasMessageNotContaining("may or may not");
      }
    }
  }

  @Test
  void whatDoesNotSpeakTheProtocolIsNamedInASentence() throws IOException {
    try (ServerSocket web = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread serves = new Thread(() -> answerAsWebServer(web));
      serves.setDaemon(true);
      serves.start();
      try (FeigeClient feige =
          FeigeClient.builder().servers("127.0.0.1:" + web.getLocalPort()).build()) {
        await()
            .untilAsserted(() ->
                assertThatThrownBy(() -> feige.awaitConnected(Duration.ofMillis(100)))
                    .hasMessageContaining(
                        "127.0.0.1:"
                            + web.getLocalPort()
                            + ": what answers there does not speak Feige's protocol; it looks like"
                            + " HTTP.")
                    .hasMessageNotContaining("Exception"));
      }
    }
  }

  @Test
  void anAddressWithASchemeIsRefusedWithASentence() {
    assertThatThrownBy(() -> FeigeClient.builder().servers("http://localhost:7700").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("server 'http://localhost:7700' must be host:port, without http://");
  }

  private static void answerAsWebServer(ServerSocket web) {
    while (!web.isClosed()) {
      try (Socket caller = web.accept()) {
        caller.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
        caller.shutdownOutput();
        // A socket that is closed with something unread takes its words back.
        long unused = caller.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        // The caller has gone, or the test is over.
      }
    }
  }

  @Test
  void theTokenTravelsInTheHandshake() {
    try (FeigeClient feige =
        FeigeClient.builder().servers(node.address()).token("s3cret").software("shop 7").build()) {
      feige.awaitConnected(Waits.patience());
    }

    Hello hello = node.received(Hello.class).get(0);
    assertThat(hello.secret()).isEqualTo(Secret.of("s3cret"));
    assertThat(hello.software()).isEqualTo("shop 7");
  }

  @Test
  void aTokenOfAFileIsShownWithoutItsLineEnd(@TempDir Path dir) throws IOException {
    Path file = Files.writeString(dir.resolve("token"), "s3cret\n");
    try (FeigeClient feige =
        FeigeClient.builder().servers(node.address()).tokenFile(file).build()) {
      feige.awaitConnected(Waits.patience());
    }

    assertThat(node.received(Hello.class).get(0).secret()).isEqualTo(Secret.of("s3cret"));
    FeigeClientBuilder builder = FeigeClient.builder();
    Path missing = dir.resolve("missing");
    assertThatThrownBy(() -> builder.tokenFile(missing))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(missing.toString());
  }

  @Test
  void nobodyThereIsSaidWithTheReason() {
    node.close();
    try (FeigeClient feige = client()) {
      await()
          .untilAsserted(() ->
              assertThatThrownBy(() -> feige.awaitConnected(Duration.ofMillis(100)))
                  .isInstanceOf(TemporaryException.class)
                  .hasMessageContaining("CONNECT_FAILED")
                  .hasMessageContaining("refused"));
    }
  }

  @Test
  void aVersionThatTheNodeDoesNotSpeakIsRefusedForGoodAndSaidAtOnce() {
    node.always(CommandType.HELLO, hello -> hello.refuse(ErrorCode.UNSUPPORTED_VERSION, 0));
    try (FeigeClient feige = client()) {
      assertThatThrownBy(() -> feige.producer("t").build().publish(Message.of("x")))
          .isInstanceOfSatisfying(
              RefusedException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION));
    }
  }

  @Test
  void aNodeThatChoosesAnUnknownVersionIsNotBelieved() {
    node.always(
        CommandType.HELLO, hello -> hello.answer(new Welcome(9, "n", 1 << 20, 1 << 20, 1000)));
    try (FeigeClient feige = client()) {
      assertThatThrownBy(() -> feige.awaitConnected(Waits.patience()))
          .isInstanceOf(RefusedException.class);
    }
  }

  @Test
  void theNodeThatServesIsFollowedAndTheServerThatNamesItIsKept() {
    try (ScriptedNode active = new ScriptedNode()) {
      PairRoute elsewhere = new PairRoute("pair-1", 1, "node-2", "127.0.0.1", active.port(), true);
      node.named("other")
          .always(CommandType.ROUTE, route -> route.answer(new Routes(1, List.of(elsewhere))));
      active.named("node-2");
      try (FeigeClient feige = client()) {
        feige.awaitConnected(Waits.patience());
        feige.producer("t").build().publish(Message.of("x"));

        assertThat(active.connections()).isEqualTo(1);
        assertThat(active.received(Hello.class).get(0).pair()).isEqualTo("pair-1");
        assertThat(active.received(Publish.class)).hasSize(1);
        assertThat(node.connections()).isEqualTo(1);
        assertThat(node.received(Publish.class)).isEmpty();
      }
    }
  }

  @Test
  void aServerThatAnswersAtOnceIsNotAskedOverAndOver() {
    List<Long> askedAt = new CopyOnWriteArrayList<>();
    node.always(
        CommandType.ROUTE,
        route -> {
          askedAt.add(System.nanoTime());
          node.standing(route);
        });
    try (FeigeClient feige = client()) {
      await().until(() -> askedAt.size() >= 4);

      // The first two follow each other at once: what is there, and then what is new.
      assertThat(Duration.ofNanos(askedAt.get(2) - askedAt.get(1))).isGreaterThan(A_PAUSE);
      assertThat(Duration.ofNanos(askedAt.get(3) - askedAt.get(2))).isGreaterThan(A_PAUSE);
      assertThat(feige.pairs()).hasSize(1);
    }
  }

  @Test
  void aStandaloneNodeIsUsedOverTheConnectionThatAsksItForRoutes() {
    try (FeigeClient feige = client()) {
      feige.producer("t").build().publish(Message.of("x"));

      assertThat(node.connections()).isEqualTo(1);
      assertThat(feige.pairs())
          .containsExactly(
              new PairView("pair-1", 1, "node-1", "127.0.0.1:" + node.port(), true, true, ""));
    }
  }

  @Test
  void anotherServerIsTriedWhenOneIsGone() {
    ScriptedNode gone = new ScriptedNode();
    gone.close();
    try (FeigeClient feige =
        FeigeClient.builder().servers(gone.address(), node.address()).build()) {
      feige.awaitConnected(Waits.patience());
    }
  }

  @Test
  void aQuietConnectionIsKeptAlive() {
    node.idleTimeoutMillis(150);
    try (FeigeClient feige = client()) {
      feige.awaitConnected(Waits.patience());

      await().until(() -> node.received(Ping.class).size() >= 3);
      assertThat(node.received(Hello.class)).hasSize(1);
    }
  }

  @Test
  void aNodeThatDoesNotAnswerIsLeft() {
    node.idleTimeoutMillis(150);
    node.on(CommandType.PING, ping -> {});
    try (FeigeClient feige =
        FeigeClient.builder()
            .servers(node.address())
            .requestTimeout(Duration.ofMillis(100))
            .build()) {
      feige.awaitConnected(Waits.patience());

      await().until(() -> node.received(Hello.class).size() >= 2);
    }
  }

  @Test
  void absurdLengthsEndTheConnectionAndTheRequestGoesOnOnTheNextOne() {
    node.on(
        CommandType.PUBLISH,
        publish -> publish.sendGarbage(new byte[] {4, 0, 0, 0, 1, 4, 0, 1, 0, 0, 0, 1}));
    try (FeigeClient feige = client()) {
      Producer producer = feige.producer("t").timeout(Waits.patience()).build();

      assertThat(producer.publish(Message.of("x")).offset()).isZero();
      assertThat(node.received(Hello.class)).hasSize(2);
    }
  }

  @Test
  void anAnswerThatNobodyAskedForEndsTheConnection() {
    node.on(
        CommandType.PUBLISH,
        publish -> {
          publish.answer(new Published(1, 0, 0, 0, Durability.LOCAL, false));
          publish.answer(new Published(1, 0, 0, 0, Durability.LOCAL, false));
        });
    try (FeigeClient feige = client()) {
      assertThat(feige.producer("t").build().publish(Message.of("x")).offset()).isZero();

      await().until(() -> node.received(Hello.class).size() == 2);
    }
  }

  @Test
  void aClosedClientSaysSo() {
    FeigeClient feige = client();
    feige.close();

    assertThatThrownBy(feige::topics)
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLIENT_CLOSED));
    await().until(() -> node.connections() == 0);
  }

  @Test
  void closedWhileItConnectsItLeavesNoConnectionBehind() {
    for (int i = 0; i < 200; i++) {
      FeigeClient feige = client();
      LockSupport.parkNanos(10_000L * i);
      feige.close();
    }

    // Nothing else is sure to happen after a connection that is made late.
    await().during(Duration.ofMillis(200)).until(() -> node.connections() == 0);
  }

  @Test
  void everythingWrongWithTheSettingsIsSaidAtOnce() {
    FeigeClientBuilder builder =
        FeigeClient.builder()
            .servers("a:b", ":1")
            .connectTimeout(Duration.ZERO)
            .memoryLimitBytes(5);

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a:b'")
        .hasMessageContaining("':1'")
        .hasMessageContaining("connectTimeout")
        .hasMessageContaining("memoryLimitBytes");
  }

  private FeigeClient client() {
    return FeigeClient.builder().servers(node.address()).build();
  }
}
