package io.feige.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.node.ScriptedNode;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.FindRoute;
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
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectIT {
  private static final Duration LIMIT = Duration.ofSeconds(5);

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
      feige.awaitConnected(Duration.ofSeconds(5));
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
        assertThatThrownBy(() -> feige.awaitConnected(Duration.ofSeconds(1)))
            .hasMessageContaining(
                "127.0.0.1:"
                    + web.getLocalPort()
                    + ": what answers there does not speak Feige's protocol; it looks like HTTP.")
            .hasMessageNotContaining("Exception");
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
      } catch (IOException e) {
        return; // The test is over.
      }
    }
  }

  @Test
  void theTokenTravelsInTheHandshake() {
    try (FeigeClient feige =
        FeigeClient.builder().servers(node.address()).token("s3cret").software("shop 7").build()) {
      feige.awaitConnected(LIMIT);
    }

    Hello hello = node.received(Hello.class).get(0);
    assertThat(hello.secret()).isEqualTo(Secret.of("s3cret"));
    assertThat(hello.software()).isEqualTo("shop 7");
  }

  @Test
  void nobodyThereIsSaidWithTheReason() {
    node.close();
    try (FeigeClient feige = client()) {
      assertThatThrownBy(() -> feige.awaitConnected(Duration.ofMillis(200)))
          .isInstanceOf(TemporaryException.class)
          .hasMessageContaining("CONNECT_FAILED")
          .hasMessageContaining("refused");
    }
  }

  @Test
  void aVersionThatTheNodeDoesNotSpeakIsRefusedForGoodAndSaidAtOnce() {
    for (int i = 0; i < 3; i++) {
      node.on(CommandType.HELLO, hello -> hello.refuse(ErrorCode.UNSUPPORTED_VERSION, 0));
    }
    try (FeigeClient feige = client()) {
      assertThatThrownBy(() -> feige.producer("t").build().publish(Message.of("x")))
          .isInstanceOfSatisfying(
              RefusedException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION));
    }
  }

  @Test
  void aNodeThatChoosesAnUnknownVersionIsNotBelieved() {
    node.on(CommandType.HELLO, hello -> hello.answer(new Welcome(9, "n", 1 << 20, 1 << 20, 1000)));
    try (FeigeClient feige = client()) {
      assertThatThrownBy(() -> feige.awaitConnected(LIMIT)).isInstanceOf(RefusedException.class);
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
        feige.awaitConnected(LIMIT);
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
    try (FeigeClient feige = client()) {
      feige.awaitConnected(LIMIT);

      await().during(Duration.ofMillis(300)).until(() -> node.received(FindRoute.class).size() < 4);
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
      feige.awaitConnected(LIMIT);
    }
  }

  @Test
  void aQuietConnectionIsKeptAlive() {
    node.idleTimeoutMillis(150);
    try (FeigeClient feige = client()) {
      feige.awaitConnected(LIMIT);

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
      feige.awaitConnected(LIMIT);

      await().until(() -> node.received(Hello.class).size() == 2);
    }
  }

  @Test
  void absurdLengthsEndTheConnectionAndTheRequestGoesOnOnTheNextOne() {
    node.on(
        CommandType.PUBLISH,
        publish -> publish.sendGarbage(new byte[] {4, 0, 0, 0, 1, 4, 0, 1, 0, 0, 0, 1}));
    try (FeigeClient feige = client()) {
      Producer producer = feige.producer("t").timeout(LIMIT).build();

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
