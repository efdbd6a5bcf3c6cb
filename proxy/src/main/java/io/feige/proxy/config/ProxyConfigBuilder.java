package io.feige.proxy.config;

import io.feige.access.TrustedProxies;
import io.feige.config.ConfigProblem;
import io.feige.config.ConfigReader;
import io.feige.config.Loopback;
import io.feige.config.Ranges;
import io.feige.protocol.model.NameRule;
import io.feige.protocol.model.Secret;
import io.feige.protocol.model.TopicSpec;
import io.feige.tls.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns a proxy's settings into its records, a section at a time, so that each problem is told with
 * the key that it belongs to.
 */
final class ProxyConfigBuilder {
  private static final int MAX_PORT = 65_535;

  /** Hosts with ports and a blank between, as MQTT 5.0 has it in section 4.11. */
  private static final Pattern REFERENCE = Pattern.compile("\\S+:\\d{1,5}( \\S+:\\d{1,5})*");

  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private final ConfigReader in;

  ProxyConfigBuilder(ConfigReader in) {
    this.in = in;
  }

  /** The settings; null when anything is wrong, which the reader has noted. */
  @Nullable ProxySettings build() {
    String id = in.section(this::id);
    ProxySettings.Cluster cluster = in.section(this::cluster);
    List<String> origins = in.section(this::origins);
    TrustedProxies trusted =
        in.texts("listen.trustedProxies", TrustedProxies::of, TrustedProxies.NONE);
    ProxySettings.Listen listen = in.section(() -> listen("listen.host", "http", 0, trusted));
    ProxySettings.Listen ops =
        in.section(() -> listen("ops.host", "ops", ProxySettings.OFF, TrustedProxies.NONE));
    ProxySettings.Mqtt mqtt = in.section(() -> mqtt(trusted));
    ProxySettings.Tls tls = in.section(this::tls);
    ProxySettings.Limits limits = in.section(this::limits);
    Duration stopLimit = in.section(this::stopLimit);
    boolean allowInsecure = in.isOn("security.allowInsecure");
    if (listen != null && ops != null && tls != null) {
      exposure(listen, ops, tls, allowInsecure);
    }
    boolean isWhole =
        Stream.of(id, cluster, origins, listen, ops, mqtt, tls, limits, stopLimit)
            .allMatch(Objects::nonNull);
    if (!isWhole || in.hasProblems()) {
      return null;
    }
    return new ProxySettings(
        Objects.requireNonNull(id),
        Objects.requireNonNull(cluster),
        Objects.requireNonNull(listen),
        in.isOn("http.sample"),
        Objects.requireNonNull(ops),
        Objects.requireNonNull(mqtt),
        Objects.requireNonNull(tls),
        allowInsecure,
        Objects.requireNonNull(limits),
        Objects.requireNonNull(stopLimit));
  }

  private String id() {
    String id = in.text("proxy.id");
    String problem = NameRule.problem(id);
    Ranges.of("proxy").rule(problem == null, "id", String.valueOf(problem)).check();
    return id;
  }

  private ProxySettings.Cluster cluster() {
    String admins = in.text("cluster.admins");
    Ranges.of("cluster")
        .rule(
            admins.matches("[^\\s,/]+:\\d{1,5}(,\\s*[^\\s,/]+:\\d{1,5})*"),
            "admins",
            "must be host:port, or several separated by commas, not '" + admins + "'")
        .check();
    return new ProxySettings.Cluster(admins, Secret.of(in.text("cluster.token")));
  }

  private ProxySettings.Listen listen(
      String hostKey, String section, int least, TrustedProxies trusted) {
    ProxySettings.Listen listen =
        new ProxySettings.Listen(
            in.text(hostKey),
            in.number(section + ".port"),
            small("listen.names"),
            small("listen.origins"),
            trusted);
    Ranges.of("")
        .rule(
            !listen.host().isBlank(), hostKey, "must name an address, such as 127.0.0.1 or 0.0.0.0")
        .check();
    Ranges.of(section).count("port", listen.port(), least, MAX_PORT).check();
    return listen;
  }

