package io.feige.broker.server.config;

import static io.feige.config.Tier.ESSENTIAL;
import static io.feige.config.Tier.FREQUENT;
import static io.feige.config.Tier.RARE;
import static io.feige.config.ValueKind.BYTES;
import static io.feige.config.ValueKind.DURATION;
import static io.feige.config.ValueKind.INTEGER;
import static io.feige.config.ValueKind.PORT_OR_OFF;
import static io.feige.config.ValueKind.SECRET;
import static io.feige.config.ValueKind.SWITCH;
import static io.feige.config.ValueKind.TEXT;

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

/** The table of a node's settings, a section at a time. */
public final class NodeSettings {
  /** Everything that can be set. */
  public static final ConfigSchema SCHEMA = schema();

  private final ConfigSchema.Table table = new ConfigSchema.Table();

  private NodeSettings() {}

  /**
   * Loads and checks the settings; see {@link ConfigLoader}. Without a file the node is in
   * development mode unless told otherwise, and in that mode topics come into being by use.
   *
   * @throws io.feige.config.ConfigException if anything is wrong
   */
  public static LoadedConfig<NodeConfig> load(
      Optional<Path> file, Map<String, String> environment, Map<String, String> flags) {
    ConfigLoader<NodeConfig> loader =
        new ConfigLoader<>(SCHEMA, reader -> new NodeConfigBuilder(reader).build());
    if (file.isEmpty()) {
      loader.withDefault("dev", "true", "default without a file");
    }
    return loader.withDefaultOf("topics.autoCreate", "dev").load(file, environment, flags);
  }

  private static ConfigSchema schema() {
    NodeSettings settings = new NodeSettings();
    settings.node();
    settings.addresses();
    settings.cluster();
    settings.topics();
    settings.lifetimes();
    settings.journal();
    settings.sql();
    settings.frames();
    settings.amounts();
    return settings.table.schema();
  }

  private void node() {
    add("node.id", TEXT, ESSENTIAL, "node-1", "name of this node, unique in the installation");
    add("node.dir", TEXT, ESSENTIAL, "data", "directory that holds everything the node stores");
    add(
        "dev",
        SWITCH,
        FREQUENT,
        "false",
        "standalone development: topics.autoCreate defaults to true; true without a file");
  }

  private void addresses() {
    add(
        "listen.host",
        TEXT,
        ESSENTIAL,
        "127.0.0.1",
        "address for clients; beyond loopback needs TLS and a token");
    add("listen.port", INTEGER, ESSENTIAL, "7700", "port for clients; 0: any free one");
    add(
        "listen.advertise",
        TEXT,
        FREQUENT,
        "",
        "host or host:port under which clients reach the node; empty: as it listens");
    add(
        "http.host",
        TEXT,
        FREQUENT,
        "127.0.0.1",
        "address of health and metrics; beyond loopback needs TLS and a token");
    add(
        "http.port",
        PORT_OR_OFF,
        FREQUENT,
        "7780",
        "port of health and metrics; 0: any free one, off: none");
    SecurityConfig.addTo(table, "clients");
  }

  private void cluster() {
    add(
        "cluster.admins",
        TEXT,
        ESSENTIAL,
        "",
        "host:port of each Admin, separated by commas; empty: the node stands alone");
    add(
        "cluster.secret",
        SECRET,
        ESSENTIAL,
        "",
        "secret that nodes and Admins show each other, as file:PATH or env:NAME");
    add(
        "cluster.link",
        TEXT,
        FREQUENT,
        "127.0.0.1:0",
        "host:port for the other members of the node's pairs; 'as host:port' where they reach it otherwise");
    add(
        "cluster.replication",
        TEXT,
        RARE,
        "journal",
        "journal: the standby copies the active's; shared-sql: it takes over what the message store has, so a confirm waits for the row");
    promises();
    add(
        "cluster.usersMaxAge",
        DURATION,
        FREQUENT,
        "0s",
        "how long users come in while no Admin leads the node; 0s: for ever");
    add(
        "pair.minCopies",
        INTEGER,
        FREQUENT,
        "1",
        "2: a pair that is down to one replica takes no publishes, instead of confirming alone");
  }

  private void promises() {
    add(
        "cluster.lease",
        DURATION,
        RARE,
        "200ms",
        "how long a standby promises with each ack not to become active; with a shared store at least 300ms");
    add(
        "cluster.deathWatch",
        SWITCH,
        RARE,
        "true",
        "a second, small process watches the node's and proves its death, so that its pairs need not wait for cluster.lease");
    add(
        "cluster.timeout",
        DURATION,
        RARE,
        "400ms",
        "silence after which the active no longer waits for its standby; with a shared store at least 1s");
    add(
        "cluster.maxLagFor",
        DURATION,
        RARE,
        "30s",
        "a standby that is journal.fsyncTimeout behind for so long without a break is given up although it gets on; 0: never");
    add(
        "cluster.joinRate",
        BYTES,
        RARE,
        "32MiB",
        "bytes a second that a standby which joins is sent of what was there before it came; 0: as many as it takes");
  }

