package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.lifecycle.MqttDisconnectSource;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.feige.client.FeigeClient;
import io.feige.client.GroupDescription;
import io.feige.client.Subscription;
import io.feige.testkit.Waits;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How often messages come over MQTT, what is retained, and how long a session is. */
class MqttDeliveryIT {
  /** A client of version 5 whose name has two letters, and whose session is kept for a minute. */
  private static final String CONNECT =
      "\u0010\u0014\u0000\u0004MQTT\u0005%c\u0000<\u0005\u0011\u0000\u0000\u0000<\u0000\u0002";

  private static final String ANEW = CONNECT.formatted(2);
  private static final String AGAIN = CONNECT.formatted(0);

  @TempDir static Path temporary;

  @RegisterExtension
  static final ClusterLogs LOGS = new ClusterLogs(() -> MqttDeliveryIT.pair.logs());

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static ProxyPair pair;
  private static FeigeClient feige;

  @BeforeAll
  static void up() throws IOException {
    pair = new ProxyPair(temporary.resolve("cluster"), HTTP, "--pairs", "1");
    feige = pair.client();
  }

  @AfterAll
  static void down() {
    feige.close();
    pair.close();
    HTTP.close();
  }

  /** A connection that says bytes. */
  private static final class Raw implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    Raw(int proxy) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), pair.mqttPort(proxy));
      socket.setSoTimeout(Waits.patienceMillis());
      in = socket.getInputStream();
    }

    Raw say(String bytes) throws IOException {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      return this;
    }

    /** The next packet, without its properties where it is CONNACK. */
    Raw expect(int... packet) throws IOException {
      int type = in.read();
      byte[] rest = in.readNBytes(in.read());
      int[] all =
          IntStream.concat(
                  IntStream.of(type, rest.length),
                  IntStream.range(0, rest.length).map(i -> Byte.toUnsignedInt(rest[i])))
              .toArray();
      if (type == 0x20) {
        assertThat(rest).startsWith(packet[0], packet[1]);
      } else {
        assertThat(all).containsExactly(packet);
      }
      return this;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Test
  void aMessageOfQosTwoComesAsOneWhateverVersionItsSubscriberHas() throws Exception {
    try (PahoThree three = new PahoThree(pair.mqtt(1), "twos", true).connect();
        PahoFive five = new PahoFive(pair.mqtt(2), "fives").connect()) {
      three.client.subscribe("two/+", 2);
      five.client.subscribe("two/+", 2);
      three.publish("two/a", "1", 2);
      five.client.publish("two/b", "2".getBytes(StandardCharsets.UTF_8), 2, false);
      five.client.publish("two/c", "3".getBytes(StandardCharsets.UTF_8), 1, false);
      await().until(() -> three.got.size() >= 3 && five.got.size() >= 3);
      // Paho hands one of QoS 2 out at PUBREL, and one of QoS 1 when it comes.
      assertThat(three.got).containsExactlyInAnyOrder("two/a=1", "two/b=2", "two/c=3");
      assertThat(five.messages.stream().map(message -> message.getQos()))
          .containsExactlyInAnyOrder(2, 2, 1);
    }
  }

  @Test
  void whatIsSentAgainThroughAnotherProxyIsStoredOnceUntilItIsReleased() throws Exception {
    String publish = "%c\u0009\u0000\u0003rel\u0000\u0007\u0000x";
    try (PahoThree subscriber = new PahoThree(pair.mqtt(1), "rel-s", true).connect()) {
      subscriber.client.subscribe("rel", 2);
      try (Raw first = new Raw(1)) {
        first.say(ANEW + "re").expect(0, 0).say(publish.formatted(0x34)).expect(0x50, 2, 0, 7);
      }
      try (Raw second = new Raw(2)) {
        second.say(AGAIN + "re").expect(1, 0).say(publish.formatted(0x3C)).expect(0x50, 2, 0, 7);
        second.say("b\u0002\u0000\u0007").expect(0x70, 2, 0, 7);
        second.say("b\u0002\u0000\u0007").expect(0x70, 4, 0, 7, 0x92, 0);
        second.say(publish.formatted(0x34)).expect(0x50, 2, 0, 7);
      }
      try (Raw third = new Raw(1)) {
        third.say(ANEW + "re").expect(0, 0).say(publish.formatted(0x34)).expect(0x50, 2, 0, 7);
      }
      publishLast("rel");
      await().until(() -> subscriber.got.contains("rel=last"));
      assertThat(subscriber.got).containsExactly("rel=x", "rel=x", "rel=x", "rel=last");
    }
  }

  @Test
  void whoHasReceivedAMessageIsToldToForgetItAndDoesNotGetItAgain() throws Exception {
    try (Raw first = new Raw(1)) {
      first.say(ANEW + "go").expect(0, 0);
      first.say("\u0082\u0009\u0000\u0001\u0000\u0000\u0003rec\u0002").expect(0x90, 4, 0, 1, 0, 2);
      publishLast("rec");
      // Behind the notice that it has subscribed.
      first.expect(0x34, 12, 0, 3, 'r', 'e', 'c', 0, 2, 0, 'l', 'a', 's', 't');
      first.say("P\u0002\u0000\u0002").expect(0x62, 2, 0, 2);
    }
    try (Raw second = new Raw(2)) {
      second.say(AGAIN + "go").expect(1, 0).expect(0x62, 2, 0, 1).expect(0x62, 2, 0, 2);
      second.say("p\u0002\u0000\u0002\u00c0\u0000").expect(0xD0, 0);
    }
  }

  private static void publishLast(String topic) throws MqttException {
    try (PahoThree publisher = new PahoThree(pair.mqtt(1), "last-" + topic, true).connect()) {
      publisher.publish(topic, "last", 2);
    }
  }

  @Test
  void whatIsRetainedComesToWhoSubscribesLaterThroughWhicheverProxy() throws Exception {
    try (PahoThree publisher = new PahoThree(pair.mqtt(1), "keeper", true).connect()) {
      for (String topic : List.of("kept", "kept/a", "kept/b/c", "keptnot")) {
        publisher.publishRetained(topic, "old");
        publisher.publishRetained(topic, "of " + topic);
      }
      publisher.publishRetained("kept/b", "gone");
      publisher.publishRetained("kept/b", "");
    }
    try (PahoFive later = new PahoFive(pair.mqtt(2), "later").connect()) {
      later.client.subscribe("kept/#", 1);
      await().until(() -> later.got.size() >= 3);
      assertThat(later.got)
          .containsExactlyInAnyOrder("kept=of kept", "kept/a=of kept/a", "kept/b/c=of kept/b/c");
      assertThat(later.messages).allMatch(message -> message.isRetained() && message.getQos() == 1);

      MqttSubscription ifNew = new MqttSubscription("kept/#", 0);
      ifNew.setRetainHandling(1);
      later.client.subscribe(new MqttSubscription[] {ifNew});
      later.client.subscribe("kept/a", 0);
      await().until(() -> later.got.size() >= 4);
      later.client.publish("kept/a", "now".getBytes(StandardCharsets.UTF_8), 0, true);
      await().until(() -> later.got.contains("kept/a=now"));
      assertThat(later.got).hasSize(5).endsWith("kept/a=of kept/a", "kept/a=now");
      assertThat(later.messages.stream().map(MqttDeliveryIT::isRetained)).endsWith(true, false);
    }
  }

  private static boolean isRetained(org.eclipse.paho.mqttv5.common.MqttMessage message) {
    return message.isRetained();
  }

  @Test
  void aClientUsesNumbersForTopicsAndLearnsBySubscriptionWhyAMessageComes() throws Exception {
    try (Raw subscriber = new Raw(1);
        Raw publisher = new Raw(2)) {
      subscriber.say(ANEW + "yo").expect(0, 0);
      subscriber.say("\u0082\u000f\u0000\u0001\u0002\u000bM\u0000\u0007alias/#\u0001");
      subscriber.expect(0x90, 4, 0, 1, 0, 1);
      publisher.say(ANEW + "me").expect(0, 0);
      publisher.say("0\u000c\u0000\u0005alias\u0003#\u0000\u0005" + "1");
      publisher.say("0\u0007\u0000\u0000\u0003#\u0000\u0005" + "2");
      for (char body : "12".toCharArray()) {
        subscriber.expect(0x30, 11, 0, 5, 'a', 'l', 'i', 'a', 's', 2, 0x0B, 0x4D, body);
      }
    }
  }

  @Test
  void whoShareASubscriptionGetEachMessageOnceAmongThem() throws IOException {
    pair.withoutFailover("work", MqttDeliveryIT::shareWork);
  }

  private static void shareWork(String work) throws Exception {
    String shared = "$share/crew/" + work + "/#";
    Set<String> expected = new TreeSet<>();
    try (PahoFive all = new PahoFive(pair.mqtt(1), "all").connect();
        PahoFive one = new PahoFive(pair.mqtt(1), "crew-1").connect();
        PahoThree two = new PahoThree(pair.mqtt(2), "crew-2", true).connect();
        PahoThree publisher = new PahoThree(pair.mqtt(2), "foreman", true).connect()) {
      all.client.subscribe(work + "/#", 1);
      one.client.subscribe(shared, 2);
      two.client.subscribe(shared, 1);
      for (int i = 0; i < 100; i++) {
        publisher.publish(work + "/" + i, "a task", i % 3);
        publisher.publish("leisure/" + i, "nobody's", 1);
        expected.add(work + "/" + i + "=a task");
      }
      await().until(() -> all.got.size() == 100);
      await().until(() -> one.got.size() + two.got.size() == 100);
      List<String> got = new ArrayList<>(one.got);
      got.addAll(two.got);
      assertThat(got).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(one.messages).allMatch(message -> message.getQos() < 2);

      one.client.unsubscribe(shared);
      publisher.publish(work + "/alone", "for the other", 1);
      await().until(() -> two.got.contains(work + "/alone=for the other"));
      await()
          .ignoreExceptions()
          .until(() -> crew(work).map(GroupDescription::lag).orElseThrow() == 0);
    }
    await().ignoreExceptions().until(() -> crew(work).isEmpty());
  }

  private static Optional<GroupDescription> crew(String work) {
    String name = "crew." + work.replace(".", "_2E") + "_2F_23";
    return feige.groups().list("mqtt").stream()
        .filter(group -> group.group().equals(name))
        .findFirst();
  }

  @Test
  void whatOneOfThemHasNotAckedGoesToAnother() throws IOException {
    pair.withoutFailover("it", MqttDeliveryIT::leaveOneUnacked);
  }

  private static void leaveOneUnacked(String it) throws Exception {
    String subscribe = "\u0082\u0015\u0000\u0001\u0000\u0000\u000f$share/duo/" + it + "\u0001";
    try (Raw first = new Raw(1);
        PahoFive second = new PahoFive(pair.mqtt(2), "duo-2").connect()) {
      first.say(ANEW + "du").expect(0, 0).say(subscribe).expect(0x90, 4, 0, 1, 0, 1);
      try (PahoThree publisher = new PahoThree(pair.mqtt(1), "duo-p", true).connect()) {
        publisher.publish(it, "x");
      }
      first.expect(0x32, 10, 0, 4, 'i', 't', '.', it.charAt(3), 0xFD, 0xE9, 0, 'x');
      second.client.subscribe("$share/duo/" + it, 1);
      assertThat(second.got).isEmpty();
      first.close();
      // Long before its lease ends.
      await().until(() -> second.got.contains(it + "=x"));
    }
  }

  @Test
  void whatCannotBeSharedIsRefused() throws Exception {
    String subscribe = "\u0082\u0013\u0000\u0001\u0000\u0000\r$share/duo/it\u0005";
    try (Raw client = new Raw(1)) {
      client.say(ANEW + "no").expect(0, 0);
      client.say("\u0082\u000f\u0000\u0001\u0000\u0000\u0009$share//x\u0001");
      client.expect(0x90, 4, 0, 1, 0, 0x8F);
      // The option "no local" is what is refused.
      client.say(subscribe).expect(0xE0, 2, 0x82, 0);
    }
  }

  @Test
  void whoSharesMissesNothingWhileItIsAwayOrANodeIsKilled() throws Exception {
    Set<String> expected = new TreeSet<>();
    Set<String> got = ConcurrentHashMap.newKeySet();
    for (boolean isBack : new boolean[] {false, true}) {
      try (PahoThree one = new PahoThree(pair.mqtt(1), "pool-1", false);
          PahoThree two = new PahoThree(pair.mqtt(2), "pool-2", false);
          PahoThree publisher = new PahoThree(pair.mqtt(2), "pool-p", true).connect()) {
        for (PahoThree member : List.of(one, two)) {
          member.whenCome = got::add;
          member.connect();
          if (!isBack) {
            member.client.subscribe("$share/pool/job", 1);
          }
        }
        for (int i = 0; i < 200; i++) {
          publisher.publish("job", isBack + " " + i);
          expected.add("job=" + isBack + " " + i);
          if (i == 100 && isBack) {
            pair.kill("node-1");
          }
        }
        await().until(() -> got.containsAll(expected));
        one.client.disconnect();
        two.client.disconnect();
        publisher.publish("job", "meanwhile " + isBack);
        expected.add("job=meanwhile " + isBack);
      }
    }
    pair.restart("node-1");
    pair.awaitInSync();
    try (PahoThree two = new PahoThree(pair.mqtt(2), "pool-2", false)) {
      two.whenCome = got::add;
      two.connect();
      await().until(() -> got.containsAll(expected));
    }
    assertThat(got).isEqualTo(expected);
  }

  @Test
  void aSessionEndsWhenItsTimeIsOver() throws Exception {
    PahoFive first = new PahoFive(pair.mqtt(1), "mayfly");
    first.options.setCleanStart(true);
    first.options.setSessionExpiryInterval(2L);
    first.connect().client.subscribe("day", 1);
    assertThat(feige.mailboxes("mqtt").open("mayfly").subscriptions())
        .extracting(Subscription::filter)
        .hasSize(2)
        .contains("day");
    first.client.disconnectForcibly(0, 1, false);
    first.client.close();
    try (PahoFive back = new PahoFive(pair.mqtt(2), "mayfly")) {
      back.options.setCleanStart(false);
      back.options.setSessionExpiryInterval(1L);
      assertThat(back.connected().getSessionPresent()).isTrue();
    }
    await().until(() -> feige.mailboxes("mqtt").open("mayfly").subscriptions().isEmpty());
    try (PahoFive late = new PahoFive(pair.mqtt(2), "mayfly")) {
      late.options.setCleanStart(false);
      assertThat(late.connected().getSessionPresent()).isFalse();
    }
  }

  @Test
  void whatIsToComeOnceComesOnceThoughNodesAndProxiesAreKilled() throws Exception {
    Map<String, Integer> received = new ConcurrentHashMap<>();
    Set<String> confirmed = ConcurrentHashMap.newKeySet();
    PahoThree subscriber = new PahoThree(pair.mqtt(1), "once-s", false);
    subscriber.goOnAt(pair.mqtt(1), pair.mqtt(2));
    subscriber.whenCome = message -> received.merge(message, 1, Integer::sum);
    subscriber.connect().client.subscribe("once/#", 2);
    try (PahoThree publisher = new PahoThree(pair.mqtt(2), "once-p", false)) {
      publisher.goOnAt(pair.mqtt(2), pair.mqtt(1));
      publisher.connect();
      int next = 0;
      for (String victim : List.of("node-1", "proxy-1", "node-2", "proxy-2")) {
        for (int phase = 0; phase < 2; phase++) {
          for (int end = next + 60; next < end; next++) {
            publishOnce(publisher, "m" + next, confirmed);
          }
          if (phase == 0) {
            pair.kill(victim);
          }
        }
        pair.restart(victim);
        pair.awaitInSync();
      }
      await()
          .until(() ->
              publisher.client.isConnected()
                  && publisher.client.getPendingDeliveryTokens().length == 0);
      publishOnce(publisher, "end", confirmed);
      await().until(() -> received.containsKey("once/x=end"));
    }
    subscriber.close();
    assertThat(received.keySet()).containsAll(confirmed);
    assertThat(received.values()).containsOnly(1);
    assertThat(confirmed).hasSizeGreaterThan(400);
  }

  @Test
  void hiveMqsClientHasEachMessageOnceThoughANodeAndItsProxyAreKilled() throws Exception {
    Map<String, Integer> received = new ConcurrentHashMap<>();
    Set<String> confirmed = ConcurrentHashMap.newKeySet();
    Mqtt5AsyncClient subscriber = hive("hive-s", 1);
    subscriber.publishes(
        MqttGlobalPublishFilter.ALL,
        message -> received.merge(text(message.getPayloadAsBytes()), 1, Integer::sum));
    Mqtt5AsyncClient publisher = hive("hive-p", 2);
    subscriber.subscribeWith().topicFilter("hive").qos(MqttQos.EXACTLY_ONCE).send().join();
    List<CompletableFuture<?>> sent = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      String body = "m" + i;
      sent.add(
          publisher
              .publishWith()
              .topic("hive")
              .qos(MqttQos.EXACTLY_ONCE)
              .payload(body.getBytes(StandardCharsets.UTF_8))
              .send()
              .thenAccept(result -> {
                if (result.getError().isEmpty()) {
                  confirmed.add(body);
                }
              }));
      if (i % 200 == 100) {
        await().until(() -> confirmed.size() > sent.size() - 100);
        if (i > 200) {
          pair.kill(i > 400 ? "proxy-1" : "node-1");
        }
      }
    }
    Waits.get(CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)));
    await().until(() -> received.keySet().containsAll(confirmed));
    assertThat(confirmed).hasSize(600);
    assertThat(received.values()).containsOnly(1);
    subscriber.disconnect().join();
    publisher.disconnect().join();
    pair.restart("proxy-1");
    pair.restart("node-1");
    pair.awaitInSync();
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** One that goes on at the other proxy when it loses its connection. */
  private static Mqtt5AsyncClient hive(String id, int proxy) {
    AtomicInteger at = new AtomicInteger(proxy);
    Mqtt5AsyncClient client =
        Mqtt5Client.builder()
            .identifier(id)
            .serverHost("127.0.0.1")
            .serverPort(pair.mqttPort(proxy))
            .addDisconnectedListener(lost -> {
              if (lost.getSource() != MqttDisconnectSource.USER) {
                int next = pair.mqttPort(at.updateAndGet(before -> 3 - before));
                lost.getReconnector()
                    .reconnect(true)
                    .delay(100, TimeUnit.MILLISECONDS)
                    .transportConfig()
                    .serverHost("127.0.0.1")
                    .serverPort(next)
                    .applyTransportConfig();
              }
            })
            .buildAsync();
    client.connectWith().cleanStart(false).sessionExpiryInterval(600).send().join();
    return client;
  }

  private static void publishOnce(PahoThree publisher, String body, Set<String> confirmed) {
    if (publisher.publishedOnce("once/x", body)) {
      confirmed.add("once/x=" + body);
    }
  }
}
