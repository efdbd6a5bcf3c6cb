package io.feige.admin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.admin.address.NodeAddress;
import io.feige.admin.json.Json;
import io.feige.admin.json.PairJson;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.TcpRelay;
import io.feige.admin.store.StoreOutcome.Changed;
import io.feige.admin.store.StoreOutcome.Deposed;
import io.feige.admin.store.StoreOutcome.Otherwise;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.admin.zookeeper.ZooKeeperConnection;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ZooKeeperPairStoreIT {
  private static final PairState FRESH = PairState.fresh("p", "a", "b", BackupServes.ALL);

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private EmbeddedZooKeeper zookeeper;
  private CuratorFramework client;
  private ZooKeeperPairStore store;

  @BeforeEach
  void start() throws Exception {
    zookeeper = EmbeddedZooKeeper.start(dir, 0);
    opened.push(zookeeper);
    client = connect(zookeeper.connectString());
    store = new ZooKeeperPairStore(client);
    store.prepare();
  }

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void leadershipsAreNumberedFromOneOn() throws Exception {
    assertThat(store.lead().epoch()).isEqualTo(1);
    assertThat(store.lead().epoch()).isEqualTo(2);
    assertThat(client.getData().forPath("/feige/leader-epoch")).asString().isEqualTo("2");
    store.prepare();
    assertThat(store.lead().epoch()).isEqualTo(3);
    store.leadBeyond(17);
    store.leadBeyond(11);
    assertThat(store.lead().epoch()).isEqualTo(18);
    assertThat(store.lead().epoch()).isEqualTo(19);
  }

  @Test
  void aPairIsStoredWhereAndAsThePageSays() throws Exception {
    Leadership leadership = store.lead();

    assertThat(store.create(leadership, FRESH)).isEqualTo(new Changed(FRESH));
    PairState next = activated(0);
    assertThat(store.change(leadership, next, decision(1))).isEqualTo(new Changed(at(next, 1)));

    assertThat(client.getData().forPath("/feige/pairs/p"))
        .isEqualTo(Json.bytes(PairJson.write(next)));
    assertThat(client.checkExists().forPath("/feige/pairs/p").getVersion()).isEqualTo(1);
    assertThat(client.getChildren().forPath("/feige/history/p")).containsExactly("d-0000000000");
    assertThat(store.pairs()).containsExactly(at(next, 1));
    assertThat(store.decisions("p", 10)).containsExactly(decision(1));
  }

  @Test
  void aPairThatIsThereIsNotMadeAgain() {
    Leadership leadership = store.lead();
    store.create(leadership, FRESH);
    store.change(leadership, activated(0), decision(1));

    PairState other = PairState.fresh("p", "x", "y", BackupServes.ALL);
    assertThat(store.create(leadership, other)).isEqualTo(new Otherwise(at(activated(0), 1)));
  }

  @Test
  void ofTwoChangesOfOneVersionTheFirstWinsAndTheOtherIsToldWhatIsStored() {
    Leadership leadership = store.lead();
    store.create(leadership, FRESH);
    store.change(leadership, activated(0), decision(1));

    StoreOutcome late = store.change(leadership, at(FRESH, 0), decision(9));

    assertThat(late).isEqualTo(new Otherwise(at(activated(0), 1)));
    assertThat(store.decisions("p", 10)).containsExactly(decision(1));
  }

  @Test
  void whatIsStoredAlreadyAsWantedCountsAsDone() {
    Leadership leadership = store.lead();
    store.create(leadership, FRESH);
    store.change(leadership, activated(0), decision(1));

    assertThat(store.change(leadership, activated(0), decision(1)))
        .isEqualTo(new Changed(at(activated(0), 1)));
    assertThat(store.decisions("p", 10)).hasSize(1);
  }

  @Test
  void aDeposedLeaderChangesNothing() {
    Leadership over = store.lead();
    store.create(over, FRESH);
    Leadership present = store.lead();

    assertThat(store.change(over, activated(0), decision(1))).isEqualTo(new Deposed());
    assertThat(store.create(over, PairState.fresh("q", "a", "b", BackupServes.ALL)))
        .isEqualTo(new Deposed());
    assertThat(store.look(over, "p")).isEqualTo(new Deposed());
    assertThatThrownBy(() -> store.keep(over, report(1, 5))).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> store.keep(over, new NodeAddress("a", "h", 1, "x", 0)))
        .isInstanceOf(StoreException.class);

    assertThat(store.pairs()).containsExactly(FRESH);
    assertThat(store.look(present, "p")).isEqualTo(new Otherwise(FRESH));
    assertThat(store.decisions("p", 10)).isEmpty();
    assertThat(store.reports("p", 10)).isEmpty();
  }

  /** The write is on its way when the leadership ends, and arrives after that. */
  @Test
  void aWriteOfADeposedLeaderThatArrivesLateIsRefused() throws Exception {
    Leadership over = store.lead();
    store.create(over, FRESH);
    TcpRelay relay = TcpRelay.to(zookeeper.port());
    opened.push(relay);
    PairStore behind = new ZooKeeperPairStore(connect(relay.address()));
    assertThat(behind.pairs()).hasSize(1);

    relay.holdUp(true);
    CompletableFuture<StoreOutcome> late =
        CompletableFuture.supplyAsync(() -> behind.change(over, activated(0), decision(1)));
    await().until(relay::isHoldingUp);
    Leadership present = store.lead();
    assertThat(late).isNotDone();
    relay.holdUp(false);

    assertThat(Waits.get(late)).isEqualTo(new Deposed());
    assertThat(store.look(present, "p")).isEqualTo(new Otherwise(FRESH));
    assertThat(store.decisions("p", 10)).isEmpty();
  }

  /** The write is done, and the connection ends before the answer has come. */
  @Test
  void aWriteWhoseAnswerWasLostIsReportedAsItIsStored() throws Exception {
    Leadership leadership = store.lead();
    store.create(leadership, FRESH);
    TcpRelay relay = TcpRelay.to(zookeeper.port());
    opened.push(relay);
    PairStore behind = new ZooKeeperPairStore(connect(relay.address()));
    assertThat(behind.pairs()).hasSize(1);

    relay.holdDown(true);
    CompletableFuture<StoreOutcome> answer =
        CompletableFuture.supplyAsync(() -> behind.change(leadership, activated(0), decision(1)));
    await().until(() -> store.pairs().getFirst().version() == 1);
    relay.cut();
    relay.holdDown(false);

    assertThat(Waits.get(answer)).isEqualTo(new Changed(at(activated(0), 1)));
    assertThat(store.decisions("p", 10)).containsExactly(decision(1));
  }

  @Test
  void theNewestOfTheHistoryAreKept() {
    Leadership leadership = store.lead();
    store.create(leadership, FRESH);
    for (int i = 0; i < PairStore.KEPT + 5; i++) {
      store.change(leadership, at(FRESH, i), decision(i));
    }

    List<Decision> kept = store.decisions("p", 1_000);
    assertThat(kept).hasSize(PairStore.KEPT);
    assertThat(kept.getFirst()).isEqualTo(decision(PairStore.KEPT + 4));
    assertThat(kept.getLast()).isEqualTo(decision(5));
    assertThat(store.decisions("p", 3)).hasSize(3);
    assertThat(store.decisions("nobody", 3)).isEmpty();
  }

  @Test
  void aReportReplacesTheOneOfTheSameEpoch() {
    Leadership leadership = store.lead();
    store.create(leadership, FRESH);
    store.keep(leadership, report(9, -1));
    store.keep(leadership, report(10, -1));
    store.keep(leadership, report(9, 412));

    assertThat(store.reports("p", 10)).containsExactly(report(10, -1), report(9, 412));
  }

  @Test
  void anAddressGetsANewVersionWithEachChange() {
    Leadership leadership = store.lead();
    NodeAddress node = new NodeAddress("a", "h", 7001, "x", 0);

    assertThat(store.keep(leadership, node).version()).isZero();
    assertThat(store.keep(leadership, node).version()).isEqualTo(1);
  }

  @Test
  void aPairThatCannotBeReadDoesNotHideTheOthers() throws Exception {
    store.create(store.lead(), FRESH);
    client.create().forPath("/feige/pairs/broken", new byte[] {'{'});

    assertThat(store.pairs()).containsExactly(FRESH);
  }

  private CuratorFramework connect(String address) throws InterruptedException {
    ZooKeeperConnection connection =
        ZooKeeperConnection.open(address, Admins.SESSION_MILLIS, Admins.OWNER);
    opened.push(connection);
    assertThat(connection.await(Waits.patienceMillis())).isTrue();
    return connection.client();
  }

  private static PairState activated(int version) {
    return new PairState(
        "p", "a", "b", "a", 1, List.of(new Member("a", "x")), false, BackupServes.ALL, version);
  }

  private static PairState at(PairState state, int version) {
    return new PairState(
        state.pair(),
        state.master(),
        state.backup(),
        state.active(),
        state.epoch(),
        state.inSync(),
        state.handedOver(),
        state.backupServes(),
        version);
  }

  private static Decision decision(long number) {
    return new Decision(
        DecisionKind.GROW, "p", number, number, "a", "b", 5, List.of("because of " + number));
  }

  private static FailoverReport report(long epoch, long pause) {
    return new FailoverReport(
        "p", DecisionKind.FAILOVER, epoch, "a", "b", 5, List.of(), 1, 2, 3, 4, 5, pause, true);
  }
}