  private void topics() {
    add(
        "topics.autoCreate",
        SWITCH,
        ESSENTIAL,
        "false",
        "create a topic when something is published to it; defaults to dev");
    add(
        "topics.defaults.lease",
        DURATION,
        FREQUENT,
        "30s",
        "how long a delivery may stay unsettled");
    add(
        "topics.defaults.maxAttempts",
        INTEGER,
        FREQUENT,
        "16",
        "tries before a message goes to the dead-letter topic");
    add(
        "topics.defaults.retryDelay",
        DURATION,
        FREQUENT,
        "1s",
        "first pause before a failed message comes again");
    add(
        "topics.defaults.retryDelayMax",
        DURATION,
        FREQUENT,
        "5m",
        "longest such pause; it doubles up to here");
    add(
        "topics.defaults.retention",
        DURATION,
        ESSENTIAL,
        "7d",
        "age at which messages may go; 0: no limit");
    add(
        "topics.defaults.retentionBytes",
        BYTES,
        FREQUENT,
        "0",
        "size above which the oldest may go; 0: no limit");
    add(
        "topics.defaults.keepForGroups",
        SWITCH,
        FREQUENT,
        "true",
        "keep what a group has not settled, whatever its age");
  }

  private void lifetimes() {
    add(
        "topics.deadLetterRetention",
        DURATION,
        FREQUENT,
        "14d",
        "age at which dead letters go, settled or not, unless their topic was created by hand; 0: no limit");
    add(
        "topics.maxDelay",
        DURATION,
        RARE,
        "365d",
        "how far in the future a deliverAt may lie; beyond: DELAY_TOO_LONG");
  }

  private void journal() {
    add("journal.segmentBytes", BYTES, RARE, "256MiB", "size of a journal file");
    add(
        "journal.fsyncTimeout",
        DURATION,
        RARE,
        "500ms",
        "a disk that leaves something waiting for its fsync for so long is stalled: the pair moves to its standby");
    add("journal.reserveBytes", BYTES, RARE, "64MiB", "disk space that publishes leave free");
    add(
        "journal.snapshotEveryBytes",
        BYTES,
        RARE,
        "256MiB",
        "journal written between two snapshots of the state");
    add(
        "journal.carryForward",
        SWITCH,
        RARE,
        "true",
        "copy the little that is needed of old segments to the end, so that they can go");
    add(
        "journal.scrubEvery",
        DURATION,
        RARE,
        "7d",
        "all of the journal is read again and checked in so long; 0: only after the start");
  }

  private void sql() {
    DatabaseConfig.addTo(table, ESSENTIAL, "writes");
    add(
        "sql.migrate",
        SWITCH,
        FREQUENT,
        "true",
        "make and change the tables at start; false: feige sql migrate does");
    add(
        "sql.retention",
        DURATION,
        FREQUENT,
        "0",
        "age at which a day of history is dropped; 0: never");
    add(
        "sql.whenFull",
        TEXT,
        RARE,
        "refuse",
        "when the disk is full of journal that is not stored yet: refuse publishes, or drop what is not stored");
    add("sql.workers", INTEGER, RARE, "3", "transactions of a pair at a time");
    add("sql.batchRows", INTEGER, RARE, "2048", "rows of a transaction, at most");
    add("sql.batchBytes", BYTES, RARE, "4MiB", "bytes of a transaction, at most");
    add("sql.interval", DURATION, RARE, "100ms", "longest time that rows gather");
  }

  private void frames() {
    add("limits.maxFrameBytes", BYTES, RARE, "16MiB", "longest frame a client may send");
    add(
        "limits.maxBatchBytes",
        BYTES,
        RARE,
        "8MiB",
        "largest batch that is taken, packed and unpacked");
    add(
        "limits.maxPendingBytes",
        BYTES,
        RARE,
        "64MiB",
        "bytes received or appended but not yet durable; beyond: BUSY");
    add(
        "limits.maxOutboundBytes",
        BYTES,
        RARE,
        "4MiB",
        "answers waiting for one slow client; beyond, it is not read");
    add(
        "limits.maxAnswerBytes",
        BYTES,
        RARE,
        "0",
        "memory for answers of all clients that are not taken yet; 0: a quarter of what the JVM may use for buffers");
    add(
        "limits.strangers",
        INTEGER,
        RARE,
        "1024",
        "connections that have not shaken hands yet; at the limit others wait, and the oldest make room after 2s");
    add("limits.handshakeTimeout", DURATION, RARE, "5s", "time to complete the handshake");
    add("limits.frameTimeout", DURATION, RARE, "30s", "time to complete a frame that has begun");
    add("limits.idleTimeout", DURATION, RARE, "60s", "silence after which a connection is closed");
    add("stopTimeout", DURATION, FREQUENT, "10s", "longest graceful stop");
    add(
        "net.threads",
        INTEGER,
        RARE,
        "0",
        "threads for connections; 0: they share their pair's thread, best up to a few hundred");
    add(
        "net.pairThreads",
        INTEGER,
        RARE,
        "0",
        "threads for pairs, which are spread over them; 0: half as many as processors, at least 1");
  }

  private void amounts() {
    add("limits.maxConnections", INTEGER, FREQUENT, "20000", "connections at a time");
    add("limits.maxTopics", INTEGER, FREQUENT, "10000", "topics of the node");
    add(
        "limits.maxGroups",
        INTEGER,
        FREQUENT,
        "10000",
        "consumer groups of the node; of those beyond 16 a topic may have as many as are left for"
            + " others");
    add(
        "limits.maxOutstandingPerGroup",
        INTEGER,
        RARE,
        "100000",
        "messages delivered to a group and not settled; the heap may allow fewer");
  }

  private void add(String name, ValueKind kind, Tier tier, String defaultText, String meaning) {
    table.add(name, kind, tier, defaultText, meaning);
  }
}
