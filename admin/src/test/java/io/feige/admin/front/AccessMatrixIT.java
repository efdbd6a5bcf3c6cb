package io.feige.admin.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.access.AccessJson;
import io.feige.access.AccessTable;
import io.feige.access.ApiToken;
import io.feige.access.Grant;
import io.feige.access.User;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.address.HostPort;
import io.feige.admin.event.EventSink;
import io.feige.admin.kit.RawPeer;
import io.feige.broker.hostile.EveryRequest;
import io.feige.config.SecurityConfig;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command of the wire at an Admin, for everybody who may come. */
final class AccessMatrixIT {
  private static final String SETTINGS = "the token of the settings";
  private static final String SECRET = "a cluster's secret";
  private static final String TOPIC = "orders";
  private static final String GROUP = "billing";
  private static final long HOUR_MILLIS = 3_600_000;

  /** Longer than any test. */
  private static final int NEVER = 1_000_000;

  private static final List<String> GRANTS =
      List.of(
          "viewer",
          "publish:" + TOPIC,
          "consume:" + TOPIC + "/" + GROUP,
          "consume:invoices/" + GROUP,
          "read:" + TOPIC,
          "manage:" + TOPIC,
          "operator",
          "administrator",
          "announce");

  /**
   * For those with the rights above, in that order. y: answered; n: permitted, and only nodes do
   * it; -: NOT_AUTHORIZED; h: not behind the handshake.
   */
  private static final String TABLE =
      """
      HELLO          h h h h h h h h h
      PING           y y y y y y y y y
      ROUTE          y y y y y y y y y
      PUBLISH        - n - - - - - - -
      PULL           - - n - - - - - -
      SETTLE         - - n - - - - - -
      CANCEL_PULL    n n n n n n n n n
      READ           - - - - n - - - -
      TOPIC_CREATE   - - - - - n - - -
      TOPIC_DELETE   - - - - - n - - -
      TOPIC_LIST     n n n - n n n n -
      GROUP_LIST     n n n - n n n n -
      GROUP_RESET    - - - - - n - - -
      GROUP_DELETE   - - - - - n - - -
      STATUS         y - - - - - y y -
      BEAT           n n n n n n n n n
      TOPIC_ALTER    - - - - - n - - -
      DELAYED_LIST   n n n - n n n n -
      DELAYED_CANCEL - n - - - - - - -
      DISK           n - - - - - n n -
      AUTHENTICATE   h h h h h h h h h
      CLIENTS        n - - - - - n n -
      NODES          y - - - - - y y -
      TRACE          n n n - n n n n -
      SETTINGS       - - - - - - n - -
      SALVAGE        n - - - - - n n -
      VITALS         n - - - - - n n -
      DEATH          n n n n n n n n n
      PROXY          - - - - - - - - y
      MAIL_READ      - - - - n - - - -
      MAIL_ACK       - - - - n - - - -
      MAILBOX_LIST   - - - - n - - - -
      MAILBOX_DELETE - - - - - n - - -
      MAIL_SUBSCRIBE - - - - n - - - -
      SUBSCRIBERS    - - - - n - - - -
      LETTER_LIST    - - - - - - - - -
      LETTER_SETTLE  - - - - - n - - -
      WORK_ASK       - n - - - - - - -
      WORK_TAKE      - - n - - - - - -
      WORK_FINISH    - - n - - - - - -
      WORK_CANCEL    - n - - - - - - -
      """;

  @TempDir Path dir;
  private final Map<String, String> tokens = new LinkedHashMap<>();
  private final HeardNodes sink = new HeardNodes();
  private AccessTable table = AccessTable.NONE;
  private AdminAccess access;
  private Front front;

  @BeforeEach
  void start() throws IOException {
    SecurityConfig security = new SecurityConfig(SETTINGS, true, Optional.empty(), false, false);
    access = AdminAccess.open("admin-1", security, Secret.of(SECRET), change -> table, dir);
    FrontSettings settings =
        new FrontSettings(
            "admin-1",
            new HostPort("127.0.0.1", 0),
            security,
            access,
            SECRET,
            dir,
            Encryption.NONE,
            new FrontLimits(20, 20, NEVER, NEVER, NEVER, 4_096, 65_536, 3, NEVER),
            EventSink.NOBODY);
    front = Front.bind(settings, sink);
    front.lead(1);
    long now = System.currentTimeMillis();
    for (String grant : GRANTS) {
      String name = "user" + tokens.size();
      table = table.create(User.of(name).withGrants(List.of(Grant.parse(grant))));
      tokens.put(grant, token(name, now, now + HOUR_MILLIS).text());
    }
    store();
  }

  @AfterEach
  void stop() {
    front.close();
    access.close();
  }

