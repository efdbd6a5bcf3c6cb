package io.feige.proxy.config;

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
import io.feige.config.LoadedConfig;
import io.feige.config.Tier;
import io.feige.config.ValueKind;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The table of a proxy's settings, a section at a time. */
public final class ProxyConfig {
  /** Everything that can be set. */
  public static final ConfigSchema SCHEMA = schema();

  private final ConfigSchema.Table table = new ConfigSchema.Table();

  private ProxyConfig() {}

  /**
   * Loads and checks the settings; see {@link ConfigLoader}.
   *
   * @throws io.feige.config.ConfigException if anything is wrong
   */
  public static LoadedConfig<ProxySettings> load(
      Optional<Path> file, Map<String, String> environment, Map<String, String> flags) {
    return new ConfigLoader<>(SCHEMA, reader -> new ProxyConfigBuilder(reader).build())
        .load(file, environment, flags);
  }

  private static ConfigSchema schema() {
    ProxyConfig settings = new ProxyConfig();
    settings.places();
    settings.ports();
    settings.mqtt();
    settings.security();
    settings.limits();
    return settings.table.schema();
  }

  private void places() {
    add(
        "proxy.id",
        TEXT,
        ESSENTIAL,
        "proxy-1",
        "name of this proxy; the cluster shows consumers by it");
    add(
        "cluster.admins",
        TEXT,
        ESSENTIAL,
        "localhost:7700",
        "host:port of each Admin of the cluster, separated by commas; or of a lone node");
    add(
        "cluster.token",
        SECRET,
        FREQUENT,
        "",
        "token of a user with the right announce, with which Admins take this proxy's reports; empty: where nobody has to show anything");
    add(
        "listen.host",
        TEXT,
        ESSENTIAL,
        "127.0.0.1",
        "address for clients; beyond loopback needs TLS, and a cluster that asks who they are");
    add(
        "listen.names",
        TEXT,
        FREQUENT,
        "",
        "names under which clients reach this proxy, separated by commas; addresses and localhost are known");
    add(
        "listen.origins",
        TEXT,
        FREQUENT,
        "",
        "origins of other pages that may call from a browser, such as https://chat.example.com, separated by commas");
    add(
        "listen.trustedProxies",
        TEXT,
        FREQUENT,
        "",
        "addresses or networks of reverse proxies whose X-Forwarded-For says who calls, separated by commas");
  }

  private void ports() {
    add("http.port", INTEGER, ESSENTIAL, "7780", "port for HTTP; 0: any free one");
    add(
        "http.sample",
        SWITCH,
        FREQUENT,
        "false",
        "serves /chat, a page that shows what the browser client does");
    add(
        "ops.host",
        TEXT,
        FREQUENT,
        "127.0.0.1",
        "address of metrics and health, for loopback only");
    add(
        "ops.port",
        PORT_OR_OFF,
        FREQUENT,
        "7781",
        "port of metrics and health; 0: any free one, off: none");
    add(
        "stop.timeout",
        DURATION,
        RARE,
        "10s",
        "how long a stop waits for requests that are under way, and over which clients are sent away");
  }

  private void mqtt() {
    add(
        "mqtt.port",
        PORT_OR_OFF,
        ESSENTIAL,
        "off",
        "port for MQTT, usually 1883, or 8883 with TLS; 0: any free one, off: none");
    add(
        "mqtt.topic",
        TEXT,
        FREQUENT,
        "mqtt",
        "topic of mailboxes that carries what clients of MQTT publish; the proxy creates it if it is not there");
    add(
        "mqtt.mailboxCap",
        INTEGER,
        RARE,
        "1000",
        "messages that a session keeps for its client, where the proxy creates the topic");
    add(
        "mqtt.elsewhere",
        TEXT,
        RARE,
        "",
        "where clients of version 5 may go when the proxy stops: host:port, or several with blanks between; empty: they are told nothing");
  }

  private void security() {
    add(
        "tls.certificate",
        TEXT,
        ESSENTIAL,
        "",
        "PEM file of the certificate that clients are shown, followed by those up to its authority; empty: no TLS, loopback only");
    add("tls.key", TEXT, ESSENTIAL, "", "PEM file of the certificate's private key, in PKCS #8");
    add(
        "tls.ca",
        TEXT,
        ESSENTIAL,
        "",
        "PEM file of the authorities of the cluster's servers; empty: they are spoken to without TLS");
    add(
        "security.allowInsecure",
        SWITCH,
        RARE,
        "false",
        "lets other machines come without encryption, or without a log-in where the cluster asks for none");
  }

  private void limits() {
    add("limits.connections", INTEGER, FREQUENT, "10000", "connections of clients at a time");
    add(
        "limits.connectionsPerAddress",
        INTEGER,
        FREQUENT,
        "10000",
        "of these, from one address; lower it where clients come without a balancer between");
    add("limits.requests", INTEGER, RARE, "10000", "requests in hand at a time, parked ones too");
    add(
        "limits.requestsPerCaller",
        INTEGER,
        FREQUENT,
        "2000",
        "requests in hand at a time of one user or token; where nobody shows anything all are one");
    add(
        "limits.callers",
        INTEGER,
        FREQUENT,
        "500",
        "users and tokens that are logged in at a time; each has connections of its own to the cluster");
    add("limits.bodyBytes", BYTES, FREQUENT, "8MiB", "largest body of a request");
    add(
        "limits.memoryBytes",
        BYTES,
        RARE,
        "64MiB",
        "bodies of all requests in hand, and answers that are not taken yet");
    add(
        "limits.callerBytes",
        BYTES,
        RARE,
        "16MiB",
        "what is held for one caller: messages unconfirmed, or on the way to it");
    add(
        "limits.requestTimeout",
        DURATION,
        RARE,
        "30s",
        "time in which a request must have arrived");
    add(
        "limits.idleTimeout",
        DURATION,
        RARE,
        "60s",
        "connections end that have no request for so long, or take nothing of their answer");
  }

  private void add(String name, ValueKind kind, Tier tier, String defaultText, String meaning) {
    table.add(name, kind, tier, defaultText, meaning);
  }
}
