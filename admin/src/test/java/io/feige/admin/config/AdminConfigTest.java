package io.feige.admin.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.admin.boot.AdminSettings;
import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.WebhookSettings;
import io.feige.admin.leader.PairSpec;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.config.ConfigEntry;
import io.feige.config.ConfigException;
import io.feige.config.ConfigKey;
import io.feige.config.DatabaseConfig;
import io.feige.config.LoadedConfig;
import io.feige.protocol.cluster.BackupServes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminConfigTest {
  private static final String SECRET = "0123456789abcdef";

  @TempDir Path dir;

  private static LoadedConfig<AdminSettings> load(Map<String, String> flags) {
    Map<String, String> all = new HashMap<>(Map.of("cluster.secret", SECRET));
    all.putAll(flags);
    return AdminConfig.load(Optional.empty(), Map.of(), all);
  }

  @Test
  void defaultsNeedNothingButASecret() {
    AdminSettings settings = load(Map.of()).config();

    assertThat(settings.id()).isEqualTo("admin-1");
    assertThat(settings.listen().port()).isEqualTo(7700);
    assertThat(settings.http().port()).isEqualTo(7701);
    assertThat(settings.zookeeper().isEmbedded()).isTrue();
    assertThat(settings.zookeeper().sessionMillis()).isEqualTo(2_000);
    assertThat(settings.controller()).isEqualTo(new ControllerSettings(100, 350, 30_000));
    assertThat(settings.backupServes()).isEqualTo(BackupServes.ALL);
    assertThat(settings.pairs()).isEmpty();
    assertThat(settings.webhook().url()).isEmpty();
    assertThat(settings.webhook().kinds())
        .containsExactlyInAnyOrder(
            Kind.ALERT, Kind.ALERT_OVER, Kind.DECISION, Kind.REPORT, Kind.DRILL);
    assertThatThrownBy(() -> AdminConfig.load(Optional.empty(), Map.of(), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cluster.secret");
  }

  @Test
  void everySettingIsTakenFromAFile() throws IOException {
    Path secret = Files.writeString(dir.resolve("secret"), SECRET + "\n");
    Path token = Files.writeString(dir.resolve("token"), "a-long-token\n");
    Path file = dir.resolve("admin.yaml");
    Files.writeString(
        file,
        """
        admin: {id: admin-7, dir: /var/lib/admin}
        listen: {host: 127.0.0.1, port: 9000, advertise: "admin.example.com:9"}
        http: {port: off}
        security.token: file:%s
        cluster.secret: file:%s
        zookeeper.connect: zk-1:2181,zk-2:2181
        zookeeper.session: 3s
        zookeeper.tls: true
        cluster.formerSecret: file:%s
        tls: {certificate: a.pem, key: a.key, ca: ca.pem}
        pairs: pair-1=node-1/node-2, pair-2=node-2/node-1
        backup.serves: pulls
        failover.timeout: 1s
        heartbeat: 200ms
        failback.after: 0
        alerts.webhook: {url: "https://hook.invalid/feige?key=hidden", token: "file:%s"}
        alerts.webhook.kinds: alert, DRILL
        """
            .formatted(token, secret, token, token));

    AdminSettings settings = AdminConfig.load(Optional.of(file), Map.of(), Map.of()).config();

    assertThat(settings.id()).isEqualTo("admin-7");
    assertThat(settings.dir()).isEqualTo(Path.of("/var/lib/admin"));
    assertThat(settings.listen())
        .isEqualTo(new AdminSettings.Listen("127.0.0.1", 9000, "admin.example.com:9"));
    assertThat(settings.http().isOn()).isFalse();
    assertThat(settings.security().token()).isEqualTo("a-long-token");
    assertThat(settings.clusterSecret()).isEqualTo(SECRET);
    assertThat(settings.zookeeper().connect()).isEqualTo("zk-1:2181,zk-2:2181");
    assertThat(settings.zookeeper().sessionMillis()).isEqualTo(3_000);
    assertThat(settings.zookeeper().tls()).isTrue();
    assertThat(settings.zookeeper().formerSecret()).isEqualTo("a-long-token");
    assertThat(settings.zookeeper().toString()).doesNotContain("token");
    assertThat(settings.pairs())
        .containsExactly(
            new PairSpec("pair-1", "node-1", "node-2"), new PairSpec("pair-2", "node-2", "node-1"));
    assertThat(settings.backupServes()).isEqualTo(BackupServes.PULLS);
    assertThat(settings.controller()).isEqualTo(new ControllerSettings(200, 1000, 0));
    assertThat(settings.webhook())
        .isEqualTo(
            new WebhookSettings(
                Optional.of(URI.create("https://hook.invalid/feige?key=hidden")),
                "a-long-token",
                Set.of(Kind.ALERT, Kind.DRILL)));
    assertThat(settings.webhook().toString()).contains("hook.invalid").doesNotContain("hidden");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "admin.id | .hidden",
        "admin.dir | ''",
        "listen.port | 70000",
        "listen.host | 0.0.0.0",
        "http.host | 0.0.0.0",
        "listen.advertise | a b",
        "http.port | -2",
        "security.token | short",
        "cluster.secret | too-short",
        "zookeeper.connect | zk-1",
        "zookeeper.port | -1",
        "zookeeper.session | 0",
        "pairs | pair-1=node-1",
        "pairs | pair-1=node-1/node-1",
        "pairs | pair-1=node-1/node-2,pair-1=node-2/node-1",
        "pairs | p=a/b/c",
        "backup.serves | some",
        "failover.timeout | 100ms",
        "failback.after | 30",
        "heartbeat | 1ms",
        "alerts.webhook.url | ftp://hook.invalid/",
        "alerts.webhook.url | hook.invalid",
        "alerts.webhook.url | https:///path",
        "alerts.webhook.url | https://me:secret@hook.invalid/",
        "alerts.webhook.url | https://hook.invalid/{}",
        "alerts.webhook.token | a-token",
        "alerts.webhook.kinds | ALERT,ALL",
      })
  void aValueThatIsNotUsableIsToldWithItsKey(String key, String value) {
    assertThatThrownBy(() -> load(Map.of(key, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("\n  " + key + " (flag): ");
  }

  @Test
  void whoListensOnEverythingSaysWhereItIsReached() {
    assertThatThrownBy(
            () -> load(Map.of("listen.host", "0.0.0.0", "security.allowInsecure", "true")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("listen.advertise");
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    assertThatThrownBy(() ->
            load(Map.of("listen.port", "x", "pairs", "p", "heartbeat", "1ms", "admin.idd", "a")))
        .hasMessageContaining("4 settings")
        .hasMessageContaining("did you mean admin.id?");
  }

  @Test
  void aZooKeeperThatOthersReachIsAskedOverTlsUnlessSomebodyDecidedOtherwise() {
    Map<String, String> there = Map.of("zookeeper.connect", "zk.invalid:2181");
    assertThatThrownBy(() -> load(there))
        .hasMessageContaining(
            "zookeeper.connect (flag): is on another machine, and the connection");
    assertThat(
            load(Map.of("zookeeper.connect", "zk.invalid:2181", "security.allowInsecure", "true"))
                .config()
                .zookeeper()
                .tls())
        .isFalse();
    Map<String, String> encrypted =
        Map.of(
            "zookeeper.connect",
            "zk.invalid:2281",
            "zookeeper.tls",
            "true",
            "tls.certificate",
            "a.pem",
            "tls.key",
            "a.key",
            "tls.ca",
            "ca.pem");
    assertThat(load(encrypted).config().zookeeper().tls()).isTrue();
  }

  @Test
  void tlsToZooKeeperNeedsCertificatesAndAZooKeeperOfYourOwn() {
    assertThatThrownBy(
            () -> load(Map.of("zookeeper.connect", "127.0.0.1:2181", "zookeeper.tls", "true")))
        .hasMessageContaining("zookeeper.tls (flag): needs tls.certificate, tls.key and tls.ca");
    assertThatThrownBy(() -> load(Map.of("zookeeper.tls", "true")))
        .hasMessageContaining("zookeeper.tls (flag): is for a ZooKeeper of your own");
  }

  @Test
  void aTokenForTheWebhookGoesToAnotherMachineOverTlsUnlessSomebodyDecidedOtherwise() {
    Map<String, String> there =
        Map.of("alerts.webhook.url", "http://hook.invalid/", "alerts.webhook.token", "a-token");
    assertThatThrownBy(() -> load(there))
        .hasMessageContaining("alerts.webhook.url (flag): goes to another machine without TLS");
    Map<String, String> decided = new HashMap<>(there);
    decided.put("security.allowInsecure", "true");
    assertThat(load(decided).config().webhook().token()).isEqualTo("a-token");
    Map<String, String> here = new HashMap<>(there);
    here.put("alerts.webhook.url", "http://127.0.0.1:9093/");
    assertThat(load(here).config().webhook().token()).isEqualTo("a-token");
    assertThat(load(Map.of("alerts.webhook.url", "http://hook.invalid/")).config().webhook().url())
        .isPresent();
  }

  @Test
  void theMessageStoreIsNamedAsNodesNameIt() {
    assertThat(load(Map.of()).config().sql().urls()).isEmpty();
    String urls = "jdbc:mysql://localhost/a pair-2=jdbc:mysql://db.invalid/b";
    assertThatThrownBy(() -> load(Map.of("sql.url", urls)))
        .hasMessageContaining("sql.url (flag): jdbc:mysql://db.invalid/b is on another machine");
    DatabaseConfig sql = load(Map.of("sql.url", urls, "sql.ca", "ca.pem")).config().sql();
    assertThat(sql.urlsFrom("pair-2"))
        .containsExactly("jdbc:mysql://db.invalid/b", "jdbc:mysql://localhost/a");
    assertThat(sql.urlsFrom("pair-7").iterator().next()).isEqualTo("jdbc:mysql://localhost/a");
    assertThat(sql.user()).isEqualTo("feige");
  }

  @Test
  void secretsAreNeverShown() {
    LoadedConfig<AdminSettings> loaded = load(Map.of("security.token", "token-of-many-letters"));

    assertThat(loaded.print()).doesNotContain(SECRET, "token-of-many-letters");
    assertThat(loaded.config().toString()).doesNotContain(SECRET, "token-of-many-letters");
    assertThat(loaded.entries().stream().map(ConfigEntry::shownValue)).contains("********");
  }

  @Test
  void thePageSaysWhatTheTableSays() throws IOException {
    String page =
        Files.readString(Path.of(System.getProperty("feige.root", ""), "docs", "configuration.md"));
    String part = page.substring(page.indexOf("\n## An Admin\n"), page.indexOf("\n## A proxy\n"));

    for (ConfigKey key : AdminConfig.SCHEMA.keys()) {
      String shown = key.defaultText().isEmpty() ? "(empty)" : "`" + key.defaultText() + "`";
      assertThat(part).contains("| `" + key.name() + "` | " + shown + " | " + key.meaning() + " |");
    }
    assertThat(part.lines().filter(line -> line.startsWith("| `")))
        .hasSize(AdminConfig.SCHEMA.keys().size());
  }
}
