package io.feige.admin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.admin.boot.AdminServer;
import io.feige.admin.boot.AdminSettings;
import io.feige.admin.boot.StartException;
import io.feige.admin.event.WebhookSettings;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.PlainZooKeeper;
import io.feige.admin.kit.ScriptedNode;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.admin.zookeeper.TreeOwner;
import io.feige.admin.zookeeper.ZooKeeperConnection;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.config.DatabaseConfig;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Admins keep in ZooKeeper is theirs alone. */
final class ClosedTreeIT {
  private static final String OTHER_SECRET = "another secret of another cluster";
  private static final PairState FRESH = PairState.fresh("p", "a", "b", BackupServes.ALL);

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void aStrangerCanNeitherReadNorChangeWhatIsInsideAnAdmin() throws Exception {
    AdminServer admin = keep(busyAdmin());
    CuratorFramework owner = owner(admin.zookeeper(), Admins.OWNER);
    // What is written in the background comes last.
    await()
        .until(() ->
            PlainZooKeeper.below(owner, "/feige")
                .containsAll(
                    List.of(
                        "/feige/nodes/node-1", "/feige/nodes/node-2", "/feige/reports/pair-1/1")));
    List<String> paths = PlainZooKeeper.below(owner, "/");
    assertThat(paths)
        .contains("/feige", "/feige/pairs/pair-1", "/feige/admins/admin-1", "/feige/leader-epoch")
        .anyMatch(path -> path.startsWith("/feige/election/"))
        .anyMatch(path -> path.startsWith("/feige/history/pair-1/d-"));

    for (CuratorFramework stranger :
        List.of(
            keep(PlainZooKeeper.stranger(admin.zookeeper())),
            keep(PlainZooKeeper.stranger(admin.zookeeper(), "feige")))) {
      for (String path : paths) {
        if (!path.equals("/zookeeper/config")) {
          assertRefused(stranger, path);
        }
      }
    }
    assertThat(PlainZooKeeper.below(owner, "/")).containsExactlyInAnyOrderElementsOf(paths);
  }

  @Test
  void whatSeveralAdminsMakeIsClosedAndTheRestOfTheirZooKeeperIsNot() throws Exception {
    EmbeddedZooKeeper zookeeper = keep(EmbeddedZooKeeper.start(dir.resolve("zk"), 0));
    String connect = zookeeper.connectString();
    AdminServer one = keep(Admins.sharing("admin-1", dir, connect));
    AdminServer two = keep(Admins.sharing("admin-2", dir, connect));
    CuratorFramework owner = owner(connect, Admins.OWNER);
    await().until(() -> one.isLeading() || two.isLeading());
    await().until(() -> owner.getChildren().forPath("/feige/admins").size() == 2);

    assertClosed(owner, Admins.OWNER);
    CuratorFramework stranger = keep(PlainZooKeeper.stranger(connect));
    assertRefused(stranger, "/feige/pairs/pair-1");
    stranger.create().forPath("/of-others");
  }

