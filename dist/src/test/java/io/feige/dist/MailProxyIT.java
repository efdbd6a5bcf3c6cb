package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.FeigeClient;
import io.feige.client.TopicSpec;
import io.feige.dist.ProxyCaller.Answer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Mailboxes over HTTP and WebSocket, through two proxies before two pairs. */
class MailProxyIT {
  private static final String INBOX = "/v1/topics/inbox/mailboxes/";

  @TempDir static Path temporary;

  @RegisterExtension static final ClusterLogs LOGS = new ClusterLogs(() -> MailProxyIT.pair.logs());

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static ProxyPair pair;
  private static ProxyCaller one;
  private static ProxyCaller two;

  @BeforeAll
  static void up() throws IOException {
    pair = new ProxyPair(temporary.resolve("cluster"), HTTP);
    one = pair.one();
    two = pair.two();
    try (FeigeClient feige = pair.client()) {
      feige.topics().create(TopicSpec.of("inbox").withMailboxCap(1_000).withOnePair(true));
      feige.topics().create(TopicSpec.of("spread").withMailboxCap(1_000));
      feige.topics().create(TopicSpec.of("plain"));
    }
  }

  @AfterAll
  static void down() {
    pair.close();
    HTTP.close();
  }

  private static void send(ProxyCaller proxy, String topic, String key, String body) {
    Answer sent = proxy.post("/v1/topics/" + topic + "/messages?key=" + key, body);
    assertThat(sent.status()).as(sent.text()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({"inbox", "spread"})
  void whatIsSentToAnOwnerIsReadAndAckedThroughEitherProxy(String topic) {
    send(one, topic, "ann%2F1", "lunch?");
    send(two, topic, "ann%2F1", "at noon");
    String box = "/v1/topics/" + topic + "/mailboxes/ann%2F1";

    Answer read = two.get(box + "/messages?waitMillis=20000");
    assertThat(read.of("sequence")).containsExactly("1", "2");
    assertThat(read.of("body")).containsExactly("lunch?", "at noon");
    assertThat(read.of("key")).containsOnly("ann/1");
    assertThat(one.get(box + "/messages?max=1").of("sequence")).containsExactly("1");

    assertThat(one.post(box + "/ack", "{\"upTo\": 1}").status()).isEqualTo(204);
    assertThat(two.get(box + "/messages").of("sequence")).containsExactly("2");
    assertThat(two.get(box + "/messages?from=1").of("sequence")).containsExactly("1", "2");
    JsonNode state = one.get(box).json();
    assertThat(state.get("identity").stringValue()).isEqualTo("ann/1");
    assertThat(state.get("acked").asInt()).isEqualTo(1);
    assertThat(state.get("end").asInt()).isEqualTo(2);
    assertThat(state.get("unread").asInt()).isEqualTo(1);

    assertThat(one.send(one.request(box).DELETE()).status()).isEqualTo(204);
    assertThat(two.get(box).json().get("end").asInt()).isZero();
    assertThat(two.get(box + "/messages?waitMillis=100").of("sequence")).isEmpty();
  }

  @Test
  void mailboxesAreListedPageByPage() {
    IntStream.range(0, 5).forEach(i -> send(one, "inbox", "listed-" + i, "hello"));
    Answer first = two.get("/v1/topics/inbox/mailboxes?after=listed-&limit=3");
    assertThat(first.json().get("mailboxes").findValuesAsString("identity"))
        .containsExactly("listed-0", "listed-1", "listed-2");
    String next = first.json().get("next").stringValue();
    Answer second = two.get("/v1/topics/inbox/mailboxes?after=" + next + "&limit=2");
    assertThat(second.json().get("mailboxes").findValuesAsString("identity"))
        .containsExactly("listed-3", "listed-4");
    assertThat(second.json().get("total").asInt()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void whatIsPublishedToAChannelComesToAllWhoHaveSubscribed() {
    for (String who : List.of("carl", "dora")) {
      Answer added =
          one.post(INBOX + who + "/subscriptions", "{\"add\": [\"room/7\", \"news/#\"]}");
      assertThat(added.status()).as(added.text()).isEqualTo(204);
    }
    assertThat(two.get("/v1/topics/inbox/subscribers?filter=room/7").text())
        .isEqualTo("{\"identities\":[\"carl\",\"dora\"]}\n");
    send(two, "inbox", "%40room%2F7", "the build is green");
    assertThat(two.get(INBOX + "carl/messages?waitMillis=20000").of("body"))
        .containsExactly("the build is green");

    Answer removed = two.post(INBOX + "dora/subscriptions", "{\"remove\": [\"news/#\"]}");
    assertThat(removed.status()).isEqualTo(204);
    assertThat(one.get(INBOX + "dora/subscriptions").text()).contains("[\"room/7\"]");
    send(one, "inbox", "%40news%2Fworld", "it turns");
    assertThat(one.get(INBOX + "carl/messages?from=2&waitMillis=20000").of("key"))
        .containsExactly("@news/world");
    assertThat(one.get(INBOX + "dora/messages?from=2&waitMillis=300").of("key")).isEmpty();
  }

  @Test
  void aTopicWithPartsInEachPairHasNoChannels() {
    Answer refused =
        one.post("/v1/topics/spread/mailboxes/carl/subscriptions", "{\"add\": [\"room/7\"]}");
    assertThat(refused.status()).as(refused.text()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("NO_CHANNELS");
  }

  @ParameterizedTest
  @CsvSource({
    "GET,    inbox/mailboxes/%40ann,                      400",
    "GET,    inbox/mailboxes/ann/messages?from=0,         400",
    "GET,    inbox/mailboxes/ann/messages?since=1,        400",
    "GET,    inbox/mailboxes?limit=0,                     400",
    "GET,    inbox/subscribers,                           400",
    "GET,    inbox/subscribers?filter=a%23,               400",
    "GET,    plain/mailboxes/ann,                         400",
    "GET,    .nowhere/mailboxes/ann,                      400",
    "DELETE, inbox/mailboxes/%24ann,                      400",
  })
  void whatMakesNoSenseIsRefusedWithAReason(String method, String path, int status) {
    Answer refused =
        one.send(one.request("/v1/topics/" + path).method(method, BodyPublishers.noBody()));
    assertThat(refused.status()).as(refused.text()).isEqualTo(status);
    assertThat(refused.json().get("detail").stringValue()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "ack | {}",
        "ack | {'upTo': 0}",
        "ack | {'upTo': '1'}",
        "ack | {'upTo': 1.5}",
        "ack | {'upTo': 1, 'more': 2}",
        "subscriptions | {'add': ['\\ud800']}",
        "subscriptions | {}",
        "subscriptions | {'add': []}",
        "subscriptions | {'add': [null]}",
        "subscriptions | {'add': ['a#']}",
        "subscriptions | {'remove': ['+b']}",
      })
  void aBodyThatMakesNoSenseChangesNothing(String what, String body) {
    Answer refused = one.post(INBOX + "ann/" + what, body.replace('\'', '"'));
    assertThat(refused.status()).as(refused.text()).isEqualTo(400);
    assertThat(refused.code()).isEqualTo("BAD_REQUEST");
  }

  private static Map<String, ?> open(long id, String mailbox, Map<String, ?> more) {
    Map<String, Object> asked = new HashMap<>(more);
    asked.putAll(Map.of("op", "subscribe", "id", id, "topic", "inbox", "mailbox", mailbox));
    return asked;
  }

  @Test
  void aSessionHasItsMailboxAndGoesOnInAnotherOne() {
    send(one, "inbox", "fred", "one");
    String home = one.get(INBOX + "fred").json().get("pair").stringValue();
    try (SocketCaller session = new SocketCaller(one)) {
      JsonNode begun = session.ask(open(3, "fred", Map.of())).next();
      assertThat(begun.get("places").stringValue()).isEqualTo(home + ":0");
      JsonNode first = session.messages(1).getFirst();
      assertThat(first.get("message").get("sequence").asInt()).isEqualTo(1);
      assertThat(first.get("places").stringValue()).isEqualTo(home + ":1");

      Map<String, ?> toRoom =
          Map.of(
              "op",
              "channels",
              "id",
              4,
              "topic",
              "inbox",
              "mailbox",
              "fred",
              "add",
              List.of("room/9"));
      assertThat(session.ask(toRoom).event()).isEqualTo("done");
      send(two, "inbox", "%40room%2F9", "two");
      assertThat(SocketCaller.bodies(session.messages(1))).containsExactly("two");

      Map<String, ?> ack =
          Map.of("op", "ack", "id", 5, "topic", "inbox", "mailbox", "fred", "upTo", 1);
      assertThat(session.ask(ack).next().toString()).contains("\"done\"", "\"id\":5");
    }
    try (SocketCaller session = new SocketCaller(two)) {
      assertThat(session.ask(open(1, "fred", Map.of())).next().get("places").stringValue())
          .isEqualTo(home + ":1");
      assertThat(SocketCaller.bodies(session.messages(1))).containsExactly("two");
      send(one, "inbox", "fred", "three");
      assertThat(SocketCaller.bodies(session.messages(1))).containsExactly("three");
    }
    try (SocketCaller session = new SocketCaller(two)) {
      session.ask(open(1, "fred", Map.of("after", home + ":0", "credit", 2)));
      assertThat(session.event()).isEqualTo("done");
      assertThat(SocketCaller.bodies(session.messages(2))).containsExactly("one", "two");
      assertThat(session.publish(2, "any", "a round trip").event()).isEqualTo("done");
      session.ask(Map.of("op", "credit", "subscription", 1, "add", 1));
      assertThat(SocketCaller.bodies(session.messages(1))).containsExactly("three");
    }
  }

  @Test
  void aSessionIsToldWhyItCannot() {
    try (SocketCaller session = new SocketCaller(one)) {
      for (Map<String, ?> asked :
          List.of(
              open(1, "@ann", Map.of()),
              open(1, "ann", Map.of("from", "latest")),
              open(1, "ann", Map.of("after", "4")),
              open(1, "ann", Map.of("group", "g")),
              Map.of("op", "ack", "id", 1, "topic", "inbox", "mailbox", "ann"),
              Map.of("op", "ack", "id", 1, "topic", "inbox", "upTo", 1),
              Map.of("op", "channels", "id", 1, "topic", "inbox", "mailbox", "ann"))) {
        assertThat(session.ask(asked).refusal()).as(asked.toString()).isEqualTo("BAD_REQUEST");
      }
      String half =
          "{\"op\":\"ack\",\"id\":1,\"topic\":\"inbox\",\"mailbox\":\"\\ud800\",\"upTo\":1}";
      assertThat(session.askWith(half).refusal()).isEqualTo("BAD_REQUEST");
      Map<String, Object> elsewhere = new HashMap<>(open(1, "ann", Map.of()));
      elsewhere.put("topic", "nowhere");
      assertThat(session.ask(elsewhere).refusal()).isEqualTo("TOPIC_NOT_FOUND");
      assertThat(session.publish(9, "any", "goes on").event()).isEqualTo("done");
    }
  }

  @Test
  void whatIsAddedAndRemovedAgainIsNotThere() {
    try (SocketCaller session = new SocketCaller(one)) {
      for (int i = 0; i < 40; i++) {
        String what = i % 2 == 0 ? "add" : "remove";
        session.ask(
            Map.of(
                "op",
                "channels",
                "id",
                i,
                "topic",
                "inbox",
                "mailbox",
                "hugo",
                what,
                List.of("room/1")));
      }
      for (int i = 0; i < 40; i++) {
        assertThat(session.event()).isEqualTo("done");
      }
    }
    assertThat(two.get(INBOX + "hugo/subscriptions").text()).isEqualTo("{\"filters\":[]}\n");
  }
}
