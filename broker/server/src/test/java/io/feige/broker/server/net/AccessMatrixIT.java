package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.access.AccessJson;
import io.feige.access.AccessTable;
import io.feige.access.ApiToken;
import io.feige.access.Grant;
import io.feige.access.User;
import io.feige.broker.hostile.EveryRequest;
import io.feige.protocol.cluster.AccessNews;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.ClientList;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.command.NodeList;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.SalvageList;
import io.feige.protocol.command.SettingList;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.DelayedPlace;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.Secret;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every command of the wire, for everybody who may come: let through, or refused and why. */
final class AccessMatrixIT {
  private static final String SETTINGS = "the token of the settings";
  private static final String TOPIC = "orders";
  private static final String GROUP = "billing";
  private static final String PROXY = "proxy-1";

  /** Who may, in the order of {@link #users}. */
  private static final String TABLE =
      """
      HELLO          h h h h h h h h h
      PING           y y y y y y y y y
      ROUTE          y y y y y y y y y
      PUBLISH        - y - - - - - - -
      PULL           - - y - - - - - -
      SETTLE         - - y - - - - - -
      CANCEL_PULL    y y y y y y y y y
      READ           - - - - y - - - -
      TOPIC_CREATE   - - - - - y - - -
      TOPIC_DELETE   - - - - - y - - -
      TOPIC_LIST     y y y - y y y y -
      GROUP_LIST     y y y - y y y y -
      GROUP_RESET    - - - - - y - - -
      GROUP_DELETE   - - - - - y - - -
      STATUS         y - - - - - y y -
      BEAT           y y y y y y y y y
      TOPIC_ALTER    - - - - - y - - -
      DELAYED_LIST   y y y - y y y y -
      DELAYED_CANCEL - y - - - - - - -
      DISK           y - - - - - y y -
      AUTHENTICATE   h h h h h h h h h
      CLIENTS        y - - - - - y y -
      NODES          y - - - - - y y -
      TRACE          y y y - y y y y -
      SETTINGS       - - - - - - y - -
      SALVAGE        y - - - - - y y -
      VITALS         y - - - - - y y -
      DEATH          y y y y y y y y y
      PROXY          - - - - - - - - NOT_LEADER
      MAIL_READ      - - - - y - - - -
      MAIL_ACK       - - - - y - - - -
      MAILBOX_LIST   - - - - y - - - -
      MAILBOX_DELETE - - - - - y - - -
      MAIL_SUBSCRIBE - - - - y - - - -
      SUBSCRIBERS    - - - - y - - - -
      LETTER_LIST    - - - - - - - - -
      LETTER_SETTLE  - - - - - y - - -
      WORK_ASK       - y - - - - - - -
      WORK_TAKE      - - y - - - - - -
      WORK_FINISH    - - y - - - - - -
      WORK_CANCEL    - y - - - - - - -
      """;

  private static final Map<String, String> USERS = users();

  private RunningFront front;
  private final Map<String, String> tokens = new LinkedHashMap<>();
  private AccessTable table = AccessTable.NONE;

  private static Map<String, String> users() {
    Map<String, String> users = new LinkedHashMap<>();
    users.put("viewer", "viewer");
    users.put("publisher", "publish:" + TOPIC);
    users.put("consumer", "consume:" + TOPIC + "/" + GROUP);
    users.put("other", "consume:invoices/" + GROUP);
    users.put("reader", "read:" + TOPIC);
    users.put("manager", "manage:" + TOPIC);
    users.put("operator", "operator");
    users.put("administrator", "administrator");
    users.put("announcer", "announce");
    return users;
  }

  @BeforeEach
  void start() throws IOException {
    front =
        RunningFront.with(
            "security.users", "true",
            "security.token", SETTINGS,
            "cluster.admins", "127.0.0.1:1",
            "cluster.secret", "a secret of the whole cluster");
    front.sink.onRequest(taken -> taken.from().send(taken.correlationId(), new TopicDeleted()));
    long now = System.currentTimeMillis();
    for (Map.Entry<String, String> user : USERS.entrySet()) {
      table =
          table.create(User.of(user.getKey()).withGrants(List.of(Grant.parse(user.getValue()))));
      ApiToken.Fresh fresh = ApiToken.make(user.getKey(), now, now + 3_600_000, "");
      tokens.put(user.getKey(), fresh.text());
      table = table.create(fresh.token(), now);
    }
    ApiToken.Fresh ofProxy = ApiToken.make(PROXY, now, now + 3_600_000, "");
    tokens.put(PROXY, ofProxy.text());
    table =
        table
            .create(User.of(PROXY).withGrants(List.of(Grant.parse("proxy"))))
            .create(ofProxy.token(), now);
    hear(table);
  }

