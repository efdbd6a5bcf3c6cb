package io.feige.broker.server.config;

import io.feige.config.ConfigException;
import io.feige.config.ConfigProblem;
import io.feige.config.ConfigReader;
import io.feige.config.DatabaseConfig;
import io.feige.config.SecurityConfig;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns a node's settings into its records, a section at a time. */
final class NodeConfigBuilder {
  private final ConfigReader in;

  NodeConfigBuilder(ConfigReader in) {
    this.in = in;
  }

  /** The settings; null when anything is wrong, which the reader has noted. */
  @Nullable NodeConfig build() {
    NodeConfig.Node node =
        in.section(() -> new NodeConfig.Node(in.text("node.id"), in.path("node.dir")));
    NodeConfig.Listen listen = in.section(this::listen);
    NodeConfig.Http http =
        in.section(() -> new NodeConfig.Http(in.text("http.host"), in.number("http.port")));
    SecurityConfig security = in.section(() -> SecurityConfig.read(in));
    NodeConfig.Cluster cluster = in.section(this::cluster);
    NodeConfig.Pair pair = in.section(() -> new NodeConfig.Pair(in.number("pair.minCopies")));
    boolean dev = in.isOn("dev");
    NodeConfig.TopicDefaults defaults = in.section(this::topicDefaults);
    NodeConfig.Topics topics = defaults == null ? null : in.section(() -> topics(defaults));
    NodeConfig.Journal journal = in.section(this::journal);
    SqlConfig sql = in.section(this::sql);
    NodeConfig.Limits limits = in.section(this::limits);
    NodeConfig.Net net = in.section(this::net);
    Duration stopTimeout = in.duration("stopTimeout");
    if (listen != null && http != null && cluster != null && security != null) {
      NodeConfig.exposure(listen, http, cluster, security).forEach(in::add);
      NodeConfig.users(security, cluster).forEach(in::add);
    }
    if (cluster != null && sql != null && security != null) {
      NodeConfig.share(cluster, sql).forEach(in::add);
      sql.database().exposure(security).forEach(in::add);
    }
    if (pair != null && cluster != null) {
      NodeConfig.copies(pair, cluster).forEach(in::add);
    }
    if (journal != null && limits != null) {
      NodeConfig.fit(journal, limits).forEach(in::add);
    }
    if (node == null || listen == null || http == null || security == null || topics == null) {
      return null;
    }
    if (pair == null
        || cluster == null
        || journal == null
        || sql == null
        || limits == null
        || net == null
        || in.hasProblems()) {
      return null;
    }
    return in.section(() ->
        new NodeConfig(
            node,
            listen,
            http,
            security,
            cluster,
            pair,
            dev,
            topics,
            journal,
            sql,
            limits,
            net,
            stopTimeout));
  }

  private NodeConfig.Listen listen() {
    return new NodeConfig.Listen(
        in.text("listen.host"), in.number("listen.port"), in.text("listen.advertise"));
  }

  private NodeConfig.Cluster cluster() {
    return new NodeConfig.Cluster(
        in.texts("cluster.admins"),
        in.text("cluster.secret"),
        link(in.text("cluster.link")),
        NodeConfig.Replication.of(in.text("cluster.replication")),
        in.duration("cluster.lease"),
        in.isOn("cluster.deathWatch"),
        in.duration("cluster.timeout"),
        in.duration("cluster.maxLagFor"),
        in.bytes("cluster.joinRate"),
        in.duration("cluster.usersMaxAge"));
  }

  /** {@code host:port}, or {@code host:port as host:port} where peers reach it otherwise. */
  private static NodeConfig.Listen link(String text) {
    String[] parts = text.split("\\s+as\\s+", 2);
    int colon = parts[0].lastIndexOf(':');
    String port = parts[0].substring(colon + 1);
    if (colon < 1 || !port.matches("\\d{1,5}")) {
      throw new ConfigException(
          List.of(
              new ConfigProblem(
                  "cluster.link", "must be host:port, or host:port as host:port, not " + text)));
    }
    String advertise = parts.length > 1 ? parts[1] : "";
    return new NodeConfig.Listen(parts[0].substring(0, colon), Integer.parseInt(port), advertise);
  }

  private NodeConfig.Topics topics(NodeConfig.TopicDefaults defaults) {
    return new NodeConfig.Topics(
        in.isOn("topics.autoCreate"),
        defaults,
        in.duration("topics.deadLetterRetention"),
        in.duration("topics.maxDelay"));
  }

  private NodeConfig.TopicDefaults topicDefaults() {
    return new NodeConfig.TopicDefaults(
        in.duration("topics.defaults.lease"),
        in.number("topics.defaults.maxAttempts"),
        in.duration("topics.defaults.retryDelay"),
        in.duration("topics.defaults.retryDelayMax"),
        in.duration("topics.defaults.retention"),
        in.bytes("topics.defaults.retentionBytes"),
        in.isOn("topics.defaults.keepForGroups"));
  }

  private NodeConfig.Journal journal() {
    return new NodeConfig.Journal(
        in.bytes("journal.segmentBytes"),
        in.duration("journal.fsyncTimeout"),
        in.bytes("journal.reserveBytes"),
        in.bytes("journal.snapshotEveryBytes"),
        in.isOn("journal.carryForward"),
        in.duration("journal.scrubEvery"));
  }

  private SqlConfig sql() {
    return new SqlConfig(
        DatabaseConfig.read(in),
        in.isOn("sql.migrate"),
        in.duration("sql.retention"),
        SqlConfig.whenFull(in.text("sql.whenFull")),
        in.number("sql.workers"),
        in.number("sql.batchRows"),
        in.intBytes("sql.batchBytes"),
        in.duration("sql.interval"));
  }

  private NodeConfig.Net net() {
    return new NodeConfig.Net(in.number("net.threads"), in.number("net.pairThreads"));
  }

  private NodeConfig.Limits limits() {
    return new NodeConfig.Limits(
        in.intBytes("limits.maxFrameBytes"),
        in.intBytes("limits.maxBatchBytes"),
        in.number("limits.maxConnections"),
        in.number("limits.strangers"),
        in.duration("limits.handshakeTimeout"),
        in.duration("limits.frameTimeout"),
        in.duration("limits.idleTimeout"),
        in.bytes("limits.maxPendingBytes"),
        in.intBytes("limits.maxOutboundBytes"),
        in.bytes("limits.maxAnswerBytes"),
        in.number("limits.maxTopics"),
        in.number("limits.maxGroups"),
        in.number("limits.maxOutstandingPerGroup"));
  }
}
