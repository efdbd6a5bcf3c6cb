package io.feige.admin.boot;

import io.feige.admin.address.HostPort;
import io.feige.admin.leader.PairSpec;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.config.SecurityConfig;
import io.feige.protocol.model.NameRule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with settings, one sentence each. */
final class SettingsCheck {
  private static final int MAX_PORT = 65_535;
  private static final int LEAST_SECRET = 8;

  private SettingsCheck() {}

  static void identity(String id, String clusterSecret, List<String> problems) {
    name("the Admin's id", id, problems);
    check(
        clusterSecret.length() >= LEAST_SECRET,
        "the cluster's secret must have 8 characters or more: whoever shows it is a node",
        problems);
  }

  static void ports(
      AdminSettings.Listen listen,
      AdminSettings.Http http,
      SecurityConfig security,
      List<String> problems) {
    port("listen", listen.port(), 0, problems);
    port("http", http.port(), AdminSettings.OFF, problems);
    check(
        !listen.advertise().isEmpty() || !isEverywhere(listen.host()),
        "listen.advertise must say under which name others reach an Admin that listens on "
            + listen.host(),
        problems);
    if (!listen.advertise().isEmpty()) {
      try {
        var _ = HostPort.parse(listen.advertise(), listen.port());
      } catch (IllegalArgumentException e) {
        problems.add("listen.advertise: " + e.getMessage());
      }
    }
    security.exposure("listen.host", listen.host()).forEach(it -> problems.add(it.toString()));
    if (http.isOn()) {
      security.exposure("http.host", http.host()).forEach(it -> problems.add(it.toString()));
    }
  }

  static void zookeeper(
      AdminSettings.ZooKeeper zookeeper, SecurityConfig security, List<String> problems) {
    if (zookeeper.isEmbedded()) {
      port("zookeeper", zookeeper.embeddedPort(), 0, problems);
    } else if (!zookeeper.connect().matches("[^\\s,/]+(,[^\\s,/]+)*(/\\S*)?")) {
      problems.add("zookeeper must be host:port, with commas between several");
      return;
    }
    zookeeper.exposure(security).forEach(it -> problems.add(it.toString()));
  }

  static void pairs(List<PairSpec> pairs, List<String> problems) {
    Set<String> names = new HashSet<>();
    for (PairSpec pair : pairs) {
      name("a pair's name", pair.name(), problems);
      name("the master of pair " + pair.name(), pair.master(), problems);
      if (!pair.backup().isEmpty()) {
        name("the backup of pair " + pair.name(), pair.backup(), problems);
      }
      check(names.add(pair.name()), "there are two pairs named " + pair.name(), problems);
      check(
          !pair.master().equals(pair.backup()),
          "master and backup of pair " + pair.name() + " are the same node",
          problems);
    }
  }

  static void times(ControllerSettings times, List<String> problems) {
    check(
        times.heartbeatMillis() >= 10 && times.heartbeatMillis() <= 10_000,
        "the heartbeat must be 10 ms to 10 s",
        problems);
    check(
        times.failoverMillis() >= 2 * times.heartbeatMillis(),
        "failover.timeout must be two heartbeats or more: one that is late is no silence",
        problems);
    check(times.failBackMillis() >= 0, "the time until fail-back cannot be negative", problems);
  }

  /** Whether a host stands for all addresses of a machine, and so for none that can be dialled. */
  static boolean isEverywhere(String host) {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  private static void name(String what, String name, List<String> problems) {
    String problem = NameRule.problem(name);
    if (problem != null) {
      problems.add(what + ": " + problem);
    }
  }

  private static void port(String what, int port, int least, List<String> problems) {
    check(
        port >= least && port <= MAX_PORT,
        what + ".port must be " + least + " to " + MAX_PORT + ", not " + port,
        problems);
  }

  private static void check(boolean isRight, String otherwise, List<String> problems) {
    if (!isRight) {
      problems.add(otherwise);
    }
  }
}
