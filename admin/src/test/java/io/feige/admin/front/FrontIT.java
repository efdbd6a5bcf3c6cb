package io.feige.admin.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.access.AccessTable;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.address.HostPort;
import io.feige.admin.event.EventSink;
import io.feige.admin.kit.RawPeer;
import io.feige.admin.store.UserStore;
import io.feige.config.SecurityConfig;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.DeathTaken;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.PairRoute;
import io.feige.protocol.model.Secret;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FrontIT {
  private static final String TOKEN = "a client's token";
  private static final String SECRET = "a cluster's secret";

  /** Longer than any test. */
  private static final int NEVER = 1_000_000;

  private static final FrontLimits LIMITS =
      new FrontLimits(20, 20, NEVER, NEVER, NEVER, 4_096, 65_536, 3, NEVER);
  private static final Routes ROUTES =
      new Routes(5, List.of(new PairRoute("p", 1, "a", "h", 7001, true)));

  @TempDir Path dir;
  private final HeardNodes sink = new HeardNodes();
  private @Nullable Front open;
  private @Nullable AdminAccess access;

  @AfterEach
  void stop() {
    if (open != null) {
      open.close();
    }
    if (access != null) {
      // It writes down who was refused, in the folder that goes now.
      access.close();
    }
  }

  @Test
  void aClientAsksForRoutesPingsAndLooks() throws IOException {
    Front front = front("", LIMITS);
    front.routes(ROUTES);
    try (RawPeer client = RawPeer.client(front.port())) {
      await().until(() -> ask(client, new FindRoute(0, 0)).version() == 5);
      assertThat(ask(client, new FindRoute(0, 0))).isEqualTo(ROUTES);
      assertThat(ask(client, new FindRoute(9, 0))).isEqualTo(ROUTES);

      client.send(3, new Ping());
      assertThat(client.receiveAnswer()).isInstanceOf(Pong.class);

      front.lead(4);
      await().until(() -> status(client).role() == NodeRole.ACTIVE);
      NodeStatus status = status(client);
      assertThat(status.nodeId()).isEqualTo("admin-1");
      assertThat(status.epoch()).isEqualTo(4);
      assertThat(status.connections()).isEqualTo(1);
      assertThat(status.acceptsPublishes()).isFalse();
    }
  }

  @Test
  void whoWaitsForNewerRoutesIsAnsweredWhenTheyComeAndNotBefore() throws IOException {
    Front front = front("", LIMITS);
    front.routes(ROUTES);
    try (RawPeer one = RawPeer.client(front.port());
        RawPeer two = RawPeer.client(front.port())) {
      one.send(7, new FindRoute(5, NEVER));
      two.send(8, new FindRoute(6, NEVER));
      Routes newer = new Routes(6, List.of());
      Routes newest = new Routes(9, List.of());

      front.routes(newer);
      assertThat(one.receive().command()).isEqualTo(newer);
      front.routes(ROUTES);
      front.routes(newest);
      RawPeer.Received answer = two.receive();
      assertThat(answer.command()).isEqualTo(newest);
      assertThat(answer.header().correlationId()).isEqualTo(8);
    }
  }

  @Test
  void whoWaitedLongEnoughIsToldWhatThereIs() throws IOException {
    Front front = front("", LIMITS);
    front.routes(ROUTES);
    try (RawPeer client = RawPeer.client(front.port())) {
      long begun = System.nanoTime();
      assertThat(ask(client, new FindRoute(5, 200))).isEqualTo(ROUTES);
      assertThat(System.nanoTime() - begun).isGreaterThan(150_000_000);
    }
  }

  @Test
  void aConnectionWaitsForSoManyAnswersAndNoMore() throws IOException {
    Front front = front("", LIMITS);
    try (RawPeer client = RawPeer.client(front.port())) {
      for (int i = 0; i < LIMITS.waiting() + 1; i++) {
        client.send(i, new FindRoute(5, NEVER));
      }
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.BUSY);
      front.routes(new Routes(6, List.of()));
      for (int i = 0; i < LIMITS.waiting(); i++) {
        assertThat(client.receiveAnswer()).isInstanceOf(Routes.class);
      }
    }
  }

  @Test
  void anAdminServesNoMessages() throws IOException {
    Front front = front("", LIMITS);
    try (RawPeer client = RawPeer.client(front.port())) {
      client.send(2, new CancelPull(7));
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.NOT_ACTIVE);
      client.send(3, new Beat(1, List.of()));
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.NOT_ACTIVE);
      client.send(4, RawPeer.hello(ClientKind.SDK, "", Secret.NONE));
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.HANDSHAKE_REQUIRED);
      client.send(5, new Ping());
      assertThat(client.receiveAnswer()).isInstanceOf(Pong.class);
    }
  }

  @Test
  void aClientMustShowTheTokenAndNotTheSecretOfNodes() throws IOException {
    Front front = front(TOKEN, LIMITS);
    front.lead(1);
    refused(front, ClientKind.SDK, "", Secret.NONE, ErrorCode.NOT_AUTHENTICATED);
    refused(front, ClientKind.SDK, "token", Secret.of("another"), ErrorCode.NOT_AUTHENTICATED);
    refused(front, ClientKind.SDK, "cluster", Secret.of(SECRET), ErrorCode.NOT_AUTHENTICATED);
    try (RawPeer peer = RawPeer.connect(front.port())) {
      peer.send(1, RawPeer.hello(ClientKind.SDK, "token", Secret.of(TOKEN)));
      assertThat(peer.receiveAnswer()).isInstanceOf(Welcome.class);
    }
  }

  @Test
  void aNodeMustShowTheClustersSecretAlsoWhereClientsNeedNothing() throws IOException {
    Front front = front("", LIMITS);
    front.lead(1);
    refused(front, ClientKind.NODE, "", Secret.NONE, ErrorCode.NOT_AUTHENTICATED);
    refused(front, ClientKind.NODE, "token", Secret.of(SECRET), ErrorCode.NOT_AUTHENTICATED);
    refused(front, ClientKind.NODE, "cluster", Secret.NONE, ErrorCode.NOT_AUTHENTICATED);
    refused(front, ClientKind.NODE, "cluster", Secret.of("x"), ErrorCode.NOT_AUTHENTICATED);
    assertThat(sink.heard).isEmpty();
  }

  @Test
  void aNodeIsSentToTheLeaderByWhoDoesNotLead() throws IOException {
    Front front = front("", LIMITS);
    Refusal nobody =
        refused(front, ClientKind.NODE, "cluster", Secret.of(SECRET), ErrorCode.NOT_LEADER);
    assertThat(nobody.hint()).isEmpty();

    front.follow("other:7700");
    Refusal other =
        refused(front, ClientKind.NODE, "cluster", Secret.of(SECRET), ErrorCode.NOT_LEADER);
    assertThat(other.hint()).isEqualTo("other:7700");
  }

  @Test
  void aNodeReportsIsBeatenAndGoes() throws IOException {
    Front front = front("", LIMITS);
    front.lead(1);
    Beat beat = new Beat(3, List.of());
    try (RawPeer node = node(front)) {
      front.beat("a", beat);
      node.tell(0, report("a"));
      await().until(() -> sink.heard.size() == 1);
      assertThat(sink.heard).containsExactly("1 reported " + report("a"));

      front.beat("b", beat);
      front.beat("a", beat);
      RawPeer.Received received = node.receive();
      assertThat(received.command()).isEqualTo(beat);
      assertThat(received.header().correlationId()).isNotZero();
      node.tell(received.header().correlationId(), report("a"));
      await().until(() -> sink.heard.size() == 2);
    }
    await().until(() -> sink.heard.contains("1 gone a"));
  }

  @Test
  void aNodeThatHasObeyedALaterAdminSaysSo() throws IOException {
    Front front = front("", LIMITS);
    front.lead(1);
    try (RawPeer node = node(front)) {
      node.tell(0, report("a"));
      await().until(() -> sink.heard.size() == 1);
      front.beat("a", new Beat(1, List.of()));
      FrameHeader beat = node.receive().header();
      node.refuse(beat, Refusal.of(ErrorCode.BUSY, "it is busy"));
      node.refuse(beat, new Refusal(ErrorCode.STALE_EPOCH, "another Admin has led it", "x", 0));
      node.refuse(beat, new Refusal(ErrorCode.STALE_EPOCH, "another Admin has led it", "7", 0));
      await().until(() -> sink.heard.size() > 1);
    }
    await().until(() -> sink.heard.size() > 3);
    assertThat(sink.heard)
        .containsExactly("1 reported " + report("a"), "a obeyed 0", "a obeyed 7", "1 gone a");
  }

  @Test
  void whoWatchesANodeIsHeardAndIsNotTakenForTheNode() throws IOException {
    String proof = "0d".repeat(32);
    Front front = front("", LIMITS);
    front.lead(1);
    try (RawPeer watch = node(front)) {
      watch.send(1, new Ping());
      assertThat(watch.receiveAnswer()).isInstanceOf(Pong.class);
      watch.send(2, new ProveDeath("a", proof));
      assertThat(watch.receiveAnswer()).isInstanceOf(DeathTaken.class);
      watch.send(3, new GetStatus());
      assertThat(watch.receiveRefusal().code()).isEqualTo(ErrorCode.MALFORMED);
      assertThat(watch.isEnded()).isTrue();
    }
    await().until(() -> front.connections() == 0);
    try (RawPeer node = node(front)) {
      node.tell(0, report("b"));
      await().until(() -> sink.heard.size() > 1);
    }
    // Nothing between: neither that node a is there nor that it has gone.
    assertThat(List.copyOf(sink.heard).subList(0, 2))
        .containsExactly("a died " + proof, "2 reported " + report("b"));
  }

  @Test
  void theNewestConnectionOfANodeIsBeatenAndTheEndOfAnOlderOneChangesNothing() throws IOException {
    Front front = front("", LIMITS);
    front.lead(1);
    try (RawPeer newer = connectTwice(front)) {
      await().until(() -> sink.heard.contains("1 gone a"));
      front.beat("a", new Beat(3, List.of()));
      assertThat(newer.receive().command()).isEqualTo(new Beat(3, List.of()));
    }
  }

  @Test
  void nodesAreSentAwayWhenTheLeadershipEnds() throws IOException {
    Front front = front("", LIMITS);
    front.lead(1);
    try (RawPeer node = node(front);
        RawPeer client = RawPeer.client(front.port())) {
      front.follow("other:7700");
      assertThat(node.isEnded()).isTrue();
      client.send(3, new Ping());
      assertThat(client.receiveAnswer()).isInstanceOf(Pong.class);
    }
  }

  @Test
  void aConnectionSpeaksForOneNode() throws IOException {
    Front front = front("", LIMITS);
    front.lead(1);
    try (RawPeer node = node(front)) {
      node.send(RawPeer.header(10, 1, CommandType.BEAT.number(), FrameHeader.RESPONSE, 0));
      node.send(new byte[10]);
      assertThat(node.receiveRefusal().code()).isEqualTo(ErrorCode.MALFORMED);
      assertThat(node.isEnded()).isTrue();
    }
    assertThat(sink.heard).isEmpty();
    try (RawPeer node = node(front)) {
      node.tell(0, report("a"));
      node.tell(0, report("b"));
      assertThat(node.receiveRefusal().code()).isEqualTo(ErrorCode.MALFORMED);
    }
    await().until(() -> sink.heard.size() == 2);
    assertThat(sink.heard.getLast()).endsWith("gone a");
  }

  @Test
  void aClientThatReportsLikeANodeIsRefused() throws IOException {
    Front front = front("", LIMITS);
    front.lead(1);
    try (RawPeer client = RawPeer.client(front.port())) {
      client.tell(0, report("a"));
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.MALFORMED);
      client.send(3, new Ping());
      assertThat(client.receiveAnswer()).isInstanceOf(Pong.class);
    }
    assertThat(sink.heard).isEmpty();
  }

  @Test
  void aFrameIsJudgedByItsHeader() throws IOException {
    Front front = front("", LIMITS);
    ended(front, RawPeer.header(100_000, 1, 1, 0, 1), ErrorCode.FRAME_TOO_LARGE);
    ended(front, RawPeer.header(-1, 1, 1, 0, 1), ErrorCode.FRAME_TOO_LARGE);
    ended(front, RawPeer.header(0, 1, 2, 0, 1), ErrorCode.HANDSHAKE_REQUIRED);
    ended(front, RawPeer.header(0, 1, 16, 1, 0), ErrorCode.HANDSHAKE_REQUIRED);
    ended(front, RawPeer.header(0, 9, 1, 0, 1), ErrorCode.UNSUPPORTED_VERSION);
    ended(front, RawPeer.header(0, 1, 1, 0xFFFF, 1), ErrorCode.MALFORMED);
    try (RawPeer client = RawPeer.client(front.port())) {
      client.send(RawPeer.header(LIMITS.clientFrameBytes() + 1, 1, 3, 0, 1));
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.FRAME_TOO_LARGE);
      assertThat(client.isEnded()).isTrue();
    }
    try (RawPeer client = RawPeer.client(front.port())) {
      client.send(RawPeer.header(100, 1, 200, 0, 1));
      assertThat(client.receiveRefusal().code()).isEqualTo(ErrorCode.UNKNOWN_COMMAND);
      client.send(new byte[100]);
      client.send(3, new Ping());
      assertThat(client.receiveAnswer()).isInstanceOf(Pong.class);
    }
  }

  @Test
  void whoTakesTooLongForTheHandshakeIsSentAway() throws IOException {
    Front front = impatient(300, NEVER, NEVER);
    try (RawPeer silent = RawPeer.connect(front.port())) {
      assertThat(silent.receiveRefusal().code()).isEqualTo(ErrorCode.HANDSHAKE_TIMEOUT);
    }
  }

  @Test
  void aNodeThatTakesTooLongForItsFirstReportIsSentAway() throws IOException {
    Front front = impatient(1_000, NEVER, NEVER);
    front.lead(1);
    // A machine that is too busy to shake hands in time has another try.
    await()
        .untilAsserted(() -> {
          try (RawPeer node = node(front)) {
            assertThat(node.receiveRefusal().code()).isEqualTo(ErrorCode.HANDSHAKE_TIMEOUT);
          }
        });
  }

  @Test
  void whoTakesTooLongForAFrameIsSentAway() throws IOException {
    Front front = impatient(NEVER, 300, NEVER);
    try (RawPeer halting = RawPeer.client(front.port())) {
      halting.send(new byte[] {0, 0, 0});
      assertThat(halting.receiveRefusal().code()).isEqualTo(ErrorCode.MALFORMED);
    }
  }

  @Test
  void whoSaysNothingForTooLongIsSentAway() throws IOException {
    Front front = impatient(NEVER, NEVER, 900);
    try (RawPeer idle = RawPeer.client(front.port())) {
      assertThat(idle.isEnded()).isTrue();
    }
  }

  private Front impatient(int handshakeMillis, int frameMillis, int idleMillis) throws IOException {
    return front(
        "",
        new FrontLimits(20, 20, handshakeMillis, frameMillis, idleMillis, 4_096, 65_536, 3, NEVER));
  }

  @Test
  void thereAreSoManyConnectionsAndNoMore() throws IOException {
    Front front = front("", new FrontLimits(1, 20, NEVER, NEVER, NEVER, 4_096, 65_536, 3, NEVER));
    try (RawPeer first = RawPeer.client(front.port())) {
      try (RawPeer second = RawPeer.connect(front.port())) {
        assertThat(second.receiveRefusal().code()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS);
      }
      first.send(3, new Ping());
      assertThat(first.receiveAnswer()).isInstanceOf(Pong.class);
    }
    await().until(() -> front.connections() == 0);
    RawPeer.client(front.port()).close();
  }

  @Test
  void randomBytesHarmNobody() throws IOException {
    Front front = front("", LIMITS);
    front.lead(1);
    Random random = new Random(7);
    try (RawPeer client = RawPeer.client(front.port())) {
      for (int i = 0; i < 200; i++) {
        byte[] bytes = new byte[1 + random.nextInt(200)];
        random.nextBytes(bytes);
        try (RawPeer stranger = RawPeer.connect(front.port())) {
          if (i % 2 == 0) {
            stranger.send(RawPeer.header(bytes.length, 1, 1, 0, i));
          }
          stranger.send(bytes);
        } catch (SocketException e) {
          // Sent away before everything was sent.
        }
      }
      client.send(3, new Ping());
      assertThat(client.receiveAnswer()).isInstanceOf(Pong.class);
    }
    assertThat(sink.heard).isEmpty();
    await().until(() -> front.connections() == 0);
  }

  private static final UserStore NOBODY = change -> AccessTable.NONE;

  private Front front(String token, FrontLimits limits) throws IOException {
    SecurityConfig security = SecurityConfig.ofToken(token);
    AdminAccess opened = AdminAccess.open("admin-1", security, Secret.NONE, NOBODY, dir);
    access = opened;
    FrontSettings settings =
        new FrontSettings(
            "admin-1",
            new HostPort("127.0.0.1", 0),
            security,
            opened,
            SECRET,
            dir,
            Encryption.NONE,
            limits,
            EventSink.NOBODY);
    Front bound = Front.bind(settings, sink);
    open = bound;
    return bound;
  }

  private RawPeer connectTwice(Front front) throws IOException {
    try (RawPeer older = node(front)) {
      older.tell(0, report("a"));
      await().until(() -> sink.heard.size() == 1);
      RawPeer newer = node(front);
      newer.tell(0, report("a"));
      await().until(() -> sink.heard.size() == 2);
      return newer;
    }
  }

  private static RawPeer node(Front front) throws IOException {
    RawPeer node = RawPeer.connect(front.port());
    node.send(1, RawPeer.hello(ClientKind.NODE, "cluster", Secret.of(SECRET)));
    assertThat(node.receiveAnswer()).isInstanceOf(Welcome.class);
    return node;
  }

  private static Refusal refused(
      Front front, ClientKind kind, String scheme, Secret secret, ErrorCode code)
      throws IOException {
    try (RawPeer peer = RawPeer.connect(front.port())) {
      peer.send(1, RawPeer.hello(kind, scheme, secret));
      Refusal refusal = peer.receiveRefusal();
      assertThat(refusal.code()).isEqualTo(code);
      assertThat(peer.isEnded()).isTrue();
      return refusal;
    }
  }

  private static void ended(Front front, byte[] bytes, ErrorCode code) throws IOException {
    try (RawPeer peer = RawPeer.connect(front.port())) {
      peer.send(bytes);
      assertThat(peer.receiveRefusal().code()).isEqualTo(code);
      assertThat(peer.isEnded()).isTrue();
    }
  }

  private static Routes ask(RawPeer client, FindRoute find) throws IOException {
    client.send(2, find);
    return (Routes) client.receiveAnswer();
  }

  private static NodeStatus status(RawPeer client) throws IOException {
    client.send(4, new GetStatus());
    return (NodeStatus) client.receiveAnswer();
  }

  static NodeReport report(String node) {
    return new NodeReport(new Member(node, "x"), 1, "h", 7001, "h", 7002, 400, false, List.of());
  }
}