  @Test
  void eachCommandIsForThoseWhoMay() throws IOException {
    List<String> wrong = new ArrayList<>();
    List<CommandType> rows = new ArrayList<>();
    for (String line : TABLE.strip().split("\n", -1)) {
      String[] cells = line.strip().split(" +", -1);
      CommandType type = CommandType.valueOf(cells[0]);
      rows.add(type);
      for (int i = 0; i < GRANTS.size(); i++) {
        String found = outcome(tokens.getOrDefault(GRANTS.get(i), ""), type);
        if (!found.equals(cells[i + 1])) {
          wrong.add(type + " by " + GRANTS.get(i) + ": " + found + ", not " + cells[i + 1]);
        }
      }
      assertThat(outcome(SETTINGS, type)).as("%s with the settings' token", type).isNotEqualTo("-");
    }
    assertThat(wrong).isEmpty();
    assertThat(rows).containsExactly(CommandType.values());
  }

  @Test
  void nothingButTheHandshakeIsAnsweredBeforeIt() throws IOException {
    for (Request request : EveryRequest.of(TOPIC, GROUP)) {
      if (request.type() != CommandType.HELLO && request.type() != CommandType.AUTHENTICATE) {
        try (RawPeer peer = RawPeer.connect(front.port())) {
          peer.send(1, request);
          assertThat(peer.receiveRefusal().code())
              .as("%s", request.type())
              .isEqualTo(ErrorCode.HANDSHAKE_REQUIRED);
          assertThat(peer.isEnded()).isTrue();
        }
      }
    }
  }

  @Test
  void whoIsNobodyIsRefused() throws IOException {
    long now = System.currentTimeMillis();
    table = table.create(User.of("gone").enabled(false));
    String expired = token("user0", now - 10_000, now - 1).text();
    String disabled = token("gone", now, now + HOUR_MILLIS).text();
    ApiToken.Fresh revoked = token("user0", now, now + HOUR_MILLIS);
    table = table.revoke(revoked.token().id());
    store();
    Map<String, Hello> nobodies = new LinkedHashMap<>();
    nobodies.put("no credentials", hello("", ""));
    nobodies.put("wrong", hello("token", "wrong"));
    nobodies.put("expired", hello("token", expired));
    nobodies.put("revoked", hello("token", revoked.text()));
    nobodies.put("disabled", hello("token", disabled));
    nobodies.put("no certificate", hello("certificate", ""));
    nobodies.put("no challenge", hello("scram-sha-256", "c=biws,r=x,p=y"));
    nobodies.put("the cluster's secret as a token", hello("token", SECRET));
    nobodies.put("a node that shows nothing", node("", ""));
    nobodies.put("another cluster's node", node("cluster", "the other cluster's"));
    nobodies.put("a node with the settings' token", node("token", SETTINGS));
    nobodies.put("a node with that token as its secret", node("cluster", SETTINGS));
    tokens.forEach((grant, token) -> {
      nobodies.put("a node with a token of " + grant, node("token", token));
      nobodies.put("a node whose secret is a token of " + grant, node("cluster", token));
    });
    for (Map.Entry<String, Hello> nobody : nobodies.entrySet()) {
      try (RawPeer peer = RawPeer.connect(front.port())) {
        peer.send(1, nobody.getValue());
        assertThat(peer.receiveRefusal().code())
            .as(nobody.getKey())
            .isEqualTo(ErrorCode.NOT_AUTHENTICATED);
        assertThat(peer.isEnded()).isTrue();
      }
    }
  }

  @Test
  void whoIsNoNodeReportsNothing() throws IOException {
    for (String token : tokens.values()) {
      try (RawPeer peer = in(token)) {
        peer.tell(0, FrontIT.report("a"));
        assertThat(peer.receiveRefusal().code()).isEqualTo(ErrorCode.MALFORMED);
      }
    }
    assertThat(sink.heard).isEmpty();
  }

  private String outcome(String token, CommandType type) throws IOException {
    try (RawPeer peer = in(token)) {
      peer.send(2, EveryRequest.of(type, TOPIC, GROUP));
      Answer answer = peer.receiveAnswer();
      if (!(answer instanceof Refusal refusal)) {
        return "y";
      }
      return switch (refusal.code()) {
        case NOT_AUTHORIZED -> "-";
        case NOT_ACTIVE -> "n";
        case HANDSHAKE_REQUIRED -> "h";
        default -> refusal.toString();
      };
    }
  }

  private RawPeer in(String token) throws IOException {
    RawPeer peer = RawPeer.connect(front.port());
    peer.send(1, hello("token", token));
    assertThat(peer.receiveAnswer()).isInstanceOf(Welcome.class);
    return peer;
  }

  private ApiToken.Fresh token(String user, long from, long until) {
    ApiToken.Fresh fresh = ApiToken.make(user, from, until, "");
    table = table.create(fresh.token(), from);
    return fresh;
  }

  private void store() {
    access.stored(AccessJson.write(table).bytes());
  }

  private static Hello hello(String scheme, String secret) {
    return RawPeer.hello(ClientKind.SDK, scheme, Secret.of(secret));
  }

  private static Hello node(String scheme, String secret) {
    return RawPeer.hello(ClientKind.NODE, scheme, Secret.of(secret));
  }
}