  @AfterEach
  void stop() {
    front.close();
  }

  private void hear(AccessTable newer) {
    front.access.hear(new AccessNews(newer.mark(), AccessJson.write(newer)));
    await().until(() -> front.access.mark().equals(newer.mark()));
  }

  @Test
  void eachCommandIsForThoseWhoMay() throws IOException {
    Map<CommandType, String[]> expected = expected();
    assertThat(expected.keySet()).containsExactlyInAnyOrder(CommandType.values());
    List<String> users = List.copyOf(USERS.keySet());
    List<String> wrong = new ArrayList<>();
    for (Request request : EveryRequest.of(TOPIC, GROUP)) {
      String[] row = Objects.requireNonNull(expected.get(request.type()));
      for (int i = 0; i < users.size(); i++) {
        String cell = row[i];
        String found = outcome(users.get(i), request);
        if (!cell.equals(found)) {
          wrong.add(request.type() + " by " + users.get(i) + ": " + found + ", not " + cell);
        }
      }
      assertThat(outcome("", request))
          .as("%s with the settings' token", request.type())
          .isIn("y", "h", "NOT_LEADER");
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void aProxyAsksWithTheRightsOfTheUserThatItNames() throws IOException {
    Map<CommandType, String[]> expected = expected();
    List<String> wrong = new ArrayList<>();
    try (RawClient proxy = in(PROXY)) {
      int asked = 1;
      for (Request request : EveryRequest.of(TOPIC, GROUP)) {
        String[] row = Objects.requireNonNull(expected.get(request.type()));
        int column = 0;
        for (String user : USERS.keySet()) {
          int before = front.sink.taken().size();
          proxy.sendFor(user, ++asked, request);
          String found = cell(before, proxy.receive().answer());
          if (!found.equals(row[column++])) {
            wrong.add(request.type() + " for " + user + ": " + found);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void whoIsNoProxyNamesNobody() throws IOException {
    List<String> others = new ArrayList<>(USERS.keySet());
    for (String user : others) {
      try (RawClient client = in(user)) {
        client.sendFor("publisher", 2, publish());
        Refusal refusal = client.receiveRefusal();
        assertThat(refusal.code()).as(user).isEqualTo(ErrorCode.NOT_AUTHORIZED);
        assertThat(refusal.message()).contains(user + " with token ").contains("the right proxy");
      }
    }
    assertThat(front.sink.taken()).isEmpty();
  }

  @Test
  void keysOfDelayedMessagesAreForThoseWhoMayHaveTheMessages() throws IOException {
    Map<String, Boolean> seen = new LinkedHashMap<>();
    for (String user : List.of("reader", "consumer", "viewer", "publisher", "manager")) {
      try (RawClient client = in(user)) {
        client.send(2, new ListDelayed(TOPIC, 10, DelayedPlace.START));
        assertThat(client.receive().answer()).isInstanceOf(TopicDeleted.class);
        ListDelayed list = (ListDelayed) front.sink.taken().getLast().request();
        seen.put(user, list.showsKeys());
      }
    }
    assertThat(seen)
        .isEqualTo(
            Map.of(
                "reader", true,
                "consumer", true,
                "viewer", false,
                "publisher", false,
                "manager", false));
  }

  @Test
  void onlyWhoManagesATopicPublishesUnderANameThatIsStored() throws IOException {
    try (RawClient publisher = in("publisher");
        RawClient manager = in("manager")) {
      publisher.send(2, publish().keepingName());
      assertThat(publisher.receiveRefusal().message()).contains("the right manage:" + TOPIC);
      manager.send(2, publish().keepingName());
      assertThat(manager.receive().answer()).isInstanceOf(TopicDeleted.class);
    }
  }

  @Test
  void aProxyHasNoRightsOfItsOwnAndNamesOnlyWhoMayComeIn() throws IOException {
    try (RawClient proxy = in(PROXY)) {
      proxy.send(2, publish());
      assertThat(proxy.receiveRefusal().message()).contains("the right publish:" + TOPIC);
      proxy.sendFor("nobody", 3, publish());
      assertThat(proxy.receiveRefusal().message()).isEqualTo("no user 'nobody' is let in here");
      proxy.sendFor("publisher", 4, publish());
      assertThat(proxy.receive().answer()).isInstanceOf(TopicDeleted.class);

      hear(table.change(table.require("publisher").enabled(false)));
      proxy.sendFor("publisher", 5, publish());
      assertThat(proxy.receiveRefusal().code()).isEqualTo(ErrorCode.NOT_AUTHORIZED);
      proxy.sendFor("reader", 6, new Read(TOPIC, 0, ReadFrom.earliest(), 1_000, 60_000));
      assertThat(proxy.receive().answer()).isInstanceOf(TopicDeleted.class);
    }
    Read waits = (Read) front.sink.taken().getLast().request();
    assertThat(waits.waitMillis()).isEqualTo(4_000);
  }

  @Test
  void nothingButTheHandshakeIsAnsweredBeforeIt() throws IOException {
    for (Request request : EveryRequest.of(TOPIC, GROUP)) {
      if (request instanceof Hello || request instanceof Authenticate) {
        continue;
      }
      try (RawClient client = RawClient.connect(front.port())) {
        client.send(1, request);
        assertThat(client.receiveRefusal().code())
            .as("%s", request.type())
            .isEqualTo(ErrorCode.HANDSHAKE_REQUIRED);
        assertThat(client.isEnded()).isTrue();
      }
    }
    assertThat(front.sink.taken()).isEmpty();
  }

  @Test
  void whoIsNobodyIsRefused() throws IOException {
    long now = System.currentTimeMillis();
    ApiToken.Fresh expired = ApiToken.make("viewer", now - 10_000, now - 1, "");
    ApiToken.Fresh revoked = ApiToken.make("viewer", now, now + 3_600_000, "");
    ApiToken.Fresh disabled = ApiToken.make("gone", now, now + 3_600_000, "");
    hear(
        table
            .create(User.of("gone").enabled(false))
            .create(expired.token(), now)
            .create(revoked.token(), now)
            .create(disabled.token(), now)
            .revoke(revoked.token().id()));
    Map<String, Hello> nobodies = new LinkedHashMap<>();
    nobodies.put("no credentials", hello("", ""));
    nobodies.put("wrong", hello("token", "wrong"));
    nobodies.put("expired", hello("token", expired.text()));
    nobodies.put("revoked", hello("token", revoked.text()));
    nobodies.put("disabled", hello("token", disabled.text()));
    nobodies.put("no certificate", hello("certificate", ""));
    nobodies.put("no challenge", hello("scram-sha-256", "c=biws,r=x,p=y"));
    nobodies.put("the token as another scheme", hello("cluster", SETTINGS));
    nobodies.put(
        "another cluster's node",
        new Hello(
            1, 1, ClientKind.NODE, "a node", "", "cluster", Secret.of("the other cluster's")));
    for (Map.Entry<String, Hello> nobody : nobodies.entrySet()) {
      try (RawClient client = RawClient.connect(front.port())) {
        client.send(1, nobody.getValue());
        Refusal refusal = client.receiveRefusal();
        assertThat(refusal.code()).as(nobody.getKey()).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
        assertThat(client.isEnded()).isTrue();
      }
    }
    assertThat(front.metrics.scrape()).contains("feige_access_not_authenticated_total 9.0");
  }

  @Test
  void whoLosesARightIsSentAwayAndWhoGainsOneStays() throws IOException {
    try (RawClient loses = in("publisher");
        RawClient gains = in("viewer");
        RawClient revoked = in("reader");
        RawClient disabled = in("manager")) {
      ApiToken token =
          table.tokens().stream().filter(t -> t.user().equals("reader")).findFirst().orElseThrow();
      hear(
          table
              .change(User.of("publisher"))
              .change(
                  User.of("viewer")
                      .withGrants(List.of(Grant.parse("viewer"), Grant.parse("read:" + TOPIC))))
              .change(table.require("manager").enabled(false))
              .revoke(token.id()));
      for (RawClient gone : List.of(loses, revoked, disabled)) {
        assertThat(gone.receiveRefusal().code()).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
        assertThat(gone.isEnded()).isTrue();
      }
      gains.send(2, new Read(TOPIC, 0, ReadFrom.earliest(), 1_000, 0));
      assertThat(gains.receive().answer()).isInstanceOf(TopicDeleted.class);
    }
  }

  @Test
  void whoLosesARightIsSentAwayEvenIfItGoesOnAsking() throws Exception {
    Grant publish = Grant.parse("publish:" + TOPIC);
    Grant read = Grant.parse("read:" + TOPIC);
    AccessTable both = table.change(User.of("publisher").withGrants(List.of(publish, read)));
    hear(both);
    try (RawClient client = in("publisher")) {
      hear(both.change(User.of("publisher").withGrants(List.of(read))));
      AtomicInteger asked = new AtomicInteger(1);
      // What it still may, several times between two looks at the connection.
      Answer answer =
          await()
              .pollInterval(Duration.ofMillis(20))
              .until(
                  () -> {
                    client.send(asked.incrementAndGet(), new FindRoute(0, 0));
                    return client.receive().answer();
                  },
                  Refusal.class::isInstance);
      assertThat(((Refusal) answer).code()).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
    }
  }

  @Test
  void aChangeWithoutAnAnswerIsWrittenDown() throws IOException {
    front.sink.onRequest(taken -> {});
    try (RawClient client = in("manager")) {
      client.send(2, new DeleteTopic(TOPIC));
      await().until(() -> !front.sink.taken().isEmpty());
    }
    Path file = front.dir.resolve("audit.log");
    await().until(() -> Files.readString(file).contains(TOPIC));
    assertThat(Files.readString(file))
        .contains("\"who\":\"manager with token ")
        .contains("\"what\":\"DeleteTopic[topic=" + TOPIC)
        .contains("the outcome is not known");
  }

  @Test
  void theIdOfAChangeThatIsNotAnsweredIsNotUsedAgain() throws IOException {
    front.sink.onRequest(taken -> {});
    try (RawClient client = in("manager")) {
      client.send(2, new DeleteTopic(TOPIC));
      client.send(2, new Ping());
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.MALFORMED);
      assertThat(client.isEnded()).isTrue();
    }
    Path file = front.dir.resolve("audit.log");
    await().until(() -> Files.readString(file).contains(TOPIC));
    assertThat(Files.readAllLines(file))
        .singleElement()
        .asString()
        .contains("the outcome is not known");
  }

  @Test
  void aRequestBehindAChangeIsJudgedByIt() throws IOException {
    try (RawClient client = in("publisher")) {
      hear(table.change(User.of("publisher")));
      client.send(2, publish());
      assertThat(client.receiveRefusal().code())
          .isIn(ErrorCode.NOT_AUTHORIZED, ErrorCode.NOT_AUTHENTICATED);
    }
    assertThat(front.sink.taken()).isEmpty();
  }

  @Test
  void whoGuessesTokensIsToldToWait() throws IOException {
    Refusal last = null;
    for (int i = 0; i < 8; i++) {
      try (RawClient client = RawClient.connect(front.port())) {
        client.send(1, hello("token", "a wrong token " + i));
        last = client.receiveRefusal();
      }
    }
    assertThat(last).isNotNull();
    assertThat(last.code()).isEqualTo(ErrorCode.BUSY);
    assertThat(last.retryAfterMillis()).isPositive();
  }

  private RawClient in(String user) throws IOException {
    RawClient client = RawClient.connect(front.port());
    client.send(1, hello("token", tokens.getOrDefault(user, SETTINGS)));
    assertThat(client.receive().answer()).isInstanceOf(Welcome.class);
    return client;
  }

  /** y: let through; -: NOT_AUTHORIZED; h: not behind the handshake. */
  private String outcome(String user, Request request) throws IOException {
    try (RawClient client = in(user)) {
      int before = front.sink.taken().size();
      client.send(2, request);
      return cell(before, client.receive().answer());
    }
  }

  private String cell(int takenBefore, Answer answer) {
    boolean isThrough = front.sink.taken().size() > takenBefore;
    if (answer instanceof Refusal refusal) {
      assertThat(isThrough).isFalse();
      return refusal.code() == ErrorCode.NOT_AUTHORIZED
          ? "-"
          : refusal.code() == ErrorCode.HANDSHAKE_REQUIRED ? "h" : refusal.code().name();
    }
    boolean isOfTheFront =
        answer instanceof Pong
            || answer instanceof ClientList
            || answer instanceof NodeList
            || answer instanceof SettingList
            || answer instanceof SalvageList
            || answer instanceof NodeVitals;
    return isThrough != isOfTheFront ? "y" : "?";
  }

  private static Hello hello(String scheme, String secret) {
    return RawClient.hello(1, 1, scheme, Secret.of(secret));
  }

  private static Map<CommandType, String[]> expected() {
    Map<CommandType, String[]> rows = new EnumMap<>(CommandType.class);
    for (String line : TABLE.strip().split("\n", -1)) {
      String[] cells = line.strip().split(" +", 2);
      rows.put(CommandType.valueOf(cells[0]), cells[1].split(" ", -1));
    }
    return rows;
  }

  private static Publish publish() {
    return new Publish(TOPIC, 0, Durability.REPLICATED, 0, Unpooled.wrappedBuffer(new byte[64]));
  }
}
