package io.feige.dist.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.admin.boot.AdminSettings;
import io.feige.admin.config.AdminConfig;
import io.feige.admin.leader.PairSpec;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.dist.cli.CliException;
import io.feige.proxy.config.ProxyConfig;
import io.feige.proxy.config.ProxySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterPlanTest {
  private static final Map<String, String> NOTHING = Map.of();

  @TempDir Path dir;

  private ClusterLayout layout() {
    // A blank and a quote: both may stand in a path, and both mean something in YAML.
    return ClusterLayout.of(dir.resolve("a \"cluster\""));
  }

  private static NodeConfig node(ClusterLayout layout, String name) {
    return NodeSettings.load(Optional.of(layout.settings(name)), NOTHING, NOTHING).config();
  }

  private static AdminSettings admin(ClusterLayout layout) {
    Path file = layout.settings(ClusterPlan.ADMIN);
    return AdminConfig.load(Optional.of(file), NOTHING, NOTHING).config();
  }

  @Test
  void theSettingsItWritesAreThoseThatProcessesTake() throws IOException {
    ClusterLayout layout = layout();
    layout.create(new ClusterPlan(3, null, 8700, false, null, null, null, null));

    AdminSettings admin = admin(layout);
    NodeConfig node = node(layout, "node-2");

    assertThat(admin.listen().port()).isEqualTo(8700);
    assertThat(admin.http().port()).isEqualTo(8701);
    assertThat(admin.dir()).isEqualTo(layout.data("admin-1"));
    assertThat(node.node().id()).isEqualTo("node-2");
    assertThat(node.node().dir()).isEqualTo(layout.data("node-2"));
    assertThat(node.listen().port()).isEqualTo(8720);
    assertThat(node.cluster().admins()).containsExactly("127.0.0.1:8700");
    assertThat(node.cluster().secret()).isEqualTo(admin.clusterSecret()).hasSize(64);
    assertThat(node.topics().autoCreate()).isTrue();
  }

  @Test
  void optionsOfNodesAreKeptForTheNextStart() throws IOException {
    ClusterLayout layout = layout();
    layout.create(new ClusterPlan(2, null, 8700, false, null, null, null, null));

    assertThat(layout.nodeOptions(null)).isEmpty();
    assertThat(layout.nodeOptions(" -Xmx1g  -Da=b ")).containsExactly("-Xmx1g", "-Da=b");
    assertThat(layout.nodeOptions(null)).containsExactly("-Xmx1g", "-Da=b");
    assertThat(layout.nodeOptions("")).isEmpty();
    assertThat(layout.nodeOptions(null)).isEmpty();
  }

  @Test
  void aClusterOfOneMachineBearsSilenceForLonger() throws IOException {
    ClusterLayout layout = layout();
    layout.create(new ClusterPlan(2, null, 8700, false, null, null, null, null).calmly());

    assertThat(admin(layout).controller().failoverMillis()).isEqualTo(1_000);
    NodeConfig node = node(layout, "node-1");
    assertThat(node.cluster().timeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(node.journal().fsyncTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(layout.requirePlan().calm()).isTrue();
  }

  @Test
  void theSettingsOfProxiesAreThoseThatTheyTake() throws IOException {
    ClusterLayout layout = layout();
    ClusterPlan plan = new ClusterPlan(2, null, 8700, false, null, null, true, 2);
    layout.create(plan);

    Path file = layout.settings("proxy-2");
    ProxySettings proxy = ProxyConfig.load(Optional.of(file), NOTHING, NOTHING).config();

    assertThat(plan.names()).containsExactly("admin-1", "node-1", "node-2", "proxy-1", "proxy-2");
    assertThat(proxy.id()).isEqualTo("proxy-2");
    assertThat(proxy.cluster().admins()).isEqualTo("127.0.0.1:8700");
    assertThat(proxy.listen().port()).isEqualTo(8740);
    assertThat(proxy.listen().origins()).contains("https://localhost:8730");
    assertThat(proxy.hasSample()).isTrue();
    assertThat(proxy.ops().port()).isEqualTo(8742);
    assertThat(proxy.tls().identity()).isPresent();
    assertThat(proxy.tls().ca()).isPresent();
    assertThat(plan.shownAddress("proxy-2")).isEqualTo("https://127.0.0.1:8740");
  }

  @Test
  void nodesWriteTheStoreThatTheAdminReads() throws IOException {
    ClusterLayout layout = layout();
    String url = "jdbc:mysql://127.0.0.1:3306/feige";
    layout.create(new ClusterPlan(2, null, 8700, false, url, null, null, null));

    assertThat(node(layout, "node-2").sql().urlOf("pair-1")).isEqualTo(url);
    assertThat(admin(layout).sql()).isEqualTo(node(layout, "node-2").sql().database());
  }

  @Test
  void eachNodeIsMasterOfOnePairAndBackupOfItsNeighbours() throws IOException {
    ClusterLayout layout = layout();
    layout.create(new ClusterPlan(3, null, 8700, false, null, null, null, null));

    assertThat(admin(layout).pairs())
        .containsExactly(
            new PairSpec("pair-1", "node-1", "node-2"),
            new PairSpec("pair-2", "node-2", "node-3"),
            new PairSpec("pair-3", "node-3", "node-1"));
  }

  @Test
  void morePairsThanNodesAreDealtOutInTurns() throws IOException {
    ClusterLayout layout = layout();
    layout.create(new ClusterPlan(2, 3, 8700, false, null, null, null, null));

    assertThat(admin(layout).pairs())
        .containsExactly(
            new PairSpec("pair-1", "node-1", "node-2"),
            new PairSpec("pair-2", "node-2", "node-1"),
            new PairSpec("pair-3", "node-1", "node-2"));
    assertThat(layout.storedPlan().orElseThrow().pairCount()).isEqualTo(3);
  }

  @Test
  void noPortIsGivenTwice() {
    ClusterPlan plan = new ClusterPlan(9, null, 7700, true, null, null, null, 3);
    Set<Integer> given = new HashSet<>();

    for (String name : plan.names()) {
      for (int port : plan.ports(name)) {
        assertThat(given.add(port)).as(name + " " + port).isTrue();
      }
    }
    for (RelayedPath path : plan.relayedPaths()) {
      assertThat(given.add(path.port())).as(path.toString()).isTrue();
    }
  }

  @Test
  void theSecretIsForTheOwnerOnlyAndStays() throws IOException {
    ClusterLayout layout = layout();
    ClusterPlan plan = new ClusterPlan(2, null, 8700, false, null, null, null, null);
    layout.create(plan);
    String secret = Files.readString(layout.secret());

    layout.create(plan);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(layout.secret())))
        .isEqualTo("rw-------");
    assertThat(Files.readString(layout.secret())).isEqualTo(secret);
  }

  @Test
  void settingsThatWereChangedByHandStay() throws IOException {
    ClusterLayout layout = layout();
    ClusterPlan plan = new ClusterPlan(2, null, 8700, false, null, null, null, null);
    layout.create(plan);
    String changed =
        Files.readString(layout.settings("node-1")) + "limits:\n  maxConnections: 77\n";
    Files.writeString(layout.settings("node-1"), changed);

    layout.create(plan);

    assertThat(node(layout, "node-1").limits().maxConnections()).isEqualTo(77);
    assertThat(layout.storedPlan()).contains(plan);
  }

  @Test
  void onlyOneCommandStartsAndStopsAtATime() throws IOException {
    try (ClusterLayout.Held held = layout().hold()) {
      assertThat(held).isNotNull();
      assertThatThrownBy(() -> layout().hold())
          .isInstanceOf(CliException.class)
          .hasMessageContaining("another command");
    }
    layout().hold().close();
  }

  @Test
  void aStaleProcessIdIsNotTakenForTheProcess() throws IOException {
    ClusterLayout layout = layout();
    ClusterPlan plan = new ClusterPlan(2, null, 8700, false, null, null, null, null);
    layout.create(plan);
    LocalProcess process = new LocalProcess(plan, layout, "node-1");

    // This very process lives and is somebody else's; the others are nobody's.
    for (String pid : List.of(ProcessHandle.current().pid() + "\n", "999999999\n", "x", "")) {
      Files.writeString(layout.pid("node-1"), pid);
      assertThat(process.running()).as(pid).isEmpty();
    }
  }
}
