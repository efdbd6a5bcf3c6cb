package io.feige.admin.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.address.NodeAddress;
import io.feige.admin.kit.Admins;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.admin.zookeeper.ZooKeeperConnection;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.PairState;
import io.feige.testkit.Waits;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterWatchIT {
  private static final String LOADED = "loaded";

  @TempDir Path dir;
  private final List<String> told = new CopyOnWriteArrayList<>();

  private final class Recorder implements ClusterWatch.Listener {
    @Override
    public void pair(PairState state) {
      told.add(state.pair());
    }

    @Override
    public void node(NodeAddress address) {
      told.add(address.node());
    }

    @Override
    public void loaded() {
      told.add(LOADED);
    }

    @Override
    public void admins(List<AdminAddress> living) {}

    @Override
    public void users(byte @Nullable [] table) {}
  }

  @Test
  void everythingStoredIsToldBeforeItCountsAsLoadedAndThatIsToldOnce() throws Exception {
    int pairs = 40;
    try (EmbeddedZooKeeper zookeeper = EmbeddedZooKeeper.start(dir, 0);
        ZooKeeperConnection connection =
            ZooKeeperConnection.open(
                zookeeper.connectString(), Admins.SESSION_MILLIS, Admins.OWNER)) {
      assertThat(connection.await(Waits.patienceMillis())).isTrue();
      ZooKeeperPairStore store = new ZooKeeperPairStore(connection.client());
      store.prepare();
      Leadership leadership = store.lead();
      for (int i = 0; i < pairs; i++) {
        store.create(leadership, PairState.fresh("pair-" + i, "a", "b", BackupServes.ALL));
      }

      try (ClusterWatch watch = new ClusterWatch(connection.client(), new Recorder())) {
        watch.start();
        await().until(() -> told.contains(LOADED));
        assertThat(told.indexOf(LOADED)).isEqualTo(pairs);

        store.create(leadership, PairState.fresh("later", "a", "b", BackupServes.ALL));
        await().until(() -> told.contains("later"));
      }
    }
    assertThat(told).containsOnlyOnce(LOADED);
  }
}
