package io.feige.proxy.config;

import io.feige.access.TrustedProxies;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.model.Secret;
import io.feige.tls.TlsFiles;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Everything a proxy is told at its start. One that exists is usable.
 *
 * @param id name of this proxy; consumers are known by it in the cluster
 * @param cluster where the cluster is found
 * @param listen where clients connect
 * @param hasSample whether there is the sample page of the browser client
 * @param ops where health and metrics are
 * @param mqtt where clients of MQTT connect, and what carries their messages
 * @param tls how both sides are encrypted
 * @param allowInsecure whether other machines may come without encryption or a log-in
 * @param limits what clients may cost
 * @param stopLimit how long a stop waits for what is under way
 */
public record ProxySettings(
    String id,
    Cluster cluster,
    Listen listen,
    boolean hasSample,
    Listen ops,
    Mqtt mqtt,
    Tls tls,
    boolean allowInsecure,
    Limits limits,
    Duration stopLimit) {
  /** The port that says: none. */
  public static final int OFF = -1;

  /**
   * Where the cluster is found.
   *
   * @param admins host:port of each Admin, or of a lone node, separated by commas
   * @param token with which the proxy tells Admins of itself; none: a cluster that asks who its
   *     callers are is told nothing
   */
  public record Cluster(String admins, Secret token) {
    /** The Admins one by one. */
    public List<String> each() {
      return List.of(admins.split(",\\s*", -1));
    }
  }

  /**
   * An address of this proxy.
   *
   * @param port 0: any free one; {@link #OFF}: none
   * @param names under which it is called, besides addresses and localhost; in small letters
   * @param origins of pages that may call from a browser, besides its own; in small letters
   * @param trusted the reverse proxies before it
   */
  public record Listen(
      String host, int port, List<String> names, List<String> origins, TrustedProxies trusted) {
    /** Takes a copy of the lists. */
    public Listen {
      names = List.copyOf(names);
      origins = List.copyOf(origins);
    }

    /** Whether pages of this origin may call. */
    public boolean isOrigin(String origin) {
      return origins.contains(origin.toLowerCase(Locale.ROOT));
    }

    /** Whether it is called so. */
    public boolean isCalled(String name) {
      return names.contains(name) || name.equalsIgnoreCase(host);
    }

    /** Whether anything is there. */
    public boolean isOn() {
      return port != OFF;
    }
  }

  /**
   * What clients of MQTT are given.
   *
   * @param listen where they connect
   * @param topic of mailboxes that carries what they publish
   * @param mailboxCap messages that a session keeps, where the proxy creates the topic
   * @param elsewhere where they may go when this proxy stops, as MQTT 5.0, section 4.11 writes it;
   *     empty: they are told nothing
   */
  public record Mqtt(Listen listen, String topic, int mailboxCap, String elsewhere) {}

  /**
   * How both sides are encrypted.
   *
   * @param identity what clients are shown; empty: they are not encrypted
   * @param ca whose servers are trusted; empty: the cluster is spoken to without TLS
   */
  public record Tls(Optional<TlsFiles.Identity> identity, Optional<Path> ca) {
    /** Without. */
    public static final Tls NONE = new Tls(Optional.empty(), Optional.empty());
  }

  /**
   * What clients may cost.
   *
   * @param connections at a time
   * @param perAddress of these, from one address
   * @param requests in hand at a time
   * @param perCaller of these, of one caller
   * @param callers who are logged in at a time: each has connections of its own to the cluster
   * @param bodyBytes of one request
   * @param memoryBytes of all bodies that have arrived and are in hand
   * @param callerBytes what one caller's client holds: unconfirmed, or on the way to it
   * @param requestTimeout how long a request may take to arrive
   * @param idleTimeout how long a connection may be without a request, or not take its answer
   */
  public record Limits(
      int connections,
      int perAddress,
      int requests,
      int perCaller,
      int callers,
      int bodyBytes,
      long memoryBytes,
      long callerBytes,
      Duration requestTimeout,
      Duration idleTimeout) {}

  /**
   * URLs under which clients reach a port of this proxy: by each of its names; without names, by
   * the address that it listens on, or the name of the machine where it listens on all of them.
   *
   * @param scheme without encryption, such as {@code http}; an {@code s} is added where there is
   */
  public List<String> addresses(String scheme, int port) {
    String prefix = scheme + (tls.identity().isPresent() ? "s://" : "://");
    List<String> hosts = listen.names().isEmpty() ? List.of(host()) : listen.names();
    return hosts.stream()
        .limit(ReportProxy.MAX_ADDRESSES)
        .map(host -> prefix + (host.contains(":") ? "[" + host + "]" : host) + ":" + port)
        .toList();
  }

  private String host() {
    try {
      return InetAddress.getByName(listen.host()).isAnyLocalAddress()
          ? InetAddress.getLocalHost().getHostName()
          : listen.host();
    } catch (UnknownHostException e) {
      return listen.host();
    }
  }

  /** Without what is long. */
  @Override
  public String toString() {
    return "ProxySettings[" + id + ", " + cluster.admins() + ", " + listen + "]";
  }
}
