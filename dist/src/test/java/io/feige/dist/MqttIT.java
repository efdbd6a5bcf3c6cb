package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.MailboxState;
import io.feige.client.Mailboxes;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.testkit.Waits;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of MQTT, through two proxies before two pairs whose nodes and proxies are killed. */
class MqttIT {
  @TempDir static Path temporary;

  @RegisterExtension static final ClusterLogs LOGS = new ClusterLogs(() -> MqttIT.pair.logs());

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static ProxyPair pair;
  private static FeigeClient feige;

  @BeforeAll
  static void up() throws IOException {
    pair = new ProxyPair(temporary.resolve("cluster"), HTTP);
    feige = pair.client();
  }

  @AfterAll
  static void down() {
    feige.close();
    pair.close();
    HTTP.close();
  }

  @Test
  void aMessageReachesSubscribersOfBothVersionsThroughEitherProxyWithItsProperties()
      throws Exception {
    try (PahoThree three = new PahoThree(pair.mqtt(1), "three", true).connect();
        PahoFive five = new PahoFive(pair.mqtt(2), "five").connect()) {
      three.client.subscribe("house/+/temperature", 1);
      five.client.subscribe(new MqttSubscription[] {new MqttSubscription("house/#", 1)});

      MqttMessage message = new MqttMessage("21".getBytes(StandardCharsets.UTF_8), 1, false, null);
      MqttProperties properties = new MqttProperties();
      properties.setContentType("text/plain");
      properties.setResponseTopic("house/answers");
      properties.setCorrelationData(new byte[] {1, 2});
      properties.setUserProperties(List.of(new UserProperty("room", "kitchen")));
      properties.setMessageExpiryInterval(600L);
      message.setProperties(properties);
      five.client.publish("house/kitchen/temperature", message);
      three.publish("house/door", "open");

      await().until(() -> five.got.size() >= 2 && !three.got.isEmpty());
      assertThat(three.got).containsExactly("house/kitchen/temperature=21");
      assertThat(five.got).containsExactly("house/kitchen/temperature=21", "house/door=open");
      MqttProperties back = five.messages.element().getProperties();
      assertThat(back.getContentType()).isEqualTo("text/plain");
      assertThat(back.getResponseTopic()).isEqualTo("house/answers");
      assertThat(back.getCorrelationData()).containsExactly(1, 2);
      assertThat(back.getUserProperties())
          .extracting(UserProperty::getValue)
          .containsExactly("kitchen");
      assertThat(back.getMessageExpiryInterval()).isBetween(1L, 600L);
    }
  }

  @Test
  void clientsSpeakOverWebSocketToo() throws Exception {
    String large = "x".repeat(200_000);
    try (PahoFive socket = new PahoFive(pair.mqttOverWebSocket(1), "over-socket").connect();
        PahoThree old = new PahoThree(pair.mqttOverWebSocket(2), "old-socket", true).connect();
        PahoFive tcp = new PahoFive(pair.mqtt(2), "beside").connect()) {
      socket.client.subscribe("socket/#", 2);
      old.client.subscribe("socket/#", 1);
      assertThat(tcp.publish("socket/a", large, 2, false)).isZero();
      assertThat(socket.publish("socket/b", large, 1, false)).isZero();
      old.publish("socket/c", "3");
      await().until(() -> socket.got.size() == 3 && old.got.size() == 3);
      assertThat(socket.got)
          .containsExactly("socket/a=" + large, "socket/b=" + large, "socket/c=3");
      assertThat(old.got).containsExactlyElementsOf(socket.got);
    }
  }

  /** MQTT 5.0, section 6. */
  @Test
  void textOverWebSocketEndsTheConnection() throws Exception {
    CompletableFuture<Integer> closed = new CompletableFuture<>();
    WebSocket socket =
        HTTP.newWebSocketBuilder()
            .subprotocols("mqtt")
            .buildAsync(
                URI.create(pair.mqttOverWebSocket(1)),
                new WebSocket.Listener() {
                  @Override
                  public @Nullable CompletionStage<?> onClose(
                      WebSocket its, int code, String reason) {
                    closed.complete(code);
                    return null;
                  }
                })
            .join();
    assertThat(socket.getSubprotocol()).isEqualTo("mqtt");
    socket.sendText("hello", true).join();
    assertThat(Waits.get(closed)).isEqualTo(1003);
  }

