package io.feige.admin.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.json.AddressJson;
import io.feige.admin.json.Json;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.TcpRelay;
import io.feige.admin.store.Leadership;
import io.feige.admin.store.Paths;
import io.feige.admin.store.ZooKeeperPairStore;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.admin.zookeeper.ZooKeeperConnection;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.PairState;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.CreateMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ElectionIT {
  private static final Leadership NONE = new Leadership(0, 0);
  private static final PairPlan PLAN =
      new PairPlan(List.of(new PairSpec("p", "a", "b")), BackupServes.ALL);

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private EmbeddedZooKeeper zookeeper;
  private CuratorFramework looking;

  @BeforeEach
  void start() throws Exception {
    zookeeper = EmbeddedZooKeeper.start(dir, 0);
    opened.push(zookeeper);
    looking = connect(zookeeper.connectString());
    new ZooKeeperPairStore(looking).prepare();
  }

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void theElectedMakesThePairsAndIsFoundByTheOthers() throws Exception {
    Candidate one = stand("admin-1", zookeeper.connectString(), PLAN);

    await().until(() -> one.epoch() > 0);

    assertThat(one.pairs).containsExactly(PairState.fresh("p", "a", "b", BackupServes.ALL));
    await().until(() -> shown("admin-1") == 1);
  }

  @Test
  void oneLeadsAndAnotherDoesWhenItStops() throws Exception {
    Candidate one = stand("admin-1", zookeeper.connectString(), PLAN);
    await().until(() -> one.epoch() > 0);
    Candidate two = stand("admin-2", zookeeper.connectString(), PLAN);
    await().until(() -> shown("admin-2") == 0);
    assertThat(two.epoch()).isZero();

    one.election().close();

    await().until(() -> two.epoch() > 0);
    assertThat(one.epoch()).isZero();
    assertThat(two.epoch()).isEqualTo(2);
    await().until(() -> shown("admin-1") == -1);
  }

  @Test
  void whoResignsCanBeElectedAgainUnderAHigherNumber() throws Exception {
    Candidate one = stand("admin-1", zookeeper.connectString(), PLAN);
    await().until(() -> one.epoch() > 0);
    Leadership first = one.leadership;

    one.election().resign(new Leadership(77, 77));
    one.election().resign(first);

    await().until(() -> one.epoch() > first.epoch());
    assertThat(one.epoch()).isEqualTo(2);
    assertThat(one.deposals).isEqualTo(1);
  }

  @Test
  void aBrokenConnectionAloneDeposesNobody() throws Exception {
    TcpRelay relay = TcpRelay.to(zookeeper.port());
    opened.push(relay);
    CuratorFramework client = connect(relay.address());
    Queue<ConnectionState> states = new ConcurrentLinkedQueue<>();
    client.getConnectionStateListenable().addListener((changed, state) -> states.add(state));
    Candidate one = new Candidate();
    begin(one, "admin-1", client, PLAN, false);
    await().until(() -> one.epoch() > 0);

    relay.cut();
    await().until(() -> states.contains(ConnectionState.RECONNECTED));
    assertThat(states).contains(ConnectionState.SUSPENDED).doesNotContain(ConnectionState.LOST);

    // What was to be done about it would be done before this, on the same thread.
    one.election().close();
    await().until(() -> one.deposals > 0);
    assertThat(one.deposals).isEqualTo(1);
    assertThat(one.elections).isEqualTo(1);
  }

  @Test
  void whoIsCutOffFromZooKeeperIsDeposedWhenItsSessionIsOverAndComesBackAsAFollower()
      throws Exception {
    TcpRelay relay = TcpRelay.to(zookeeper.port());
    opened.push(relay);
    Candidate one = new Candidate();
    begin(one, "admin-1", connect(relay.address(), Admins.SHORT_SESSION_MILLIS), PLAN, false);
    await().until(() -> one.epoch() > 0);
    Candidate two = stand("admin-2", zookeeper.connectString(), PLAN);

    relay.refuses(true);
    await().until(() -> one.epoch() == 0);
    await().until(() -> two.epoch() > 0);
    // More than the next one, if its session was over before on a busy machine.
    assertThat(two.epoch()).isGreaterThan(1);

    relay.refuses(false);
    await().until(() -> shown("admin-1") == 0);
    assertThat(one.epoch()).isZero();
    assertThat(two.epoch()).isPositive();
  }

  @Test
  void anEntryOfAnEarlierProcessIsReplacedAndForgotten() throws Exception {
    CuratorFramework earlier = connect(zookeeper.connectString());
    earlier
        .create()
        .creatingParentsIfNeeded()
        .withMode(CreateMode.EPHEMERAL)
        .forPath(Paths.ADMINS + "/admin-1", new byte[0]);
    earlier
        .create()
        .creatingParentsIfNeeded()
        .withMode(CreateMode.EPHEMERAL)
        .forPath(Paths.ELECTION + "/_c_x-latch-0000000000", new byte[0]);

    Candidate one = new Candidate();
    begin(one, "admin-1", connect(zookeeper.connectString()), PLAN, true);

    // The earlier session goes on, so nothing else ever makes room.
    await().until(() -> one.epoch() > 0);
    await().until(() -> shown("admin-1") == 1);
  }

  @Test
  void whatTheBackupMayDoFollowsTheConfigurationAndTheNodesStayAsTheyAreStored() throws Exception {
    Candidate one = stand("admin-1", zookeeper.connectString(), PLAN);
    await().until(() -> one.epoch() > 0);
    one.election().close();

    PairPlan other = new PairPlan(List.of(new PairSpec("p", "x", "y")), BackupServes.PULLS);
    Candidate two = stand("admin-2", zookeeper.connectString(), other);
    await().until(() -> two.epoch() > 0);

    PairState pair = two.pairs.getFirst();
    assertThat(pair.master()).isEqualTo("a");
    assertThat(pair.backup()).isEqualTo("b");
    assertThat(pair.backupServes()).isEqualTo(BackupServes.PULLS);
    assertThat(pair.version()).isEqualTo(1);
  }

  private Candidate stand(String id, String address, PairPlan plan) throws Exception {
    Candidate candidate = new Candidate();
    begin(candidate, id, connect(address), plan, false);
    return candidate;
  }

  private void begin(
      Candidate candidate, String id, CuratorFramework client, PairPlan plan, boolean isAlone) {
    Election election =
        new Election(
            client,
            new ZooKeeperPairStore(client),
            plan,
            new AdminAddress(id, "127.0.0.1:1", "", 0),
            candidate);
    opened.push(election);
    candidate.election = election;
    if (isAlone) {
      election.forgetEarlierProcess();
    }
    election.start();
  }

  /** The leader epoch that an Admin shows; -1: it is not there. */
  private long shown(String id) throws Exception {
    String path = Paths.ADMINS + "/" + id;
    if (looking.checkExists().forPath(path) == null) {
      return -1;
    }
    byte[] bytes = looking.getData().forPath(path);
    return bytes.length == 0 ? -1 : AddressJson.readAdmin(Json.read(bytes)).leaderEpoch();
  }

  private CuratorFramework connect(String address) throws InterruptedException {
    return connect(address, Admins.SESSION_MILLIS);
  }

  private CuratorFramework connect(String address, int sessionMillis) throws InterruptedException {
    ZooKeeperConnection connection = ZooKeeperConnection.open(address, sessionMillis, Admins.OWNER);
    opened.push(connection);
    assertThat(connection.await(Waits.patienceMillis())).isTrue();
    return connection.client();
  }

  private static final class Candidate implements Office {
    private final List<PairState> pairs = new CopyOnWriteArrayList<>();
    private volatile Leadership leadership = NONE;
    private volatile int elections;
    private volatile int deposals;
    private @Nullable Election election;

    private long epoch() {
      return leadership.epoch();
    }

    private Election election() {
      return Objects.requireNonNull(election);
    }

    @Override
    public synchronized void elected(Leadership begun, List<PairState> stored) {
      elections++;
      pairs.clear();
      pairs.addAll(stored);
      leadership = begun;
    }

    @Override
    public synchronized void deposed() {
      leadership = NONE;
      deposals++;
    }
  }
}
