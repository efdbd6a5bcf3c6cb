package io.feige.admin.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.admin.kit.Admins;
import io.feige.admin.kit.HttpCaller;
import io.feige.admin.kit.RawPeer;
import io.feige.admin.kit.ScriptedNode;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.Routes;
import io.feige.protocol.model.PairRoute;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AdminServerIT {
  private static final String PAIR = "pair-1";

  /** The longest that a request for routes may wait. */
  private static final int WAIT_MILLIS = 60_000;

  @TempDir Path dir;

  @Test
  void aPairIsActivatedGrowsAndFailsOverWhenItsActiveDies() throws Exception {
    try (AdminServer admin = Admins.alone(dir);
        ScriptedNode one = ScriptedNode.start(List.of(admin.clientPort()), "node-1", 7001);
        ScriptedNode two = ScriptedNode.start(List.of(admin.clientPort()), "node-2", 7003)) {
      bothInSync(one, two);
      assertThat(two.state(PAIR).active()).isEqualTo("node-1");
      await().until(() -> activeOf(routes(admin, 0, 0)).equals("node-1 at 7001"));
      long known = routes(admin, 0, 0).version();

      one.kill();
      two.hearsActive(false);

      two.until(PAIR, state -> state.active().equals("node-2"));
      assertThat(two.state(PAIR).epoch()).isEqualTo(2);
      Routes news = routes(admin, known, WAIT_MILLIS);
      assertThat(news.version()).isGreaterThan(known);
      await().until(() -> activeOf(routes(admin, known, WAIT_MILLIS)).equals("node-2 at 7003"));
    }
  }

  /** Its promise has not lapsed, so it may still be that the active serves. */
  @Test
  void aStandbyThatOwesAPromiseDoesNotReplaceASilentActive() throws Exception {
    try (AdminServer admin = Admins.alone(dir);
        ScriptedNode one = ScriptedNode.start(List.of(admin.clientPort()), "node-1", 7001);
        ScriptedNode two = ScriptedNode.start(List.of(admin.clientPort()), "node-2", 7003)) {
      bothInSync(one, two);
      int version = two.state(PAIR).version();

      one.isSilent(true);
      try (HttpCaller caller = new HttpCaller(admin.httpPort())) {
        await()
            .until(
                () -> caller.get("/api/v1/pairs/pair-1").text().contains("node-2's promise holds"));
      }
      int beats = two.beats();
      await().until(() -> two.beats() > beats + 30);
      assertThat(two.state(PAIR).version()).isEqualTo(version);

      two.hearsActive(false);
      two.until(PAIR, state -> state.active().equals("node-2"));
      // The silent one still hears, and obeys.
      one.until(PAIR, state -> state.active().equals("node-2"));
    }
  }

  @Test
  void beatsComeAtTheirPaceAndAllNodesOfAPairAreTold() throws Exception {
    try (AdminServer admin = Admins.alone(dir);
        ScriptedNode one = ScriptedNode.start(List.of(admin.clientPort()), "node-1", 7001);
        ScriptedNode stranger = ScriptedNode.start(List.of(admin.clientPort()), "node-9", 7009)) {
      await().until(() -> one.beats() > 20 && stranger.beats() > 20);
      assertThat(one.state(PAIR)).isEqualTo(fresh());
      assertThat(one.leaderEpoch()).isEqualTo(1);
      assertThat(stranger.knows(PAIR)).isFalse();
    }
  }

  @Test
  void aRestartForgetsNothing() throws Exception {
    PairState before;
    long version;
    try (AdminServer admin = Admins.alone(dir);
        ScriptedNode one = ScriptedNode.start(List.of(admin.clientPort()), "node-1", 7001);
        ScriptedNode two = ScriptedNode.start(List.of(admin.clientPort()), "node-2", 7003)) {
      bothInSync(one, two);
      await().until(() -> activeOf(routes(admin, 0, 0)).equals("node-1 at 7001"));
      two.isSilent(true);
      one.isSilent(true);
      before = two.state(PAIR);
      version = routes(admin, 0, 0).version();
    }
    try (AdminServer admin = Admins.alone(dir)) {
      await().until(admin::isLeading);
      // No node is there: this is what was stored.
      Routes routes = routes(admin, version - 1, WAIT_MILLIS);
      assertThat(routes.version()).isGreaterThanOrEqualTo(version);
      await().until(() -> activeOf(routes(admin, 0, 0)).equals("node-1 at 7001"));
      try (ScriptedNode two = ScriptedNode.start(List.of(admin.clientPort()), "node-2", 7003)) {
        two.until(PAIR, state -> state.version() >= before.version());
        assertThat(two.state(PAIR).epoch()).isEqualTo(before.epoch());
        assertThat(two.state(PAIR).inSync()).isEqualTo(before.inSync());
        assertThat(two.leaderEpoch()).isEqualTo(2);
      }
    }
  }

  @Test
  void aDirectoryHasOneAdmin() {
    try (AdminServer admin = Admins.alone(dir)) {
      assertThat(admin.clientPort()).isPositive();
      assertThatThrownBy(() -> Admins.alone(dir))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("in use by another Admin");
    }
  }

  @Test
  void aPortThatIsTakenIsSaidAndNothingStaysOpen() {
    try (AdminServer admin = Admins.alone(dir.resolve("a"))) {
      AdminSettings settings =
          Admins.settings("admin-2", dir.resolve("b"), "", List.of(Admins.PAIR));
      AdminSettings taken =
          new AdminSettings(
              settings.id(),
              settings.dir(),
              new AdminSettings.Listen("127.0.0.1", admin.clientPort(), ""),
              settings.http(),
              settings.security(),
              settings.clusterSecret(),
              settings.zookeeper(),
              settings.pairs(),
              settings.backupServes(),
              settings.controller(),
              settings.webhook(),
              settings.sql());
      assertThatThrownBy(() -> AdminServer.start(taken))
          .isInstanceOf(StartException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + admin.clientPort());
      AdminServer.start(settings).close();
    }
  }

  @Test
  void closingTwiceIsAsGoodAsOnce() throws Exception {
    AdminServer admin = Admins.alone(dir);
    admin.close();
    admin.close();
    admin.awaitStopped();
    assertThat(admin.hasFailed()).isFalse();
  }

  private static PairState fresh() {
    return PairState.fresh(PAIR, "node-1", "node-2", BackupServes.ALL);
  }

  private static void bothInSync(ScriptedNode one, ScriptedNode two) {
    one.isCopiedBy(two.member());
    two.until(PAIR, state -> state.inSync().size() == 2);
    one.until(PAIR, state -> state.inSync().size() == 2);
  }

  private static String activeOf(Routes routes) {
    if (routes.pairs().isEmpty()) {
      return "";
    }
    PairRoute route = routes.pairs().getFirst();
    return route.nodeId() + " at " + route.port();
  }

  private static Routes routes(AdminServer admin, long known, int wait) throws IOException {
    try (RawPeer client = RawPeer.client(admin.clientPort())) {
      client.send(2, new FindRoute(known, wait));
      return (Routes) client.receiveAnswer();
    }
  }
}