  @Test
  void javaAndMqttSpeakWithEachOther() throws Exception {
    try (PahoFive five = new PahoFive(pair.mqtt(1), "speaker").connect();
        Producer producer = feige.producer("mqtt").build();
        Consumer consumer =
            feige.consumer("mqtt").group("java").startFrom(GroupStart.LATEST).build()) {
      five.client.subscribe("from/java", 1);
      consumer.pull(1, Duration.ofMillis(200));

      producer.publish(Message.of(Mailboxes.keyOf("from/java"), "hello"));
      producer.publish(Message.of("speaker", "for you alone"));
      await().until(() -> five.got.size() == 2);
      assertThat(five.got).containsExactlyInAnyOrder("from/java=hello", "$mailbox=for you alone");

      five.client.publish("from/mqtt", "hi".getBytes(StandardCharsets.UTF_8), 0, false);
      AtomicReference<String> heard = new AtomicReference<>("");
      await()
          .until(() -> {
            for (Delivery each : consumer.pull(10, Duration.ofMillis(200))) {
              heard.updateAndGet(
                  before -> each.keyText().equals("@from/mqtt") ? each.text() : before);
              each.ack();
            }
            return heard.get().equals("hi");
          });
    }
  }

  @Test
  void aSessionThatIsKeptGetsInOrderWhatCameMeanwhileThroughAnotherProxy() throws Exception {
    try (PahoThree before = new PahoThree(pair.mqtt(1), "sleeper", false).connect()) {
      before.client.subscribe("night/#", 1);
    }
    List<String> wanted = new ArrayList<>();
    try (PahoThree publisher = new PahoThree(pair.mqtt(1), "night-watch", true).connect()) {
      for (int i = 0; i < 250; i++) {
        publisher.publish("night/" + i % 3, "m" + i);
        wanted.add("night/" + i % 3 + "=m" + i);
      }
    }
    try (PahoThree after = new PahoThree(pair.mqtt(2), "sleeper", false)) {
      after.connect();
      await().until(() -> after.got.size() >= 250);
      assertThat(after.got).containsExactlyElementsOf(wanted);
    }
    await()
        .until(() -> {
          MailboxState state = feige.mailboxes("mqtt").open("sleeper").state();
          return state.acked() == state.end();
        });
    try (PahoThree clean = new PahoThree(pair.mqtt(2), "sleeper", true).connect();
        PahoThree publisher = new PahoThree(pair.mqtt(1), "night-watch", true).connect()) {
      publisher.publish("night/1", "late");
      assertThat(feige.mailboxes("mqtt").open("sleeper").subscriptions())
          .noneMatch(each -> each.filter().startsWith("night"));
      assertThat(clean.got).isEmpty();
    }
  }

  @Test
  void nothingIsLeftOfASessionThatIsNotKept() throws Exception {
    try (PahoFive five = new PahoFive(pair.mqtt(1), "passer-by").connect()) {
      five.client.subscribe("street", 1);
      assertThat(feige.mailboxes("mqtt").open("passer-by").subscriptions())
          .anyMatch(each -> each.filter().equals("street"));
    }
    await()
        .until(() ->
            feige.mailboxes("mqtt").open("passer-by").subscriptions().isEmpty()
                && feige.mailboxes("mqtt").open("passer-by").state().end() == 0);
  }

  @ParameterizedTest
  @CsvSource({"1,false", "2,false", "1,true", "2,true"})
  void whoConnectsAgainTakesOverThroughWhicheverProxy(int second, boolean isClean)
      throws Exception {
    String id = "twice-" + second + isClean;
    long expiry = isClean ? 0 : 600;
    try (PahoFive first = new PahoFive(pair.mqtt(1), id)) {
      first.options.setCleanStart(true);
      first.options.setSessionExpiryInterval(expiry);
      first.connect();
      first.client.subscribe(id, 1);
      try (PahoFive then = new PahoFive(pair.mqtt(second), id);
          PahoThree publisher = new PahoThree(pair.mqtt(1), "taker-" + id, true).connect()) {
        then.options.setCleanStart(isClean);
        then.options.setSessionExpiryInterval(expiry);
        then.connect();
        if (isClean) {
          then.client.subscribe(id, 1);
        }
        await().until(() -> first.reason.get() != null);
        assertThat(first.reason.get()).isEqualTo(0x8E);
        publisher.publish(id, "over");
        await().until(() -> then.got.contains(id + "=over"));
        await()
            .during(Duration.ofMillis(500))
            .until(() ->
                feige.mailboxes("mqtt").open(id).subscriptions().stream()
                    .anyMatch(each -> each.filter().equals(id)));
        assertThat(then.client.isConnected()).isTrue();
      }
    }
  }