  private ProxySettings.Mqtt mqtt(TrustedProxies trusted) {
    ProxySettings.Listen listen = listen("listen.host", "mqtt", ProxySettings.OFF, trusted);
    String topic = in.text("mqtt.topic");
    int cap = in.number("mqtt.mailboxCap");
    String elsewhere = in.text("mqtt.elsewhere").strip();
    String problem = NameRule.problem(topic);
    boolean isReference = elsewhere.isEmpty() || REFERENCE.matcher(elsewhere).matches();
    Ranges.of("mqtt")
        .rule(isReference, "elsewhere", "is not host:port, or several with blanks between")
        .rule(problem == null, "topic", String.valueOf(problem))
        .count("mailboxCap", cap, 1, TopicSpec.MAX_MAILBOX_CAP)
        .check();
    return new ProxySettings.Mqtt(listen, topic, cap, elsewhere);
  }

  private List<String> origins() {
    List<String> origins = small("listen.origins");
    Ranges.of("listen")
        .rule(
            origins.stream().allMatch(origin -> origin.matches("https?://[^/\\s]+")),
            "origins",
            "must be origins such as https://chat.example.com, without a path")
        .check();
    return origins;
  }

  private List<String> small(String name) {
    return in.texts(name).stream().map(text -> text.toLowerCase(Locale.ROOT)).toList();
  }

  private ProxySettings.Tls tls() {
    boolean hasCertificate = !in.text("tls.certificate").isEmpty();
    Ranges.of("tls")
        .rule(
            hasCertificate != in.text("tls.key").isEmpty(),
            hasCertificate ? "key" : "certificate",
            "must be set, because the other one of certificate and key is")
        .check();
    Optional<TlsFiles.Identity> identity =
        hasCertificate
            ? Optional.of(new TlsFiles.Identity(in.path("tls.certificate"), in.path("tls.key")))
            : Optional.empty();
    Optional<Path> ca =
        in.text("tls.ca").isEmpty() ? Optional.empty() : Optional.of(in.path("tls.ca"));
    return new ProxySettings.Tls(identity, ca);
  }

  private ProxySettings.Limits limits() {
    ProxySettings.Limits limits =
        new ProxySettings.Limits(
            in.number("limits.connections"),
            in.number("limits.connectionsPerAddress"),
            in.number("limits.requests"),
            in.number("limits.requestsPerCaller"),
            in.number("limits.callers"),
            in.intBytes("limits.bodyBytes"),
            in.bytes("limits.memoryBytes"),
            in.bytes("limits.callerBytes"),
            in.duration("limits.requestTimeout"),
            in.duration("limits.idleTimeout"));
    Ranges.of("limits")
        .count("connections", limits.connections(), 1, 10_000_000)
        .count("connectionsPerAddress", limits.perAddress(), 1, 10_000_000)
        .count("requests", limits.requests(), 1, 1_000_000)
        .count("requestsPerCaller", limits.perCaller(), 1, 1_000_000)
        .count("callers", limits.callers(), 1, 100_000)
        .bytes("bodyBytes", limits.bodyBytes(), KIB, 64 * MIB)
        .bytes("memoryBytes", limits.memoryBytes(), limits.bodyBytes(), 1L << 40)
        .bytes("callerBytes", limits.callerBytes(), MIB, 1L << 40)
        .time("requestTimeout", limits.requestTimeout(), SECOND, HOUR)
        .time("idleTimeout", limits.idleTimeout(), SECOND, HOUR)
        .check();
    return limits;
  }

  private Duration stopLimit() {
    Duration limit = in.duration("stop.timeout");
    Ranges.of("stop").time("timeout", limit, Duration.ZERO, HOUR).check();
    return limit;
  }

  /** Whether the cluster asks who clients are can only be found by asking it. */
  private void exposure(
      ProxySettings.Listen listen,
      ProxySettings.Listen ops,
      ProxySettings.Tls tls,
      boolean allowInsecure) {
    if (allowInsecure) {
      return;
    }
    if (tls.identity().isEmpty() && !Loopback.contains(listen.host())) {
      in.add(
          new ConfigProblem(
              "listen.host",
              listen.host()
                  + " can be reached from other machines, but there is no tls.certificate; set it, or"
                  + " use 127.0.0.1. security.allowInsecure: true does without"));
    }
    if (ops.isOn() && !Loopback.contains(ops.host())) {
      in.add(
          new ConfigProblem(
              "ops.host",
              ops.host()
                  + " can be reached from other machines, and nobody is asked there who it is; use"
                  + " 127.0.0.1. security.allowInsecure: true does without"));
    }
  }
}
