package io.feige.admin.config;

import io.feige.access.TrustedProxies;
import io.feige.admin.boot.AdminSettings;
import io.feige.admin.event.WebhookSettings;
import io.feige.admin.leader.PairSpec;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.config.ConfigProblem;
import io.feige.config.ConfigReader;
import io.feige.config.DatabaseConfig;
import io.feige.config.Ranges;
import io.feige.config.SecurityConfig;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.model.NameRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns an Admin's settings into its records, a section at a time, so that each problem is told
 * with the key that it belongs to.
 */
final class AdminConfigBuilder {
  private static final int MAX_PORT = 65_535;
  private static final int MIN_SECRET = 16;
  private static final int MAX_SECRET = 1000;
  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration LONGEST_WAIT = Duration.ofDays(7);

  private final ConfigReader in;

  AdminConfigBuilder(ConfigReader in) {
    this.in = in;
  }

  /** The settings; null when anything is wrong, which the reader has noted. */
  @Nullable AdminSettings build() {
    String id = in.section(this::id);
    Path dir = in.path("admin.dir");
    AdminSettings.Listen listen = in.section(this::listen);
    AdminSettings.Http http = in.section(this::http);
    SecurityConfig security = in.section(() -> SecurityConfig.read(in));
    String clusterSecret = in.section(this::clusterSecret);
    AdminSettings.ZooKeeper zookeeper = in.section(this::zookeeper);
    List<PairSpec> pairs = in.section(this::pairs);
    BackupServes backupServes = in.section(this::backupServes);
    ControllerSettings controller = in.section(this::controller);
    WebhookSettings webhook = security == null ? null : WebhookSettings.read(in, security);
    DatabaseConfig sql = in.section(() -> DatabaseConfig.read(in));
    if (listen != null && http != null && security != null) {
      exposure(listen, http, security);
    }
    if (listen != null) {
      advertised(listen);
    }
    if (zookeeper != null && security != null) {
      zookeeper.exposure(security).forEach(in::add);
    }
    if (sql != null && security != null) {
      sql.exposure(security).forEach(in::add);
    }
    boolean isWhole =
        Stream.of(
                id,
                listen,
                http,
                security,
                clusterSecret,
                zookeeper,
                pairs,
                backupServes,
                controller,
                webhook,
                sql)
            .allMatch(Objects::nonNull);
    if (!isWhole || in.hasProblems()) {
      return null;
    }
    return new AdminSettings(
        Objects.requireNonNull(id),
        dir,
        Objects.requireNonNull(listen),
        Objects.requireNonNull(http),
        Objects.requireNonNull(security),
        Objects.requireNonNull(clusterSecret),
        Objects.requireNonNull(zookeeper),
        Objects.requireNonNull(pairs),
        Objects.requireNonNull(backupServes),
        Objects.requireNonNull(controller),
        Objects.requireNonNull(webhook),
        Objects.requireNonNull(sql));
  }

  private String id() {
    String id = in.text("admin.id");
    String problem = NameRule.problem(id);
    Ranges.of("admin")
        .rule(problem == null, "id", String.valueOf(problem))
        .rule(!in.text("admin.dir").isBlank(), "dir", "must name a directory")
        .check();
    return id;
  }

  private AdminSettings.Listen listen() {
    AdminSettings.Listen listen =
        new AdminSettings.Listen(
            in.text("listen.host"), in.number("listen.port"), in.text("listen.advertise"));
    Ranges.of("listen")
        .rule(
            !listen.host().isBlank(), "host", "must name an address, such as 127.0.0.1 or 0.0.0.0")
        .count("port", listen.port(), 0, MAX_PORT)
        .rule(
            listen
                .advertise()
                .matches("|[^\\s:\\[\\]]+(:\\d{1,5})?|\\[[0-9a-fA-F:.%]+\\](:\\d{1,5})?"),
            "advertise",
            "must be host or host:port, not '" + listen.advertise() + "'")
        .check();
    return listen;
  }

  private AdminSettings.Http http() {
    AdminSettings.Http http =
        new AdminSettings.Http(
            in.text("http.host"),
            in.number("http.port"),
            in.texts("http.trustedProxies", TrustedProxies::of, TrustedProxies.NONE));
    Ranges.of("http")
        .rule(!http.host().isBlank(), "host", "must name an address, such as 127.0.0.1 or 0.0.0.0")
        .count("port", http.port(), AdminSettings.OFF, MAX_PORT)
        .check();
    return http;
  }