  @Test
  void aWillIsPublishedUnlessItsClientSaysGoodbye() throws Exception {
    try (PahoThree mourner = new PahoThree(pair.mqtt(2), "mourner", true).connect()) {
      mourner.client.subscribe("wills/#", 1);
      try (PahoThree polite = new PahoThree(pair.mqtt(1), "polite", true)) {
        polite.options.setWill("wills/polite", new byte[] {'x'}, 1, false);
        polite.connect();
      }
      PahoThree sudden = new PahoThree(pair.mqtt(1), "sudden", true);
      sudden.options.setWill("wills/sudden", new byte[] {'y'}, 1, false);
      sudden.connect();
      sudden.client.disconnectForcibly(0, 1, false);
      sudden.client.close();
      await().until(() -> !mourner.got.isEmpty());
      assertThat(mourner.got).containsExactly("wills/sudden=y");
    }
  }

  @Test
  void whatIsNotThereIsRefusedWithItsReason() throws Exception {
    String connect = "\u0010\u000f\u0000\u0004MQTT\u0005\u0002\u0000<\u0000\u0000\u0002me";
    assertThat(say(connect + "0\u0007\u0000\u0001a\u0003#\u0000Ax"))
        .as("an alias that is too large")
        .endsWith(0xE0, 2, 0x94, 0);
    try (PahoFive five = new PahoFive(pair.mqtt(1), "wishes").connect()) {
      IMqttToken wrong =
          five.client.subscribe(
              new String[] {"$share/+/a", "+/+/+/+/+/+", "fine"}, new int[] {1, 1, 2});
      assertThat(wrong.getReasonCodes()).containsExactly(0x8F, 0x8F, 2);
    }
    try (PahoThree three = new PahoThree(pair.mqtt(1), "old wishes", true).connect()) {
      assertThatThrownBy(() -> three.client.subscribe("$share/g", 1))
          .isInstanceOf(MqttException.class);
      three.client.subscribe("goes-on", 1);
      three.publish("goes-on", "yes");
      await().until(() -> three.got.contains("goes-on=yes"));
    }
  }

