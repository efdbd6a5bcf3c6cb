package io.feige.admin.boot;

import io.feige.admin.access.AdminAccess;
import io.feige.admin.address.AdminAddress;
import io.feige.admin.address.HostPort;
import io.feige.admin.address.NodeAddress;
import io.feige.admin.alert.AlertWatch;
import io.feige.admin.client.ClientSetup;
import io.feige.admin.client.UserClients;
import io.feige.admin.controller.ControllerLoop;
import io.feige.admin.controller.DecisionLog;
import io.feige.admin.drill.Drills;
import io.feige.admin.event.EventLog;
import io.feige.admin.event.EventSink;
import io.feige.admin.event.Webhook;
import io.feige.admin.front.Front;
import io.feige.admin.front.FrontLimits;
import io.feige.admin.front.FrontSettings;
import io.feige.admin.history.History;
import io.feige.admin.history.HistoryWatch;
import io.feige.admin.history.Look;
import io.feige.admin.http.AdminHttp;
import io.feige.admin.http.Cluster;
import io.feige.admin.http.HttpSettings;
import io.feige.admin.leader.Election;
import io.feige.admin.leader.PairPlan;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.routes.RouteTable;
import io.feige.admin.store.ClusterWatch;
import io.feige.admin.store.ZooKeeperPairStore;
import io.feige.admin.store.ZooKeeperUserStore;
import io.feige.admin.stored.StoredMessages;
import io.feige.admin.zookeeper.ZooKeeperConnection;
import io.feige.config.ConfigEntry;
import io.feige.config.LoadedConfig;
import io.feige.config.Loopback;
import io.feige.config.ProcessTls;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Routes;
import io.feige.protocol.model.Secret;
import io.feige.tls.Encryption;
import io.feige.tls.TlsException;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running Admin. Starts in the order directory, ZooKeeper, controller, ports, election, and stops
 * the other way round; what a failed start has opened is closed again.
 */
