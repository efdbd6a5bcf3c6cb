package io.feige.broker.server.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns texts into the records, a section at a time, and goes on after a problem to find them all.
 */
final class ConfigBuilder {
  private final RawConfig raw;
  private List<ConfigProblem> problems = List.of();

  ConfigBuilder(RawConfig raw) {
    this.raw = raw;
  }

  /** Adds what is wrong to the list; null when anything is, now or before. */
  @Nullable NodeConfig build(List<ConfigProblem> found) {
    problems = found;
    NodeConfig.Node node = section(() -> new NodeConfig.Node(text("node.id"), path("node.dir")));
    NodeConfig.Listen listen =
        section(() ->
            new NodeConfig.Listen(
                text("listen.host"), number("listen.port"), text("listen.advertise")));
    NodeConfig.Http http =
        section(() -> new NodeConfig.Http(text("http.host"), number("http.port")));
    NodeConfig.Security security = section(() -> new NodeConfig.Security(text("security.token")));
    boolean dev = isOn("dev");
    NodeConfig.TopicDefaults defaults = section(this::topicDefaults);
    boolean autoCreate = isOn("topics.autoCreate");
    NodeConfig.Journal journal = section(this::journal);
    NodeConfig.Limits limits = section(this::limits);
    NodeConfig.Net net = section(() -> new NodeConfig.Net(number("net.threads")));
    Duration stopTimeout = duration("stopTimeout");
    if (listen != null && http != null && security != null) {
      NodeConfig.exposure(listen, http, security).forEach(this::add);
    }
    if (journal != null && limits != null) {
      NodeConfig.fit(journal, limits).forEach(this::add);
    }
    if (node == null || listen == null || http == null || security == null || defaults == null) {
      return null;
    }
    if (journal == null || limits == null || net == null || !problems.isEmpty()) {
      return null;
    }
    NodeConfig.Topics topics = new NodeConfig.Topics(autoCreate, defaults);
    return section(() ->
        new NodeConfig(
            node, listen, http, security, dev, topics, journal, limits, net, stopTimeout));
  }

  private NodeConfig.TopicDefaults topicDefaults() {
    return new NodeConfig.TopicDefaults(
        duration("topics.defaults.lease"),
        number("topics.defaults.maxAttempts"),
        duration("topics.defaults.retryDelay"),
        duration("topics.defaults.retryDelayMax"),
        duration("topics.defaults.retention"),
        bytes("topics.defaults.retentionBytes"),
        isOn("topics.defaults.keepForGroups"));
  }

  private NodeConfig.Journal journal() {
    return new NodeConfig.Journal(
        bytes("journal.segmentBytes"),
        bytes("journal.reserveBytes"),
        bytes("journal.snapshotEveryBytes"));
  }

  private NodeConfig.Limits limits() {
    return new NodeConfig.Limits(
        intBytes("limits.maxFrameBytes"),
        intBytes("limits.maxBatchBytes"),
        number("limits.maxConnections"),
        duration("limits.handshakeTimeout"),
        duration("limits.frameTimeout"),
        duration("limits.idleTimeout"),
        bytes("limits.maxPendingBytes"),
        intBytes("limits.maxOutboundBytes"),
        number("limits.maxTopics"),
        number("limits.maxGroups"),
        number("limits.maxOutstandingPerGroup"),
        number("limits.maxDelayed"),
        number("limits.maxParkedPulls"),
        number("limits.producersPerPartition"));
  }

  private <T> @Nullable T section(Supplier<T> records) {
    try {
      return records.get();
    } catch (ConfigException e) {
      e.problems().forEach(this::add);
      return null;
    }
  }

  private void add(ConfigProblem problem) {
    problems.add(problem.from(raw.value(problem.key()).origin()));
  }

  private String text(String key) {
    return (String) parsed(key);
  }

  private int number(String key) {
    return (Integer) parsed(key);
  }

  private boolean isOn(String key) {
    return (Boolean) parsed(key);
  }

  private long bytes(String key) {
    return (Long) parsed(key);
  }

  // What does not fit an int is above every range of an int, and is told as such.
  private int intBytes(String key) {
    return (int) Math.min(bytes(key), Integer.MAX_VALUE);
  }

  private Duration duration(String key) {
    return (Duration) parsed(key);
  }

  private Path path(String key) {
    try {
      return Path.of(text(key));
    } catch (InvalidPathException e) {
      add(new ConfigProblem(key, "'" + text(key) + "' is not a path"));
      return Path.of("data");
    }
  }

  // After a problem the default stands in, so that the rest of the section is still looked at.
  private Object parsed(String name) {
    ConfigKey key = ConfigKey.named(name).orElseThrow();
    RawValue value = raw.value(name);
    try {
      return key.kind().parse(value.text());
    } catch (IllegalArgumentException e) {
      add(new ConfigProblem(name, String.valueOf(e.getMessage())));
      return key.kind().parse(key.defaultText());
    }
  }
}
