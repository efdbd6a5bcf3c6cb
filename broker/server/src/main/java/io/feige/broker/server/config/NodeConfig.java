package io.feige.broker.server.config;

import io.feige.config.ConfigException;
import io.feige.config.ConfigProblem;
import io.feige.config.Ranges;
import io.feige.config.SecurityConfig;
import io.feige.config.Units;
import io.feige.config.ValueKind;
import io.netty.util.internal.PlatformDependent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything a node is told at its start. Each record refuses values out of range with a {@link
 * ConfigException} that names all of them; a record that exists is usable.
 *
 * @param dev standalone development: no file was needed, topics come into being when they are used
 * @param stopTimeout longest graceful stop
 */
public record NodeConfig(
    Node node,
    Listen listen,
    Http http,
    SecurityConfig security,
    Cluster cluster,
    Pair pair,
    boolean dev,
    Topics topics,
    Journal journal,
    SqlConfig sql,
    Limits limits,
    Net net,
    Duration stopTimeout) {
  static final long MIB = 1L << 20;
  private static final int MAX_PORT = 65_535;
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration DAY = Duration.ofDays(1);

  public NodeConfig {
    Ranges.of("").time("stopTimeout", stopTimeout, MILLI, Duration.ofHours(1)).check();
    List<ConfigProblem> problems = exposure(listen, http, cluster, security);
    problems.addAll(fit(journal, limits));
    problems.addAll(share(cluster, sql));
    problems.addAll(sql.database().exposure(security));
    problems.addAll(copies(pair, cluster));
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }

  /** What other machines would not need in order to use one of the ports; empty: all is well. */
  public List<String> missingSecurity() {
    return Stream.of(
            listen.host,
            http.isOn() ? http.host : listen.host,
            cluster.isMember() ? cluster.link.host : listen.host)
        .flatMap(host -> security.missing(host).stream())
        .distinct()
        .toList();
  }

  /** The defaults alone, as of a node that was told nothing. */
  public static NodeConfig defaults() {
    return NodeSettings.load(Optional.empty(), Map.of(), Map.of()).config();
  }

  /** A node that stands alone hears of no users. */
  static List<ConfigProblem> users(SecurityConfig security, Cluster cluster) {
    return security.users() && !cluster.isMember()
        ? List.of(
            new ConfigProblem(
                "security.users",
                "needs cluster.admins, from which a node hears of users; alone it has security.token"))
        : List.of();
  }

  static List<ConfigProblem> exposure(
      Listen listen, Http http, Cluster cluster, SecurityConfig security) {
    List<ConfigProblem> problems = new ArrayList<>(security.exposure("listen.host", listen.host));
    if (http.isOn()) {
      problems.addAll(security.exposure("http.host", http.host));
    }
    if (cluster.isMember()) {
      problems.addAll(security.exposure("cluster.link", cluster.link.host));
    }
    return problems;
  }

  // A frame never crosses segments, so the largest one must fit into one.
  static List<ConfigProblem> fit(Journal journal, Limits limits) {
    long least = limits.maxBatchBytes + MIB;
    if (journal.segmentBytes >= least) {
      return List.of();
    }
    return List.of(
        new ConfigProblem(
            "journal.segmentBytes",
            "must be at least 1MiB more than limits.maxBatchBytes, which is "
                + Units.showBytes(limits.maxBatchBytes)));
  }

  // Whoever shares a store relies on it.
  static List<ConfigProblem> share(Cluster cluster, SqlConfig sql) {
    if (cluster.replication == Replication.JOURNAL) {
      return List.of();
    }
    List<ConfigProblem> problems = new ArrayList<>();
    if (sql.urls().isEmpty()) {
      problems.add(
          new ConfigProblem(
              "sql.url", "must name the store that cluster.replication: shared-sql shares"));
    }
    if (sql.whenFull() == SqlConfig.WhenFull.DROP) {
      problems.add(
          new ConfigProblem(
              "sql.whenFull",
              "must be refuse with cluster.replication: shared-sql, or the standby would lack what"
                  + " was dropped"));
    }
    return problems;
  }

  // A node that stands alone has one copy and will never have two.
  static List<ConfigProblem> copies(Pair pair, Cluster cluster) {
    if (pair.minCopies == 1 || cluster.isMember()) {
      return List.of();
    }
    return List.of(
        new ConfigProblem(
            "pair.minCopies",
            "must be 1 without cluster.admins: a node that stands alone has one copy of everything,"
                + " so it would take no publishes"));
  }

  /**
   * Who the node is.
   *
   * @param id name of this node, unique in the installation
   * @param dir holds everything the node stores
   */
  public record Node(String id, Path dir) {
    public Node {
      Ranges.of("node")
          .rule(
              id.matches("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}"),
              "id",
              "must be 1 to 100 characters of A-Z a-z 0-9 . _ - and not begin with a dot")
          .rule(!dir.toString().isBlank(), "dir", "must name a directory")
          .check();
    }
  }

  /**
   * Where clients connect.
   *
   * @param port 0: any free one
   * @param advertise host or host:port under which clients reach the node; empty: as it listens
   */
  public record Listen(String host, int port, String advertise) {
    public Listen {
      Ranges.of("listen")
          .rule(!host.isBlank(), "host", "must name an address, such as 127.0.0.1 or 0.0.0.0")
          .count("port", port, 0, MAX_PORT)
          .rule(
              advertise.matches("|[^\\s:\\[\\]]+(:\\d{1,5})?|\\[[0-9a-fA-F:.%]+\\](:\\d{1,5})?"),
              "advertise",
              "must be host or host:port, not '" + advertise + "'")
          .check();
    }
  }

  /**
   * Where health and metrics are served.
   *
   * @param port 0: any free one; -1: off
   */
  public record Http(String host, int port) {
    public Http {
      Ranges.of("http")
          .rule(!host.isBlank(), "host", "must name an address, such as 127.0.0.1 or 0.0.0.0")
          .count("port", port, ValueKind.OFF, MAX_PORT)
          .check();
    }

    public boolean isOn() {
      return port != ValueKind.OFF;
    }
  }

  /**
   * The cluster that the node belongs to.
   *
   * @param admins host:port of each Admin; none: the node stands alone
   * @param secret what nodes and Admins show each other; empty only while they are on one machine
   * @param link where the other members of its pairs connect; port 0: any free one
   * @param replication how a standby comes by what the active has
   * @param lease how long a standby promises with each ack not to become active
   * @param deathWatch whether a process watches the node's and proves its death
   * @param timeout silence after which a standby is no longer waited for
   * @param maxLagFor how long a standby that gets on may hold the others up; zero: as it likes
   * @param joinRate bytes a second that a standby which joins is sent of what was there before; 0:
   *     as many as it takes
   * @param usersMaxAge how long users come in while no Admin leads; zero: for ever
   */
  public record Cluster(
      List<String> admins,
      String secret,
      Listen link,
      Replication replication,
      Duration lease,
      boolean deathWatch,
      Duration timeout,
      Duration maxLagFor,
      long joinRate,
      Duration usersMaxAge) {
    private static final int MIN_SECRET = 16;

    /** A database that is well may be silent for longer than a node. */
    private static final Duration SHORTEST_SHARED_LEASE = Duration.ofMillis(300);

    private static final Duration SHORTEST_SHARED_TIMEOUT = Duration.ofSeconds(1);

    public Cluster {
      admins = List.copyOf(admins);
      Ranges.of("cluster")
          .rule(
              admins.stream()
                  .allMatch(admin -> admin.matches("[^\\s:]+:\\d{1,5}|\\[[^\\]]+\\]:\\d{1,5}")),
              "admins",
              "must be host:port, or several separated by commas")
          .rule(
              admins.isEmpty() || secret.length() >= MIN_SECRET,
              "secret",
              "must have " + MIN_SECRET + " characters or more when there are cluster.admins")
          .time("lease", lease, Duration.ofMillis(50), Duration.ofMinutes(1))
          .time("timeout", timeout, Duration.ofMillis(100), Duration.ofMinutes(10))
          .time("maxLagFor", maxLagFor, Duration.ZERO, DAY)
          .bytes("joinRate", joinRate, 0, 1L << 40)
          .rule(joinRate == 0 || joinRate >= MIB, "joinRate", "must be 0, or 1MiB or more")
          .time("usersMaxAge", usersMaxAge, Duration.ZERO, Duration.ofDays(365))
          .check();
    }

    /**
     * What is promised: {@link #lease}, and where a store is shared what a database keeps up with.
     */
    public int leaseMillis() {
      return millis(lease, SHORTEST_SHARED_LEASE);
    }

    /** What silence is borne: {@link #timeout}, and where a store is shared that of a database. */
    public int timeoutMillis() {
      return millis(timeout, SHORTEST_SHARED_TIMEOUT);
    }

    private int millis(Duration set, Duration shortestShared) {
      boolean isTooShort =
          replication == Replication.SHARED_SQL && set.compareTo(shortestShared) < 0;
      return Math.toIntExact((isTooShort ? shortestShared : set).toMillis());
    }

    /** Whether it has an Admin. */
    public boolean isMember() {
      return !admins.isEmpty();
    }

    @Override
    public String toString() {
      return "Cluster[admins=" + admins + "]";
    }
  }

  /** How a standby comes by what the active has. */
  public enum Replication {
    /** It copies the active's journal. */
    JOURNAL,
    /** It has nothing, and takes over what the message store has. */
    SHARED_SQL;

    static Replication of(String text) {
      return switch (text) {
        case "journal" -> JOURNAL;
        case "shared-sql" -> SHARED_SQL;
        default ->
            throw new ConfigException(
                List.of(
                    new ConfigProblem(
                        "cluster.replication",
                        "must be journal or shared-sql, not '" + text + "'")));
      };
    }
  }

  /**
   * How topics come into being.
   *
   * @param autoCreate whether a topic comes into being when something is published to it
   * @param deadLetterRetention of dead-letter topics that nobody created; zero: no limit
   * @param maxDelay how far in the future a deliverAt may lie
   */
  public record Topics(
      boolean autoCreate, TopicDefaults defaults, Duration deadLetterRetention, Duration maxDelay) {
    public Topics {
      Ranges.of("topics")
          .time("deadLetterRetention", deadLetterRetention, Duration.ZERO, Duration.ofDays(36_500))
          .time("maxDelay", maxDelay, Duration.ofSeconds(1), Duration.ofDays(36_500))
          .check();
    }
  }

  /**
   * What a topic gets that was created without saying otherwise.
   *
   * @param retention zero: no limit
   * @param retentionBytes 0: no limit
   */
  public record TopicDefaults(
      Duration lease,
      int maxAttempts,
      Duration retryDelay,
      Duration retryDelayMax,
      Duration retention,
      long retentionBytes,
      boolean keepForGroups) {
    public TopicDefaults {
      Ranges.of("topics.defaults")
          .time("lease", lease, Duration.ofMillis(100), DAY)
          .count("maxAttempts", maxAttempts, 1, 65_535)
          .time("retryDelay", retryDelay, Duration.ZERO, Duration.ofDays(7))
          .time("retryDelayMax", retryDelayMax, Duration.ZERO, Duration.ofDays(7))
          .rule(
              retryDelayMax.compareTo(retryDelay) >= 0,
              "retryDelayMax",
              "must not be shorter than topics.defaults.retryDelay")
          .time("retention", retention, Duration.ZERO, Duration.ofDays(36_500))
          .bytes("retentionBytes", retentionBytes, 0, Long.MAX_VALUE)
          .check();
    }
  }

  /**
   * What every pair of the node keeps to.
   *
   * @param minCopies 1, or 2: a replica that is alone in sync takes no publishes
   */
  public record Pair(int minCopies) {
    public Pair {
      Ranges.of("pair").count("minCopies", minCopies, 1, 2).check();
    }
  }

  /**
   * The sizes of the journal's files and of what is kept free for them, in bytes.
   *
   * @param fsyncTimeout a disk that leaves something waiting for so long is stalled
   * @param scrubEvery in how long all of it is read again; zero: once, after the start
   */
  public record Journal(
      long segmentBytes,
      Duration fsyncTimeout,
      long reserveBytes,
      long snapshotEveryBytes,
      boolean carryForward,
      Duration scrubEvery) {
    public Journal {
      Ranges.of("journal")
          .bytes("segmentBytes", segmentBytes, 4 * MIB, 1L << 30)
          .time("fsyncTimeout", fsyncTimeout, Duration.ofMillis(20), Duration.ofMinutes(10))
          .bytes("reserveBytes", reserveBytes, 0, 1L << 40)
          .bytes("snapshotEveryBytes", snapshotEveryBytes, MIB, 1L << 40)
          .time("scrubEvery", scrubEvery, Duration.ZERO, Duration.ofDays(365))
          .check();
    }
  }

  /**
   * What one node takes before it says no. {@code maxOutboundBytes} is for each connection, {@code
   * maxOutstandingPerGroup} for each group, {@code producersPerPartition} for each partition.
   *
   * @param strangers connections that have not shaken hands, TLS and HELLO, at a time
   * @param frameTimeout time to complete a frame that has begun
   * @param maxPendingBytes bytes received or appended but not yet durable
   * @param maxAnswerBytes memory for answers of all connections; 0: a quarter of what the JVM may
   *     use for buffers
   */
  public record Limits(
      int maxFrameBytes,
      int maxBatchBytes,
      int maxConnections,
      int strangers,
      Duration handshakeTimeout,
      Duration frameTimeout,
      Duration idleTimeout,
      long maxPendingBytes,
      int maxOutboundBytes,
      long maxAnswerBytes,
      int maxTopics,
      int maxGroups,
      int maxOutstandingPerGroup) {
    /** The largest batch that can be permitted, packed or unpacked. */
    public static final int MOST_BATCH_BYTES = 30 << 20;

    /** What a publish has in its frame besides the batch: topic, epoch and the like. */
    private static final int AROUND_BATCH = 4096;

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final long MAX_DIRECT_BYTES = PlatformDependent.maxDirectMemory();

    public Limits {
      Ranges ranges = Ranges.of("limits");
      ranges
          .bytes("maxFrameBytes", maxFrameBytes, 64 << 10, 256 * MIB)
          .bytes("maxBatchBytes", maxBatchBytes, 1 << 10, MOST_BATCH_BYTES)
          .rule(
              maxBatchBytes <= maxFrameBytes - AROUND_BATCH,
              "maxBatchBytes",
              "must leave 4KiB of limits.maxFrameBytes for what stands around a batch")
          .bytes("maxPendingBytes", maxPendingBytes, MIB, 1L << 40)
          .rule(
              maxPendingBytes >= maxFrameBytes,
              "maxPendingBytes",
              "must not be smaller than limits.maxFrameBytes, else a large batch never fits")
          .bytes("maxOutboundBytes", maxOutboundBytes, 64 << 10, 1 << 30)
          .rule(
              maxAnswerBytes == 0 || maxAnswerBytes >= 4 * MIB,
              "maxAnswerBytes",
              "must be 4MiB or more, or 0 for a quarter of what the JVM may use for buffers")
          .rule(
              maxAnswerBytes <= MAX_DIRECT_BYTES / 2,
              "maxAnswerBytes",
              "must not be above "
                  + Units.showBytes(MAX_DIRECT_BYTES / 2)
                  + ", half of what this JVM may use for buffers (-XX:MaxDirectMemorySize, else as"
                  + " -Xmx)")
          .time("handshakeTimeout", handshakeTimeout, MILLI, MINUTE.multipliedBy(5))
          .time("frameTimeout", frameTimeout, MILLI, MINUTE.multipliedBy(60))
          .time("idleTimeout", idleTimeout, MILLI, DAY);
      ranges
          .count("maxConnections", maxConnections, 1, 1_000_000)
          .count("strangers", strangers, 1, 1_000_000)
          .count("maxTopics", maxTopics, 1, 1_000_000)
          .count("maxGroups", maxGroups, 1, 1_000_000)
          .count("maxOutstandingPerGroup", maxOutstandingPerGroup, 1, 10_000_000)
          .check();
    }

    /** Memory for the answers of all connections, in bytes. */
    public long answerMemory() {
      return maxAnswerBytes == 0 ? MAX_DIRECT_BYTES / 4 : maxAnswerBytes;
    }
  }

  /**
   * The threads of connections and pairs.
   *
   * @param threads for connections; 0: they share the pairs' threads
   * @param pairThreads for pairs; 0: half as many as processors, and one at least
   */
  public record Net(int threads, int pairThreads) {
    public Net {
      Ranges.of("net")
          .count("threads", threads, 0, 256)
          .count("pairThreads", pairThreads, 0, 256)
          .check();
    }

    /** How many threads pairs have. */
    public int loops() {
      return pairThreads == 0
          ? Math.max(1, Runtime.getRuntime().availableProcessors() / 2)
          : pairThreads;
    }
  }
}