public final class AdminServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);

  private final AdminSettings settings;
  private final List<ConfigEntry> entries;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final AtomicBoolean isClosing = new AtomicBoolean();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicReference<@Nullable Front> front = new AtomicReference<>();
  private final AtomicReference<@Nullable AdminZooKeeper> zookeeper = new AtomicReference<>();
  private final AtomicReference<Look> look = new AtomicReference<>(Look.NOTHING);
  private @Nullable AdminHttp http;
  private @Nullable ControllerLoop controller;
  private volatile boolean hasFailed;

  private AdminServer(LoadedConfig<AdminSettings> loaded) {
    this.settings = loaded.config();
    this.entries = loaded.entries();
  }

  /**
   * Starts an Admin and returns when it stands for election and its ports are open.
   *
   * @throws StartException if it cannot
   */
  public static AdminServer start(AdminSettings settings) {
    return start(new LoadedConfig<>(settings, List.of()));
  }

  /**
   * The same with settings of which is known where each comes from.
   *
   * @throws StartException if it cannot
   */
  public static AdminServer start(LoadedConfig<AdminSettings> loaded) {
    AdminServer server = new AdminServer(loaded);
    try {
      server.open();
      return server;
    } catch (RuntimeException e) {
      server.isClosing.set(true);
      server.release();
      throw e;
    }
  }

  /** The port for clients and nodes. */
  public int clientPort() {
    Front bound = front.get();
    return bound == null ? -1 : bound.port();
  }

  /** The port of the REST interface; -1: off. */
  public int httpPort() {
    return http == null ? -1 : http.port();
  }

  /** How other Admins connect to the embedded ZooKeeper; empty: there is none. */
  public String zookeeper() {
    AdminZooKeeper present = zookeeper.get();
    return present == null ? "" : present.inside();
  }

  /** Whether this Admin leads. */
  public boolean isLeading() {
    return controller != null && controller.leaderEpoch() > 0;
  }

  /** Whether it stopped because its ZooKeeper failed. */
  public boolean hasFailed() {
    return hasFailed;
  }

  /** Waits until it has stopped. */
  public void awaitStopped() throws InterruptedException {
    stopped.await();
  }

  /** Stops: another Admin can lead at once. */
  @Override
  public void close() {
    if (!isClosing.compareAndSet(false, true)) {
      return;
    }
    LOG.info("{} Admin {} stops", AdminLogId.STOPPING, settings.id());
    release();
    LOG.info("{} Admin {} has stopped", AdminLogId.STOPPED, settings.id());
    stopped.countDown();
  }

  private void open() {
    AdminDirectory dir = keep(AdminDirectory.open(settings.dir()));
    Encryption encryption = encryption();
    EventLog events = keep(EventLog.open(dir.path()));
    Webhook webhook = keep(webhook(events));
    AdminZooKeeper shared =
        keep(AdminZooKeeper.open(settings, dir, encryption, this::zookeeperFailed));
    zookeeper.set(shared);
    ZooKeeperConnection connection = shared.connection();
    ZooKeeperPairStore store = shared.store();

    AdminAccess access = keep(access(dir, connection));
    RouteTable routes = new RouteTable(this::routes);
    DecisionLog decisions = new DecisionLog(settings.id(), events);
    ControllerLoop loop = new ControllerLoop(shared.controller(), store, routes, decisions);
    controller = loop;
    Front bound = keep(bind(dir, loop, encryption, access, events));
    front.set(bound);
    bound.nodesAre(routes::nodes);
    access.nodesHold(bound::nodesHold);
    // It ends before the front does, to which it speaks.
    keep(loop);
    ClusterWatch watch =
        keep(new ClusterWatch(connection.client(), new Listening(routes, loop, access, events)));
    AlertWatch alerts = keep(alerts(loop, watch, connection, bound, encryption, events));
    if (settings.http().isOn()) {
      http =
          keep(
              startHttp(
                  new Cluster(
                      settings.id(),
                      loop,
                      routes,
                      store,
                      new Drills(loop, store, events),
                      watch::admins,
                      bound.strangers(),
                      bound.proxies(),
                      alerts::now,
                      look::get,
                      events,
                      webhook,
                      connection::isConnected,
                      () -> !hasFailed),
                  encryption,
                  access,
                  dir));
      leaveToken(access);
    }
    PairPlan plan = new PairPlan(settings.pairs(), settings.backupServes());
    AdminAddress address = address(bound.port());
    Election election = keep(new Election(connection.client(), store, plan, address, loop));
    loop.start(bound, election::resign);
    watch.start();
    if (settings.zookeeper().isEmbedded()) {
      election.forgetEarlierProcess();
    }
    election.start();
    announce(address, dir);
  }

  private void routes(Routes newer) {
    Front bound = front.get();
    if (bound != null) {
      bound.routes(newer);
    }
  }

  // What the disk holds after a failed write is not known, so it is never used again.
  private void zookeeperFailed() {
    if (!isClosing.get()) {
      LOG.error(
          "{} ZooKeeper inside Admin {} has failed; Admin stops",
          AdminLogId.ZOOKEEPER_FAILED,
          settings.id());
      hasFailed = true;
      close();
    }
  }

  private void certificatesRenewed() {
    AdminZooKeeper present = zookeeper.get();
    if (present != null) {
      present.certificatesRenewed();
    }
  }

  private Encryption encryption() {
    ProcessTls.LogIds ids =
        new ProcessTls.LogIds(
            AdminLogId.CERTIFICATE_RENEWED,
            AdminLogId.CERTIFICATE_UNUSABLE,
            AdminLogId.CERTIFICATE_EXPIRES);
    try {
      return keep(ProcessTls.start(settings.security(), ids, this::certificatesRenewed))
          .encryption();
    } catch (TlsException e) {
      throw new StartException("TLS cannot be had: " + e.getMessage(), e);
    }
  }

  private AdminAccess access(AdminDirectory dir, ZooKeeperConnection zookeeper) {
    try {
      return AdminAccess.open(
          settings.id(),
          settings.security(),
          Secret.of(settings.clusterSecret()),
          new ZooKeeperUserStore(zookeeper.client()),
          dir.path());
    } catch (IOException e) {
      throw new StartException(
          "the audit log in " + dir.path() + " cannot be written: " + e.getMessage(), e);
    }
  }

  private Front bind(
      AdminDirectory dir,
      ControllerLoop loop,
      Encryption encryption,
      AdminAccess access,
      EventSink events) {
    HostPort listen = new HostPort(settings.listen().host(), settings.listen().port());
    FrontSettings wanted =
        new FrontSettings(
            settings.id(),
            listen,
            settings.security(),
            access,
            settings.clusterSecret(),
            dir.path(),
            encryption,
            FrontLimits.DEFAULT,
            events);
    try {
      return Front.bind(wanted, loop);
    } catch (IOException e) {
      throw cannotListen(listen, e);
    }
  }

  private AlertWatch alerts(
      ControllerLoop loop,
      ClusterWatch watch,
      ZooKeeperConnection connection,
      Front bound,
      Encryption encryption,
      EventLog events) {
    return AlertWatch.start(
        settings.id(),
        new AlertWatch.Sources(
            loop,
            watch::admins,
            connection::isConnected,
            encryption,
            bound::certificateEnds,
            look::get,
            bound.proxies()::all),
        events);
  }

  private Webhook webhook(EventLog events) {
    Optional<Path> ca = settings.security().tls().flatMap(TlsFiles::ca);
    Webhook webhook = Webhook.start(settings.id(), settings.webhook(), ca, this::isLeading);
    events.alsoTell(webhook);
    return webhook;
  }

  private AdminHttp startHttp(
      Cluster cluster, Encryption encryption, AdminAccess access, AdminDirectory dir) {
    HostPort listen = new HostPort(settings.http().host(), settings.http().port());
    UserClients clients = keep(new UserClients(ownClients()));
    History history = keep(history(dir));
    var _ =
        keep(
            HistoryWatch.start(history, clients, access.itself(), cluster.controller(), look::set));
    StoredMessages stored = keep(new StoredMessages(settings.sql()));
    try {
      return AdminHttp.start(
          new HttpSettings(
              listen,
              settings.http().trusted(),
              settings.security(),
              encryption,
              access,
              clients,
              history,
              stored,
              entries),
          cluster);
    } catch (IOException e) {
      throw cannotListen(listen, e);
    }
  }

  private void leaveToken(AdminAccess access) {
    try {
      access.answersHttp(httpPort());
    } catch (IOException e) {
      throw new StartException("the token for the REST interface cannot be written: " + e, e);
    }
  }

  private static History history(AdminDirectory dir) {
    try {
      return History.open(dir.path().resolve("history"));
    } catch (IOException e) {
      throw new StartException("the history in " + dir.path() + " cannot be used: " + e, e);
    }
  }

  /** It asks itself for the way to nodes, as every client does. */
  private ClientSetup ownClients() {
    String own = address(clientPort()).client();
    return new ClientSetup(own, settings.security(), settings.clusterSecret());
  }

  private static StartException cannotListen(HostPort listen, IOException e) {
    return new StartException(
        "cannot listen on " + listen + ": " + e.getMessage() + "; choose another port", e);
  }

  private AdminAddress address(int port) {
    String text = settings.listen().advertise();
    HostPort client =
        text.isEmpty() ? new HostPort(settings.listen().host(), port) : HostPort.parse(text, port);
    return new AdminAddress(settings.id(), client.toString(), httpBase(client.host()), 0);
  }

  // For other machines: where it listens on everything, under the name that clients use; where it
  // listens on loopback and clients do not, not at all.
  private String httpBase(String clientHost) {
    if (http == null) {
      return "";
    }
    String host = settings.http().host();
    if (Loopback.contains(host) && !Loopback.contains(clientHost)) {
      return "";
    }
    String reached = SettingsCheck.isEverywhere(host) ? clientHost : host;
    String scheme = settings.security().tls().isPresent() ? "https://" : "http://";
    return scheme + new HostPort(reached, http.port());
  }

  private void announce(AdminAddress address, AdminDirectory dir) {
    LOG.info(
        "{} Admin {} answers clients and nodes at {}, REST {}, ZooKeeper {}, data in {}",
        AdminLogId.STARTED,
        settings.id(),
        address.client(),
        http == null ? "off" : "at " + new HostPort(settings.http().host(), http.port()),
        settings.zookeeper().isEmbedded() ? "inside" : "at " + settings.zookeeper().connect(),
        dir.path());
    if (settings.security().token().isEmpty() && !settings.security().users()) {
      LOG.info(
          "{} no token is set: whoever can reach the ports of this machine may use them",
          AdminLogId.NO_TOKEN);
    }
    List<String> missing = settings.missingSecurity();
    if (!missing.isEmpty()) {
      LOG.warn(
          "{} INSECURE: other machines reach this Admin, and there is no {};"
              + " security.allowInsecure lets that be",
          AdminLogId.INSECURE,
          String.join(" and no ", missing));
    }
    if (settings.zookeeper().isInsecure()) {
      LOG.warn(
          "{} INSECURE: the connection to ZooKeeper at {} is not encrypted; security.allowInsecure"
              + " lets that be",
          AdminLogId.INSECURE,
          settings.zookeeper().connect());
    }
    settings
        .sql()
        .insecure()
        .ifPresent(url ->
            LOG.warn(
                "{} INSECURE: the connection to the message store at {} is not verified TLS;"
                    + " security.allowInsecure lets that be",
                AdminLogId.INSECURE,
                url));
  }

  private <T extends AutoCloseable> T keep(T resource) {
    synchronized (opened) {
      opened.push(resource);
    }
    return resource;
  }

  private void release() {
    synchronized (opened) {
      while (!opened.isEmpty()) {
        AutoCloseable resource = opened.pop();
        try {
          resource.close();
        } catch (Exception e) {
          LOG.error("{} could not be closed", resource, e);
        }
      }
    }
  }

  private record Listening(
      RouteTable routes, ControllerLoop loop, AdminAccess access, EventLog events)
      implements ClusterWatch.Listener {
    @Override
    public void pair(PairState state) {
      routes.pair(state);
    }

    @Override
    public void node(NodeAddress address) {
      routes.node(address);
    }

    @Override
    public void loaded() {
      routes.loaded();
    }

    @Override
    public void admins(List<AdminAddress> living) {
      AdminAddress.leader(living).ifPresent(leader -> events.leadership(leader.leaderEpoch()));
      loop.admins(living);
    }

    @Override
    public void users(byte @Nullable [] table) {
      access.stored(table);
    }
  }
}
