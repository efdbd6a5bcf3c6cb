package io.feige.admin.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.kit.Admins;
import io.feige.admin.kit.HttpCaller;
import io.feige.admin.kit.RawPeer;
import io.feige.admin.kit.ScriptedNode;
import io.feige.admin.kit.TcpRelay;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Routes;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two Admins that share a ZooKeeper, and what happens when one or the other is away. */
final class SeveralAdminsIT {
  private static final String PAIR = "pair-1";

  /** The longest that a request for routes may wait. */
  private static final int WAIT_MILLIS = 60_000;

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private EmbeddedZooKeeper zookeeper;

  @BeforeEach
  void start() throws IOException {
    zookeeper = EmbeddedZooKeeper.start(dir.resolve("zookeeper"), 0);
    opened.push(zookeeper);
  }

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void aFollowerAnswersRoutesAndSendsNodesToTheLeader() throws Exception {
    AdminServer leader = leader("admin-1", zookeeper.connectString());
    AdminServer follower = admin("admin-2", zookeeper.connectString());
    // The nodes know only the follower, and find the leader by its hint.
    ScriptedNode one = node(List.of(follower.clientPort(), leader.clientPort()), "node-1", 7001);
    ScriptedNode two = node(List.of(follower.clientPort(), leader.clientPort()), "node-2", 7003);
    one.isCopiedBy(two.member());
    two.until(PAIR, state -> state.inSync().size() == 2);

    await().until(() -> activeOf(routes(follower, 0, 0)).equals("node-1"));
    await().until(() -> routes(follower, 0, 0).equals(routes(leader, 0, 0)));
    assertThat(hint(follower)).isEqualTo("127.0.0.1:" + leader.clientPort());

    long known = routes(follower, 0, 0).version();
    one.kill();
    two.hearsActive(false);
    Routes news = routes(follower, known, WAIT_MILLIS);
    assertThat(news.version()).isGreaterThan(known);
    await().until(() -> activeOf(routes(follower, known, WAIT_MILLIS)).equals("node-2"));
  }

  @Test
  void whenTheLeaderStopsAnotherLeadsAndFailsOver() throws Exception {
    AdminServer first = leader("admin-1", zookeeper.connectString());
    AdminServer second = admin("admin-2", zookeeper.connectString());
    List<Integer> ports = List.of(first.clientPort(), second.clientPort());
    ScriptedNode one = node(ports, "node-1", 7001);
    ScriptedNode two = node(ports, "node-2", 7003);
    one.isCopiedBy(two.member());
    two.until(PAIR, state -> state.inSync().size() == 2);

    first.close();
    await().until(second::isLeading);
    await().until(() -> two.leaderEpoch() == 2 && one.leaderEpoch() == 2);

    one.kill();
    two.hearsActive(false);
    two.until(PAIR, state -> state.active().equals("node-2"));
    assertThat(two.state(PAIR).epoch()).isEqualTo(2);
  }

  /** The old leader still has its nodes and believes to lead; it can change nothing any more. */
  @Test
  void aLeaderThatIsCutOffFromZooKeeperIsReplacedAndItsNodesMove() throws Exception {
    TcpRelay relay = TcpRelay.to(zookeeper.port());
    opened.push(relay);
    AdminServer first = keep(sharing("admin-1", relay.address(), Admins.SHORT_SESSION_MILLIS));
    await().until(first::isLeading);
    AdminServer second = admin("admin-2", zookeeper.connectString());
    List<Integer> ports = List.of(first.clientPort(), second.clientPort());
    ScriptedNode one = node(ports, "node-1", 7001);
    ScriptedNode two = node(ports, "node-2", 7003);
    one.isCopiedBy(two.member());
    two.until(PAIR, state -> state.inSync().size() == 2);

    relay.refuses(true);

    await().until(second::isLeading);
    await().until(() -> !first.isLeading());
    // More than the next one, if the short session was over before on a busy machine.
    await().until(() -> two.leaderEpoch() > 1);
    assertThat(two.state(PAIR).active()).isEqualTo("node-1");
    assertThat(two.state(PAIR).epoch()).isEqualTo(1);

    one.kill();
    two.hearsActive(false);
    two.until(PAIR, state -> state.active().equals("node-2"));
  }