  /** MQTT 5.0, section 4.9: its client has more unanswered than it was told that it may have. */
  @Test
  void whoSendsTooMuchAheadHearsWhyThoughItStillWrites() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.mqttPort(1))) {
      socket.setSoTimeout(Waits.patienceMillis());
      DataInputStream told = new DataInputStream(socket.getInputStream());
      DataOutputStream says = new DataOutputStream(socket.getOutputStream());
      says.write(new byte[] {0x10, 18, 0, 4, 'M', 'Q', 'T', 'T', 5, 2, 0, 60, 0, 0, 5});
      says.writeBytes("ahead");
      assertThat(told.read()).as("CONNACK").isEqualTo(0x20);
      told.skipNBytes(told.read());
      for (int id = 1; id <= 201; id++) {
        says.write(new byte[] {0x34, 7, 0, 1, 't', 0, (byte) id, 0, 'x'});
      }
      // By now it has been told why, and writes all the same before it reads that.
      for (int ping = 0; ping < 3; ping++) {
        await().pollDelay(Duration.ofMillis(300)).until(() -> told.available() > 0);
        says.write(new byte[] {(byte) 0xC0, 0});
      }
      int type = told.read();
      while (type != -1 && type != 0xE0) {
        told.skipNBytes(told.read());
        type = told.read();
      }
      assertThat(type).as("DISCONNECT").isEqualTo(0xE0);
      assertThat(told.readNBytes(told.read())[0]).isEqualTo((byte) 0x93);
      assertThat(told.read()).as("the end").isEqualTo(-1);
    }
  }

  /** All that a proxy answers until it ends the connection. */
  private static byte[] say(String bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.mqttPort(1))) {
      socket.setSoTimeout(Waits.patienceMillis());
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      return socket.getInputStream().readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\n\r\n",
        "0\u0002\u0000\u0000",
        "\u0010\u000c\u0000\u0004MQTT\u0009\u0002\u0000\u0001\u0000\u0000",
        "\u00f0\u0000",
      })
  void whoSpeaksSomethingElseIsEndedAndNobodyElse(String bytes) throws Exception {
    try (PahoThree three = new PahoThree(pair.mqtt(1), "bystander", true).connect()) {
      say(bytes);
      three.client.subscribe("bystander", 1);
      three.publish("bystander", "still here");
      await().until(() -> three.got.contains("bystander=still here"));
    }
  }

  @Test
  void aProxyThatStopsSaysWhereItsClientsMayGo() throws Exception {
    ProcessHandle proxy = pair.process("proxy-1");
    try (PahoFive five = new PahoFive(pair.mqtt(1), "sent away").connect()) {
      five.client.subscribe("away", 1);
      var _ = proxy.destroy();
      await().until(() -> five.reason.get() != null);
      assertThat(five.reason.get()).isEqualTo(0x9C);
      assertThat("tcp://" + five.elsewhere.get()).isEqualTo(pair.mqtt(2));
    } finally {
      proxy.onExit().join();
      pair.restart("proxy-1");
    }
  }

  @Test
  void whoIsSilentForLongerThanItPromisedIsEnded() throws IOException {
    String connect = "\u0010\u000e\u0000\u0004MQTT\u0004\u0002\u0000\u0001\u0000\u0002me";
    assertThat(say(connect)).containsExactly(0x20, 2, 0, 0);
  }

  @Test
  void whatIsAckedReachesSubscribersThoughNodesAndProxiesAreKilled() throws Exception {
    Set<String> confirmed = ConcurrentHashMap.newKeySet();
    Set<String> received = ConcurrentHashMap.newKeySet();
    try (PahoThree subscribed = new PahoThree(pair.mqtt(2), "survivor", false).connect()) {
      subscribed.client.subscribe("killed/#", 1);
    }
    Thread subscriber =
        Thread.ofVirtual()
            .start(() -> {
              int proxy = 2;
              while (!Thread.currentThread().isInterrupted()) {
                proxy = 3 - proxy;
                try (PahoThree three =
                    new PahoThree(pair.mqtt(proxy), "survivor", false).connect()) {
                  while (three.client.isConnected()) {
                    Thread.sleep(20);
                    received.addAll(three.got);
                  }
                  received.addAll(three.got);
                } catch (MqttException e) {
                  // It tries the other one.
                } catch (InterruptedException e) {
                  return;
                }
              }
            });
    int next = 0;
    for (String victim : List.of("node-1", "proxy-1", "node-2", "proxy-2")) {
      for (int phase = 0; phase < 2; phase++) {
        next = publishSome(next, 60, confirmed);
        if (phase == 0) {
          pair.kill(victim);
        }
      }
      pair.restart(victim);
      pair.awaitInSync();
    }
    await().untilAsserted(() -> assertThat(received).containsAll(confirmed));
    subscriber.interrupt();
    subscriber.join();
    assertThat(confirmed).hasSizeGreaterThan(400);
  }

  /** Publishes through whichever proxy is there, and says the next number. */
  private static int publishSome(int first, int count, Set<String> confirmed) {
    int next = first;
    while (next < first + count) {
      for (int proxy : IntStream.of(1, 2).toArray()) {
        try (PahoThree publisher = new PahoThree(pair.mqtt(proxy), "killed-publisher", true)) {
          publisher.options.setConnectionTimeout(5);
          publisher.client.setTimeToWait(10_000);
          publisher.connect();
          while (next < first + count) {
            publisher.publish("killed/x", "m" + next);
            confirmed.add("killed/x=m" + next);
            next++;
          }
        } catch (MqttException e) {
          // It tries the other one.
        }
      }
    }
    return next;
  }
}