  @Test
  void anAdminWithAnotherSecretIsToldWhatToDo() throws Exception {
    EmbeddedZooKeeper zookeeper = keep(EmbeddedZooKeeper.start(dir.resolve("zk"), 0));
    String connect = zookeeper.connectString();
    AdminServer first = keep(Admins.sharing("admin-1", dir, connect));
    await().until(first::isLeading);

    assertThatThrownBy(() -> AdminServer.start(settings("admin-2", connect, OTHER_SECRET, "")))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "ZooKeeper refuses /feige to this Admin: it belongs to Admins with another"
                + " cluster.secret. Set the same one; if the secret was replaced, set"
                + " cluster.formerSecret to the one before as well");
    assertThat(first.isLeading()).isTrue();
  }

  @Test
  void aSecretIsReplacedAndNothingIsLost() throws Exception {
    busyAdmin().close();

    assertThatThrownBy(() -> AdminServer.start(settings("admin-1", "", OTHER_SECRET, "")))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("set cluster.formerSecret");
    AdminServer.start(settings("admin-1", "", OTHER_SECRET, ScriptedNode.SECRET)).close();
    // What was before is needed once.
    AdminServer admin = keep(AdminServer.start(settings("admin-1", "", OTHER_SECRET, "")));

    TreeOwner present = TreeOwner.of(OTHER_SECRET);
    CuratorFramework owner = owner(admin.zookeeper(), present);
    assertClosed(owner, present);
    assertThat(new ZooKeeperPairStore(owner).decisions("pair-1", 9)).isNotEmpty();
    assertThatThrownBy(
            () -> owner(admin.zookeeper(), Admins.OWNER).getData().forPath("/feige/pairs/pair-1"))
        .isInstanceOf(KeeperException.NoAuthException.class);
  }

  @Test
  void aTreeThatWasOpenIsClosedAtTheStart() throws Exception {
    EmbeddedZooKeeper zookeeper = keep(EmbeddedZooKeeper.start(dir.resolve("zk"), 0));
    String connect = zookeeper.connectString();
    CuratorFramework earlier = keep(PlainZooKeeper.stranger(connect));
    ZooKeeperPairStore open = new ZooKeeperPairStore(earlier);
    open.prepare();
    Leadership leadership = open.lead();
    open.create(leadership, FRESH);
    open.change(leadership, activated(), decision());
    LeaderLatch candidate = keep(new LeaderLatch(earlier, Paths.ELECTION, "admin-9"));
    candidate.start();
    await().until(candidate::hasLeadership);
    earlier.create().withMode(CreateMode.EPHEMERAL).forPath("/feige/admins/admin-9");

    AdminServer.start(settings("admin-1", connect, ScriptedNode.SECRET, "")).close();

    CuratorFramework owner = owner(connect, Admins.OWNER);
    assertClosed(owner, Admins.OWNER);
    assertThat(PlainZooKeeper.below(owner, "/feige"))
        .contains("/feige/history/p/d-0000000000", "/feige/admins/admin-9")
        .noneMatch(path -> path.contains("probe"));
    assertThat(new ZooKeeperPairStore(owner).pairs()).contains(activated(1));
    assertRefused(keep(PlainZooKeeper.stranger(connect)), "/feige/pairs/p");
  }

  @Test
  void aNodeThatIsClosedInTheMiddleOfAnOpenTreeIsTakenUpAgain() throws Exception {
    EmbeddedZooKeeper zookeeper = keep(EmbeddedZooKeeper.start(dir.resolve("zk"), 0));
    String connect = zookeeper.connectString();
    new ZooKeeperPairStore(keep(PlainZooKeeper.stranger(connect))).prepare();
    CuratorFramework owner = owner(connect, Admins.OWNER);
    owner.setACL().withACL(Admins.OWNER.getDefaultAcl()).forPath("/feige/pairs");

    new ClosedTree(owner, Admins.OWNER).close();

    assertClosed(owner, Admins.OWNER);
  }

  private AdminServer busyAdmin() throws Exception {
    AdminServer admin = Admins.alone(dir.resolve("admin-1"));
    try (ScriptedNode one = ScriptedNode.start(List.of(admin.clientPort()), "node-1", 7001);
        ScriptedNode two = ScriptedNode.start(List.of(admin.clientPort()), "node-2", 7003)) {
      one.isCopiedBy(two.member());
      two.until("pair-1", state -> state.inSync().size() == 2);
    }
    return admin;
  }

  private AdminSettings settings(String id, String connect, String secret, String former) {
    AdminSettings some = Admins.settings(id, dir.resolve(id), connect, List.of(Admins.PAIR));
    return new AdminSettings(
        some.id(),
        some.dir(),
        some.listen(),
        some.http(),
        some.security(),
        secret,
        new AdminSettings.ZooKeeper(connect, 0, Admins.SESSION_MILLIS, former, false),
        some.pairs(),
        some.backupServes(),
        some.controller(),
        WebhookSettings.OFF,
        DatabaseConfig.NONE);
  }

  private static void assertClosed(CuratorFramework owner, TreeOwner whose) throws Exception {
    for (String path : PlainZooKeeper.below(owner, "/feige")) {
      assertThat(owner.getACL().forPath(path)).as(path).isEqualTo(whose.getDefaultAcl());
    }
  }

  private static void assertRefused(CuratorFramework stranger, String path) {
    String child = path.equals("/") ? "/x" : path + "/x";
    assertThatThrownBy(() -> stranger.getData().forPath(path)).as(path).isInstanceOf(no());
    assertThatThrownBy(() -> stranger.getChildren().forPath(path)).as(path).isInstanceOf(no());
    assertThatThrownBy(() -> stranger.getACL().forPath(path)).as(path).isInstanceOf(no());
    assertThatThrownBy(() -> stranger.setData().forPath(path, new byte[1]))
        .as(path)
        .isInstanceOf(no());
    assertThatThrownBy(() -> stranger.setACL().withACL(ZooDefs.Ids.OPEN_ACL_UNSAFE).forPath(path))
        .as(path)
        .isInstanceOf(no());
    assertThatThrownBy(() -> stranger.create().forPath(child)).as(child).isInstanceOf(no());
    if (path.startsWith("/feige")) {
      assertThatThrownBy(() -> stranger.delete().forPath(path)).as(path).isInstanceOf(no());
    }
  }

  private static Class<?> no() {
    return KeeperException.NoAuthException.class;
  }

  private CuratorFramework owner(String connect, TreeOwner owner) throws InterruptedException {
    ZooKeeperConnection connection =
        keep(ZooKeeperConnection.open(connect, Admins.SESSION_MILLIS, owner));
    assertThat(connection.await(Waits.patienceMillis())).isTrue();
    return connection.client();
  }

  private <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }

  private static PairState activated() {
    return activated(0);
  }

  private static PairState activated(int version) {
    return new PairState(
        "p", "a", "b", "a", 1, List.of(new Member("a", "x")), false, BackupServes.ALL, version);
  }

  private static Decision decision() {
    return new Decision(DecisionKind.GROW, "p", 1, 1, "a", "b", 5, List.of("because"));
  }
}
