package io.feige.admin.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.access.TrustedProxies;
import io.feige.admin.boot.AdminSettings.Http;
import io.feige.admin.boot.AdminSettings.Listen;
import io.feige.admin.boot.AdminSettings.ZooKeeper;
import io.feige.admin.event.WebhookSettings;
import io.feige.admin.kit.Admins;
import io.feige.admin.leader.PairSpec;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.config.DatabaseConfig;
import io.feige.config.SecurityConfig;
import io.feige.protocol.cluster.BackupServes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AdminSettingsTest {
  private static final Listen LOOPBACK = new Listen("127.0.0.1", 7700, "");
  private static final Http HTTP = new Http("127.0.0.1", 7701, TrustedProxies.NONE);
  private static final ZooKeeper INSIDE = new ZooKeeper("", 0, 2_000);

  @Test
  void whatIsRightIsTaken() {
    AdminSettings settings = settings("admin-1", LOOPBACK, HTTP, "", INSIDE);
    assertThat(settings.zookeeper().isEmbedded()).isTrue();
    assertThat(settings.toString()).doesNotContain("secret");
    settings(
        "a",
        new Listen("0.0.0.0", 0, "feige.example:7700"),
        HTTP,
        "a token that nobody guesses",
        INSIDE);
    settings(
        "a", LOOPBACK, new Http("0.0.0.0", AdminSettings.OFF, TrustedProxies.NONE), "", INSIDE);
    settings("a", LOOPBACK, HTTP, "", new ZooKeeper("a:2181,b:2181/feige", 0, 2_000));
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(() ->
            new AdminSettings(
                "../x",
                Path.of("d"),
                new Listen("0.0.0.0", 70_000, "host:port"),
                new Http("0.0.0.0", -2, TrustedProxies.NONE),
                SecurityConfig.ofToken(""),
                "short",
                new ZooKeeper("a b", 0, 2_000),
                List.of(
                    new PairSpec("p", "a", "a"),
                    new PairSpec("p", "a", ""),
                    new PairSpec("", "/", "b")),
                BackupServes.ALL,
                new ControllerSettings(5, 6, -1),
                WebhookSettings.OFF,
                DatabaseConfig.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the Admin's id: a name does not begin with a dot")
        .hasMessageContaining("the cluster's secret must have 8 characters or more")
        .hasMessageContaining("listen.port must be 0 to 65535, not 70000")
        .hasMessageContaining("http.port must be -1 to 65535, not -2")
        .hasMessageContaining("listen.advertise: 'port' is no port")
        .hasMessageContaining("listen.host: 0.0.0.0 can be reached from other machines")
        .hasMessageContaining("http.host: 0.0.0.0 can be reached from other machines")
        .hasMessageContaining("zookeeper must be host:port")
        .hasMessageContaining("master and backup of pair p are the same node")
        .hasMessageContaining("there are two pairs named p")
        .hasMessageContaining("a pair's name: a name has at least one character")
        .hasMessageContaining("the master of pair : a name has only")
        .hasMessageContaining("the heartbeat must be")
        .hasMessageContaining("failover.timeout must be")
        .hasMessageContaining("fail-back cannot be negative");
  }

  /** Nobody can dial 0.0.0.0. */
  @Test
  void whoListensOnEverythingSaysWhereItIsReached() {
    assertThatThrownBy(() ->
            settings(
                "a", new Listen("0.0.0.0", 7700, ""), HTTP, "a token that nobody guesses", INSIDE))
        .hasMessage(
            "listen.advertise must say under which name others reach an Admin that listens on"
                + " 0.0.0.0");
  }

  private static AdminSettings settings(
      String id, Listen listen, Http http, String token, ZooKeeper zookeeper) {
    return new AdminSettings(
        id,
        Path.of("d"),
        listen,
        http,
        new SecurityConfig(token, false, Optional.empty(), false, true),
        "a secret of the cluster",
        zookeeper,
        List.of(Admins.PAIR),
        BackupServes.ALL,
        Admins.QUICK,
        WebhookSettings.OFF,
        DatabaseConfig.NONE);
  }
}