  /**
   * Nothing is decided without ZooKeeper; what was asked for meanwhile is decided anew after it.
   */
  @Test
  void whileZooKeeperIsAwayRoutesAreAnsweredAndFailoverComesWhenItIsBack() throws Exception {
    TcpRelay relay = TcpRelay.to(zookeeper.port());
    opened.push(relay);
    AdminServer admin = leader("admin-1", relay.address());
    ScriptedNode one = node(List.of(admin.clientPort()), "node-1", 7001);
    ScriptedNode two = node(List.of(admin.clientPort()), "node-2", 7003);
    one.isCopiedBy(two.member());
    two.until(PAIR, state -> state.inSync().size() == 2);
    await().until(() -> activeOf(routes(admin, 0, 0)).equals("node-1"));

    relay.refuses(true);
    one.kill();
    two.hearsActive(false);
    int beats = two.beats();
    // Each is a turn of the controller; without its session it leads no longer, and sends none.
    await().until(() -> two.beats() > beats + 100 || !admin.isLeading());
    assertThat(activeOf(routes(admin, 0, 0))).isEqualTo("node-1");
    assertThat(two.state(PAIR).active()).isEqualTo("node-1");

    relay.refuses(false);
    await().until(() -> two.state(PAIR).active().equals("node-2"));
    assertThat(two.state(PAIR).epoch()).isEqualTo(2);
  }

  @Test
  void aFollowerShowsAndDoesWhatItsLeaderKnowsAndDoes() throws Exception {
    AdminServer leader = leader("admin-1", zookeeper.connectString());
    AdminServer follower = admin("admin-2", zookeeper.connectString());
    List<Integer> ports = List.of(leader.clientPort());
    ScriptedNode one = node(ports, "node-1", 7001);
    ScriptedNode two = node(ports, "node-2", 7003);
    one.isCopiedBy(two.member());
    two.isCopiedBy(one.member());
    two.until(PAIR, state -> state.inSync().size() == 2);
    HttpCaller asking = new HttpCaller(follower.httpPort());
    opened.push(asking);

    JsonNode status =
        await()
            .until(
                () -> asking.get("/api/v1/status").json(),
                each ->
                    each.get("live").booleanValue()
                        && each.get("admins").size() == 2
                        && each.get("nodes").get(0).get("alive").booleanValue());
    JsonNode pair = status.get("pairs").get(0);
    assertThat(pair.get("withAdminBoundMillis").intValue())
        .as("with the sessions of these Admins, 20 s each")
        .isEqualTo(pair.get("failoverBoundMillis").intValue() + 32_000);
    JsonNode admins = status.get("admins");
    assertThat(admins.get(0).get("leader").booleanValue()).isTrue();
    assertThat(admins.get(1).get("leader").booleanValue()).isFalse();

    HttpCaller.Reply done = asking.post("/api/v1/pairs/pair-1/switch", "{}");
    assertThat(done.status()).as(done.text()).isEqualTo(200);
    // The answer may be there before the node has heard.
    await().until(() -> two.state(PAIR).active().equals("node-2"));
    await()
        .until(() ->
            asking
                .get("/api/v1/pairs/pair-1/history")
                .json()
                .get("decisions")
                .get(0)
                .get("kind")
                .stringValue()
                .equals("SWITCH"));

    // In this order, so that the other one is not elected before it is alone.
    zookeeper.close();
    leader.close();
    await().until(() -> !asking.get("/api/v1/status").json().get("live").booleanValue());
    var stored = asking.get("/api/v1/status").json();
    assertThat(stored.get("pairs").get(0).get("active").stringValue()).isEqualTo("node-2");
    assertThat(stored.get("nodes").get(0).get("alive").booleanValue()).isFalse();
    await().until(() -> asking.post("/api/v1/pairs/pair-1/switch", "{}").status() == 503);
  }

  private AdminServer leader(String id, String address) {
    AdminServer admin = admin(id, address);
    await().until(admin::isLeading);
    return admin;
  }

  private AdminServer admin(String id, String address) {
    return keep(sharing(id, address, Admins.SESSION_MILLIS));
  }

  private AdminServer sharing(String id, String address, int sessionMillis) {
    return Admins.sharing(id, dir, address, sessionMillis);
  }

  private AdminServer keep(AdminServer admin) {
    opened.push(admin);
    return admin;
  }

  private ScriptedNode node(List<Integer> ports, String name, int port) {
    ScriptedNode node = ScriptedNode.start(ports, name, port);
    opened.push(node);
    return node;
  }

  private static String hint(AdminServer follower) throws IOException {
    try (RawPeer peer = RawPeer.connect(follower.clientPort())) {
      peer.send(1, RawPeer.hello(ClientKind.NODE, "cluster", Secret.of(ScriptedNode.SECRET)));
      Refusal refusal = peer.receiveRefusal();
      assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_LEADER);
      return refusal.hint();
    }
  }

  private static String activeOf(Routes routes) {
    return routes.pairs().isEmpty() ? "" : routes.pairs().getFirst().nodeId();
  }

  private static Routes routes(AdminServer admin, long known, int wait) throws IOException {
    try (RawPeer client = RawPeer.client(admin.clientPort())) {
      client.send(2, new FindRoute(known, wait));
      return (Routes) client.receiveAnswer();
    }
  }
}
