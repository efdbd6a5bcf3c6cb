package io.feige.admin.boot;

import io.feige.access.TrustedProxies;
import io.feige.admin.event.WebhookSettings;
import io.feige.admin.leader.PairSpec;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.config.ConfigProblem;
import io.feige.config.DatabaseConfig;
import io.feige.config.Loopback;
import io.feige.config.SecurityConfig;
import io.feige.protocol.cluster.BackupServes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.zookeeper.client.ConnectStringParser;

/**
 * Everything an Admin is told at its start. A value out of range is refused by an
 * IllegalArgumentException that names everything that is wrong; one that exists is usable.
 *
 * @param id name of this Admin, unique among those that share a ZooKeeper
 * @param dir holds the embedded ZooKeeper's data
 * @param security what clients and callers of the REST interface must show, and the certificates
 * @param clusterSecret what nodes must show
 * @param pairs created if they are not there
 * @param backupServes what a backup may do while it is active
 * @param webhook who else is told of events
 * @param sql the message store, which is shown
 */
public record AdminSettings(
    String id,
    Path dir,
    Listen listen,
    Http http,
    SecurityConfig security,
    String clusterSecret,
    ZooKeeper zookeeper,
    List<PairSpec> pairs,
    BackupServes backupServes,
    ControllerSettings controller,
    WebhookSettings webhook,
    DatabaseConfig sql) {
  /** The port for the REST interface that says: none. */
  public static final int OFF = -1;

  /** Checks everything, and takes a copy of the list. */
  public AdminSettings {
    pairs = List.copyOf(pairs);
    List<String> problems = new ArrayList<>();
    SettingsCheck.identity(id, clusterSecret, problems);
    SettingsCheck.ports(listen, http, security, problems);
    SettingsCheck.zookeeper(zookeeper, security, problems);
    SettingsCheck.pairs(pairs, problems);
    SettingsCheck.times(controller, problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  /** What other machines would not need in order to use one of the ports; empty: all is well. */
  List<String> missingSecurity() {
    return Stream.of(listen.host(), http.isOn() ? http.host() : listen.host())
        .flatMap(host -> security.missing(host).stream())
        .distinct()
        .toList();
  }

  /** Shows no secrets. */
  @Override
  public String toString() {
    return "AdminSettings[" + id + ", " + dir + ", " + listen + ", " + pairs + "]";
  }

  /**
   * Where clients and nodes connect.
   *
   * @param port 0: any free one
   * @param advertise host or host:port under which they reach it; empty: as it listens
   */
  public record Listen(String host, int port, String advertise) {}

  /**
   * Where the REST interface is.
   *
   * @param port 0: any free one; {@link #OFF}: none
   * @param trusted the reverse proxies before it
   */
  public record Http(String host, int port, TrustedProxies trusted) {
    /** Whether there is one. */
    public boolean isOn() {
      return port != OFF;
    }
  }

  /**
   * Which ZooKeeper is used.
   *
   * @param connect host:port of its servers, with commas between; empty: the embedded one
   * @param embeddedPort of the embedded one; 0: any free one
   * @param sessionMillis a leading Admin that ZooKeeper does not hear for so long leads no longer
   * @param formerSecret the cluster's secret before it was replaced; empty: what is there belongs
   *     to Admins with the present one
   * @param tls whether the connection is encrypted; a shared one only
   */
  public record ZooKeeper(
      String connect, int embeddedPort, int sessionMillis, String formerSecret, boolean tls) {
    /** Without TLS, where the secret has not been replaced. */
    public ZooKeeper(String connect, int embeddedPort, int sessionMillis) {
      this(connect, embeddedPort, sessionMillis, "", false);
    }

    /**
     * What is wrong with going there; everybody on the way could see and change what is decided.
     */
    public List<ConfigProblem> exposure(SecurityConfig security) {
      if (tls && isEmbedded()) {
        return problem(
            "zookeeper.tls",
            "is for a ZooKeeper of your own (zookeeper.connect); the one inside Admin is asked on"
                + " loopback, by nobody else");
      }
      if (tls && security.tls().isEmpty()) {
        return problem("zookeeper.tls", "needs tls.certificate, tls.key and tls.ca");
      }
      return isInsecure() && !security.allowInsecure()
          ? problem(
              "zookeeper.connect",
              "is on another machine, and the connection is not encrypted; set zookeeper.tls."
                  + " security.allowInsecure: true does without")
          : List.of();
    }

    /** Whether others may listen to the connection. */
    boolean isInsecure() {
      return !isEmbedded()
          && !tls
          && new ConnectStringParser(connect)
              .getServerAddresses().stream()
                  .anyMatch(server -> !Loopback.contains(server.getHostString()));
    }

    private static List<ConfigProblem> problem(String key, String sentence) {
      return List.of(new ConfigProblem(key, sentence));
    }

    /** Whether it runs inside this Admin. */
    public boolean isEmbedded() {
      return connect.isEmpty();
    }

    /** Shows no secret. */
    @Override
    public String toString() {
      return "ZooKeeper[" + (isEmbedded() ? "inside" : connect) + "]";
    }
  }
}
