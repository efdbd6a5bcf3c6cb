package io.feige.dist.cluster;

import io.feige.certificates.CertificateFiles;
import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import io.feige.dist.cli.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which processes a local cluster has and where they listen; loopback only. One Admin answers
 * clients on the first port and HTTP on the next; node {@code i} has the ten ports that begin
 * {@code 10 i} later: clients, links of the other nodes, health and metrics. Behind the nodes each
 * proxy has ten ports, too: HTTP, MQTT, health and metrics.
 *
 * @param nodes how many, each the master of some pairs and the backup of its neighbour's
 * @param pairs how many, dealt out to the nodes in turns; null: as many as nodes
 * @param portBase where clients find the Admin
 * @param relayed what the processes say to each other goes through ports that somebody else listens
 *     on, so that the network between them can be cut
 * @param store the URL of the message store, or one of {@link #DATABASES}, which is started with
 *     the cluster; null: none
 * @param replication as the nodes' setting cluster.replication; null: its default
 * @param tls whether connections are encrypted and a token is asked for; null: not
 * @param proxies how many there are for clients that are not the Java SDK; null: none
 * @param calm whether silence and slow disks are borne for longer, since one machine does all of it
 *     and more; null: not
 */
record ClusterPlan(
    int nodes,
    @Nullable Integer pairs,
    int portBase,
    boolean relayed,
    @Nullable String store,
    @Nullable String replication,
    @Nullable Boolean tls,
    @Nullable Integer proxies,
    @Nullable Boolean calm) {
  private static final List<String> REPLICATIONS = List.of("journal", "shared-sql");

  /** The Admin's name. */
  static final String ADMIN = "admin-1";

  /** The name of the database server. */
  static final String DATABASE = "database";

  /** What a database server is asked for by. */
  static final Map<String, DatabaseKind> DATABASES =
      Map.of("mysql", DatabaseKind.MARIADB, "mysql8", DatabaseKind.MYSQL);

  private static final String URL = "jdbc:mysql://";

  /** So many have ports of their own. */
  static final int MOST_NODES = 99;

  private static final String PROXY = "proxy-";

  /** Each has a journal, and threads for it, on two nodes. */
  static final int MOST_PAIRS = 256;

  private static final String HOST = "127.0.0.1";
  static final int PORTS_EACH = 10;
  private static final int NODE_PORTS = 3;

  /** Port after the first of a node or a proxy that has health and metrics. */
  private static final int OPS_PORT = 2;

  /** Port after a proxy's first that speaks MQTT. */
  private static final int MQTT_PORT = 1;

  /** Port after the Admin's first that the database has. */
  private static final int DATABASE_PORT = 2;

  /** Port after the node's first that leads to its links. */
  private static final int LINK_RELAY = 3;

  /** Port after the node's first that leads from it to the Admin. */
  private static final int ADMIN_RELAY = 4;

  static final int MAX_PORT = 65_535;

  ClusterPlan {
    if (nodes < 2 || nodes > MOST_NODES) {
      throw new IllegalArgumentException("a local cluster has 2 to " + MOST_NODES + " nodes");
    }
    if (pairs != null && (pairs < 1 || pairs > MOST_PAIRS)) {
      throw new IllegalArgumentException("a local cluster has 1 to " + MOST_PAIRS + " pairs");
    }
    if (proxies != null && (proxies < 0 || proxies > MOST_NODES)) {
      throw new IllegalArgumentException("a local cluster has 0 to " + MOST_NODES + " proxies");
    }
    int parts = nodes + (proxies == null ? 0 : proxies);
    if (portBase < 1 || portBase + portsOf(parts) > MAX_PORT) {
      throw new IllegalArgumentException(
          "the ports from " + portBase + " on do not suffice for " + parts + " nodes and proxies");
    }
    if (store != null && !DATABASES.containsKey(store) && !store.startsWith(URL)) {
      throw new IllegalArgumentException(
          "a store is mysql, mysql8, or a URL that begins with " + URL + ", not '" + store + "'");
    }
    if (replication != null && !REPLICATIONS.contains(replication)) {
      throw new IllegalArgumentException(
          "replication is journal or shared-sql, not '" + replication + "'");
    }
    if ("shared-sql".equals(replication) && store == null) {
      throw new IllegalArgumentException("shared-sql needs a store to share (--store)");
    }
  }

  /** One with the times of a cluster of machines. */
  ClusterPlan(
      int nodes,
      @Nullable Integer pairs,
      int portBase,
      boolean relayed,
      @Nullable String store,
      @Nullable String replication,
      @Nullable Boolean tls,
      @Nullable Integer proxies) {
    this(nodes, pairs, portBase, relayed, store, replication, tls, proxies, null);
  }

  /** The same with the times of a machine that does other work, too. */
  ClusterPlan calmly() {
    return new ClusterPlan(
        nodes, pairs, portBase, relayed, store, replication, tls, proxies, Boolean.TRUE);
  }

  /** Whether connections are encrypted and a token is asked for. */
  boolean isEncrypted() {
    return Boolean.TRUE.equals(tls);
  }

  /** The host names and addresses under which the processes are reached. */
  static List<String> hosts() {
    return List.of(HOST, "::1", "localhost");
  }

  /** So many in a row are for a cluster of so many nodes. */
  static int portsOf(int nodes) {
    return PORTS_EACH * (nodes + 1);
  }

  static String node(int number) {
    return "node-" + number;
  }

  /** All processes in the order of their start. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    database().ifPresent(kind -> names.add(DATABASE));
    names.add(ADMIN);
    names.addAll(nodeNames());
    names.addAll(proxyNames());
    return names;
  }

  /** The database server that belongs to the cluster. */
  Optional<DatabaseKind> database() {
    return Optional.ofNullable(store).map(DATABASES::get);
  }

  List<String> nodeNames() {
    return IntStream.rangeClosed(1, nodes).mapToObj(ClusterPlan::node).toList();
  }

  List<String> proxyNames() {
    int count = proxies == null ? 0 : proxies;
    return IntStream.rangeClosed(1, count).mapToObj(number -> PROXY + number).toList();
  }

  /** The command that a process runs; not for the database. */
  static String command(String name) {
    return name.equals(ADMIN) ? "admin" : isProxy(name) ? "proxy" : "node";
  }

  static boolean isProxy(String name) {
    return name.startsWith(PROXY);
  }

  boolean has(String name) {
    return names().contains(name);
  }

  /** Where clients connect. */
  String adminAddress() {
    return HOST + ":" + portBase;
  }

  /** Where the Admin answers HTTP. */
  String httpAddress() {
    return HOST + ":" + (portBase + 1);
  }

  /** Where clients find one process. */
  String address(String name) {
    return HOST + ":" + firstPort(name);
  }

  /** How a process is met by what it is there for: a proxy by a URL. */
  String shownAddress(String name) {
    return isProxy(name) ? (isEncrypted() ? "https://" : "http://") + address(name) : address(name);
  }

  /** Where clients of MQTT find a process, if they do. */
  Optional<String> mqttAddress(String name) {
    return isProxy(name)
        ? Optional.of(
            (isEncrypted() ? "mqtts://" : "mqtt://") + HOST + ":" + (firstPort(name) + MQTT_PORT))
        : Optional.empty();
  }

  /** All ports of one process. */
  List<Integer> ports(String name) {
    int first = firstPort(name);
    if (isProxy(name)) {
      return List.of(first, first + MQTT_PORT, first + OPS_PORT);
    }
    int count = name.equals(DATABASE) ? 1 : name.equals(ADMIN) ? 2 : NODE_PORTS;
    return IntStream.range(first, first + count).boxed().toList();
  }

  private int firstPort(String name) {
    if (name.equals(DATABASE)) {
      return portBase + DATABASE_PORT;
    }
    if (isProxy(name)) {
      return portBase + PORTS_EACH * (nodes + number(name));
    }
    return name.equals(ADMIN) ? portBase : portBase + PORTS_EACH * number(name);
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring(name.indexOf('-') + 1));
  }

  /** The ways that somebody else has to serve; none where the processes reach each other. */
  List<RelayedPath> relayedPaths() {
    List<RelayedPath> paths = new ArrayList<>();
    for (int i = 1; relayed && i <= nodes; i++) {
      int first = firstPort(node(i));
      paths.add(new RelayedPath(node(i), ADMIN, first + ADMIN_RELAY, portBase));
      // With two nodes there is one other; with more, its neighbours share the way.
      paths.add(new RelayedPath(node(i % nodes + 1), node(i), first + LINK_RELAY, first + 1));
    }
    return paths;
  }

  int pairCount() {
    return pairs == null ? nodes : pairs;
  }

  /** The pairs as the Admin's setting says them. */
  private String pairList() {
    return IntStream.range(0, pairCount())
        .mapToObj(
            i -> "pair-" + (i + 1) + "=" + node(i % nodes + 1) + "/" + node((i + 1) % nodes + 1))
        .collect(Collectors.joining(","));
  }

  /** The settings file of one process. */
  String settings(String name, ClusterLayout layout) {
    if (isProxy(name)) {
      return proxySettings(name, layout);
    }
    return name.equals(ADMIN) ? adminSettings(layout) : nodeSettings(name, layout);
  }

  private String proxySettings(String name, ClusterLayout layout) {
    int first = firstPort(name);
    return """
    proxy:
      id: %s
    cluster:
      admins: %s
      token: %s
    listen:
      host: %s
      origins: %s
    http:
      port: %d
      sample: true
    mqtt:
      port: %d
      elsewhere: %s
    ops:
      host: %s
      port: %d
    %s\
    """
        .formatted(
            name,
            adminAddress(),
            Json.line(isEncrypted() ? "file:" + layout.adminToken() : ""),
            HOST,
            origins(),
            first,
            first + MQTT_PORT,
            Json.line(others(name)),
            HOST,
            first + OPS_PORT,
            isEncrypted() ? tlsSettings(name, layout) : "");
  }

  /** Where clients of MQTT may go when a proxy stops. */
  private String others(String name) {
    return proxyNames().stream()
        .filter(proxy -> !proxy.equals(name))
        .map(proxy -> HOST + ":" + (firstPort(proxy) + MQTT_PORT))
        .collect(Collectors.joining(" "));
  }

  /** A page of one proxy may go on with the others. */
  private String origins() {
    String scheme = isEncrypted() ? "https://" : "http://";
    return proxyNames().stream()
        .flatMap(proxy ->
            Stream.of("localhost:", HOST + ":").map(host -> scheme + host + firstPort(proxy)))
        .collect(Collectors.joining(","));
  }

  // A JSON text is a YAML text, whatever is in a path.
  private String adminSettings(ClusterLayout layout) {
    return """
    admin:
      id: %s
      dir: %s
    listen:
      host: %s
      port: %d
    http:
      host: %s
      port: %d
    cluster:
      secret: %s
    pairs: %s
    %s%s%s\
    """
        .formatted(
            ADMIN,
            Json.line(layout.data(ADMIN).toString()),
            HOST,
            portBase,
            HOST,
            portBase + 1,
            Json.line("file:" + layout.secret()),
            pairList(),
            calmSettings(
                """
                failover:
                  timeout: 1s
                """),
            securitySettings(ADMIN, layout),
            sqlSettings());
  }

  private String nodeSettings(String name, ClusterLayout layout) {
    int first = firstPort(name);
    return """
    node:
      id: %s
      dir: %s
    listen:
      host: %s
      port: %d
    http:
      host: %s
      port: %d
    cluster:
      admins: %s
      link: %s
      secret: %s
      replication: %s
    %s\
    topics:
      autoCreate: true
    %s%s\
    """
        .formatted(
            name,
            Json.line(layout.data(name).toString()),
            HOST,
            first,
            HOST,
            first + OPS_PORT,
            relayed ? HOST + ":" + (first + ADMIN_RELAY) : adminAddress(),
            HOST + ":" + (first + 1) + (relayed ? " as " + HOST + ":" + (first + LINK_RELAY) : ""),
            Json.line("file:" + layout.secret()),
            replication == null ? "journal" : replication,
            calmSettings(
                """
                  timeout: 1s
                journal:
                  fsyncTimeout: 2s
                """),
            securitySettings(name, layout),
            sqlSettings());
  }

  /** A death that is proved is acted upon at once all the same. */
  private String calmSettings(String settings) {
    return Boolean.TRUE.equals(calm) ? settings : "";
  }

  private String securitySettings(String name, ClusterLayout layout) {
    if (!isEncrypted()) {
      return "";
    }
    return """
    security:
      token: %s
      users: true
    %s\
    """
        .formatted(Json.line("file:" + layout.adminToken()), tlsSettings(name, layout));
  }

  private static String tlsSettings(String name, ClusterLayout layout) {
    CertificateFiles certificates = layout.certificates();
    return """
    tls:
      certificate: %s
      key: %s
      ca: %s
    """
        .formatted(
            Json.line(certificates.certificate(name).toString()),
            Json.line(certificates.key(name).toString()),
            Json.line(certificates.ca().toString()));
  }

  private String sqlSettings() {
    if (store == null) {
      return "";
    }
    boolean isOurs = database().isPresent();
    String url = isOurs ? DatabaseServer.url(firstPort(DATABASE), "feige") : store;
    String user = isOurs ? "root" : "feige";
    return """
    sql:
      url: %s
      user: %s
    """
        .formatted(Json.line(url), user);
  }
}
