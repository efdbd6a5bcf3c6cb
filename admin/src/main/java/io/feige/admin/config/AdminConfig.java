package io.feige.admin.config;

import static io.feige.config.Tier.ESSENTIAL;
import static io.feige.config.Tier.FREQUENT;
import static io.feige.config.Tier.RARE;
import static io.feige.config.ValueKind.DURATION;
import static io.feige.config.ValueKind.INTEGER;
import static io.feige.config.ValueKind.PORT_OR_OFF;
import static io.feige.config.ValueKind.SECRET;
import static io.feige.config.ValueKind.SWITCH;
import static io.feige.config.ValueKind.TEXT;

import io.feige.admin.boot.AdminSettings;
import io.feige.admin.event.WebhookSettings;
import io.feige.config.ConfigLoader;
import io.feige.config.ConfigSchema;
import io.feige.config.DatabaseConfig;
import io.feige.config.LoadedConfig;
import io.feige.config.SecurityConfig;
import io.feige.config.Tier;
import io.feige.config.ValueKind;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The table of an Admin's settings, a section at a time. */
public final class AdminConfig {
  /** Everything that can be set. */
  public static final ConfigSchema SCHEMA = schema();

  private final ConfigSchema.Table table = new ConfigSchema.Table();

  private AdminConfig() {}

  /**
   * Loads and checks the settings; see {@link ConfigLoader}.
   *
   * @throws io.feige.config.ConfigException if anything is wrong
   */
  public static LoadedConfig<AdminSettings> load(
      Optional<Path> file, Map<String, String> environment, Map<String, String> flags) {
    return new ConfigLoader<>(SCHEMA, reader -> new AdminConfigBuilder(reader).build())
        .load(file, environment, flags);
  }

  private static ConfigSchema schema() {
    AdminConfig settings = new AdminConfig();
    settings.admin();
    settings.addresses();
    settings.cluster();
    settings.times();
    WebhookSettings.addTo(settings.table);
    DatabaseConfig.addTo(settings.table, FREQUENT, "reads");
    return settings.table.schema();
  }

  private void admin() {
    add("admin.id", TEXT, ESSENTIAL, "admin-1", "name of this Admin, unique in the installation");
    add(
        "admin.dir",
        TEXT,
        ESSENTIAL,
        "admin-data",
        "directory of what it stores: the embedded ZooKeeper's data");
    add(
        "zookeeper.connect",
        TEXT,
        FREQUENT,
        "",
        "host:port of each ZooKeeper, separated by commas; empty: one runs inside this Admin");
    add(
        "zookeeper.tls",
        SWITCH,
        FREQUENT,
        "false",
        "encrypt the connection to zookeeper.connect, with tls.certificate, tls.key and tls.ca; beyond loopback it must be");
    add(
        "zookeeper.port",
        INTEGER,
        FREQUENT,
        "0",
        "port of the ZooKeeper inside this Admin, on loopback; 0: any free one");
    add(
        "zookeeper.session",
        DURATION,
        RARE,
        "2s",
        "a leading Admin that ZooKeeper does not hear for so long leads no longer; not below two of its ticks");
  }

  private void addresses() {
    add(
        "listen.host",
        TEXT,
        ESSENTIAL,
        "127.0.0.1",
        "address for clients and nodes; beyond loopback needs TLS and a token");
    add("listen.port", INTEGER, ESSENTIAL, "7700", "port for clients and nodes; 0: any free one");
    add(
        "listen.advertise",
        TEXT,
        FREQUENT,
        "",
        "host or host:port under which they reach this Admin; empty: as it listens");
    add(
        "http.host",
        TEXT,
        FREQUENT,
        "127.0.0.1",
        "address of the REST interface, health and metrics; beyond loopback needs TLS and a token");
    add(
        "http.port",
        PORT_OR_OFF,
        FREQUENT,
        "7701",
        "port of the REST interface, health and metrics; 0: any free one, off: none");
    add(
        "http.trustedProxies",
        TEXT,
        FREQUENT,
        "",
        "addresses or networks of reverse proxies whose X-Forwarded-For says who calls, separated by commas");
    SecurityConfig.addTo(table, "clients and operators");
  }

  private void cluster() {
    add(
        "cluster.secret",
        SECRET,
        ESSENTIAL,
        "",
        "secret that nodes and Admins show each other, as file:PATH or env:NAME; there must be one");
    add(
        "cluster.formerSecret",
        SECRET,
        RARE,
        "",
        "cluster.secret as it was before it was replaced, as file:PATH or env:NAME; needed until one Admin has started with it");
    add(
        "pairs",
        TEXT,
        ESSENTIAL,
        "",
        "pairs that are to be there, as pair-1=node-1/node-2,pair-2=node-2/node-1: master/backup");
    add(
        "backup.serves",
        TEXT,
        FREQUENT,
        "all",
        "what a backup does while it is active: all, or pulls, so that publishers go elsewhere");
  }

  private void times() {
    add(
        "failback.after",
        DURATION,
        FREQUENT,
        "30s",
        "a pair is switched back to its master when it was in sync for so long; 0: never");
    add(
        "failover.timeout",
        DURATION,
        RARE,
        "350ms",
        "silence of an active replica after which it is replaced, on a calm machine");
    add(
        "failover.maxTimeout",
        DURATION,
        RARE,
        "2s",
        "the same at most where reports of the node came late in the last minutes; failover.timeout or less: it stays the same");
    add("heartbeat", DURATION, RARE, "100ms", "time between two beats to a node");
  }

  private void add(String name, ValueKind kind, Tier tier, String defaultText, String meaning) {
    table.add(name, kind, tier, defaultText, meaning);
  }
}