  private String clusterSecret() {
    String secret = in.text("cluster.secret");
    Ranges.of("cluster")
        .rule(
            secret.length() >= MIN_SECRET,
            "secret",
            "must have " + MIN_SECRET + " characters or more, so that it cannot be guessed")
        .rule(secret.length() <= MAX_SECRET, "secret", "must have 1000 characters or fewer")
        .check();
    return secret;
  }

  private AdminSettings.ZooKeeper zookeeper() {
    AdminSettings.ZooKeeper zookeeper =
        new AdminSettings.ZooKeeper(
            in.text("zookeeper.connect"),
            in.number("zookeeper.port"),
            (int) in.duration("zookeeper.session").toMillis(),
            in.text("cluster.formerSecret"),
            in.isOn("zookeeper.tls"));
    Ranges.of("zookeeper")
        .rule(
            zookeeper.connect().matches("|[^\\s,/]+:\\d{1,5}(,[^\\s,/]+:\\d{1,5})*(/\\S*)?"),
            "connect",
            "must be host:port, or several separated by commas")
        .count("port", zookeeper.embeddedPort(), 0, MAX_PORT)
        .time(
            "session",
            Duration.ofMillis(zookeeper.sessionMillis()),
            Duration.ofMillis(500),
            Duration.ofMinutes(1))
        .check();
    return zookeeper;
  }

  private List<PairSpec> pairs() {
    Ranges problems = Ranges.of("");
    List<PairSpec> pairs =
        in.texts("pairs").stream().flatMap(text -> pair(text, problems).stream()).toList();
    problems.rule(
        pairs.stream().map(PairSpec::name).distinct().count() == pairs.size(),
        "pairs",
        "names a pair twice");
    problems.check();
    return pairs;
  }

  private static List<PairSpec> pair(String text, Ranges problems) {
    String[] parts = text.split("[=/]", -1);
    boolean isForm = parts.length == 3 && text.indexOf('=') < text.indexOf('/');
    problems.rule(isForm, "pairs", "must be NAME=MASTER/BACKUP, not '" + text + "'");
    if (!isForm) {
      return List.of();
    }
    for (String part : parts) {
      String problem = NameRule.problem(part.strip());
      problems.rule(problem == null, "pairs", "'" + part.strip() + "': " + problem);
    }
    PairSpec pair = new PairSpec(parts[0].strip(), parts[1].strip(), parts[2].strip());
    problems.rule(
        !pair.master().equals(pair.backup()),
        "pairs",
        "master and backup of " + pair.name() + " are the same node");
    return List.of(pair);
  }

  private BackupServes backupServes() {
    String text = in.text("backup.serves").toLowerCase(Locale.ROOT);
    Ranges.of("backup")
        .rule(
            text.equals("all") || text.equals("pulls"),
            "serves",
            "must be all or pulls, not '" + text + "'")
        .check();
    return text.equals("all") ? BackupServes.ALL : BackupServes.PULLS;
  }

  private ControllerSettings controller() {
    Duration heartbeat = in.duration("heartbeat");
    Duration failover = in.duration("failover.timeout");
    Duration mostFailover = in.duration("failover.maxTimeout");
    Duration failBack = in.duration("failback.after");
    Ranges.of("")
        .time("heartbeat", heartbeat, Duration.ofMillis(10), Duration.ofSeconds(10))
        .time("failover.timeout", failover, Duration.ofMillis(20), LONGEST_TIMEOUT)
        .time("failover.maxTimeout", mostFailover, Duration.ZERO, LONGEST_TIMEOUT)
        .rule(
            failover.compareTo(heartbeat.multipliedBy(2)) >= 0,
            "failover.timeout",
            "must be two heartbeats or more: one that is late is no silence")
        .time("failback.after", failBack, Duration.ZERO, LONGEST_WAIT)
        .check();
    return new ControllerSettings(
            (int) heartbeat.toMillis(), (int) failover.toMillis(), (int) failBack.toMillis())
        .withMostFailoverMillis((int) mostFailover.toMillis());
  }

  private void exposure(
      AdminSettings.Listen listen, AdminSettings.Http http, SecurityConfig security) {
    security.exposure("listen.host", listen.host()).forEach(in::add);
    if (http.isOn()) {
      security.exposure("http.host", http.host()).forEach(in::add);
    }
  }

  // Nodes and clients are sent to the leader under this name.
  private void advertised(AdminSettings.Listen listen) {
    boolean isEverywhere = listen.host().equals("0.0.0.0") || listen.host().equals("::");
    if (isEverywhere && listen.advertise().isEmpty()) {
      in.add(
          new ConfigProblem(
              "listen.advertise",
              "must say under which name others reach an Admin that listens on " + listen.host()));
    }
  }
}
