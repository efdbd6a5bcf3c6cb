package io.feige.proxy.boot;

import io.feige.config.LoadedConfig;
import io.feige.config.Loopback;
import io.feige.config.ProcessTls;
import io.feige.config.SecurityConfig;
import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.model.ProxyState;
import io.feige.proxy.announce.Announcer;
import io.feige.proxy.announce.Tasks;
import io.feige.proxy.broadcast.Broadcasts;
import io.feige.proxy.broadcast.Subscribers;
import io.feige.proxy.call.ProxyRoutes;
import io.feige.proxy.call.Router;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.front.FrontState;
import io.feige.proxy.http.FrontSetup;
import io.feige.proxy.http.HttpFront;
import io.feige.proxy.log.ProxyLogId;
import io.feige.proxy.metric.ProxyMeters;
import io.feige.proxy.mqtt.MqttFront;
import io.feige.proxy.mqtt.MqttSessions;
import io.feige.proxy.session.Sessions;
import io.feige.proxy.verb.Following;
import io.feige.tls.Encryption;
import io.feige.tls.TlsException;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running proxy. It keeps nothing that another one would need: any number of them stand behind a
 * balancer.
 */
public final class ProxyServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProxyServer.class);
  private static final ProcessTls.LogIds TLS_IDS =
      new ProcessTls.LogIds(
          ProxyLogId.CERTIFICATE_RENEWED,
          ProxyLogId.CERTIFICATE_UNUSABLE,
          ProxyLogId.CERTIFICATE_EXPIRES);

  private final ProxySettings settings;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final AtomicBoolean isClosing = new AtomicBoolean();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final long instance = ThreadLocalRandom.current().nextLong();
  private final long startedAtMillis = System.currentTimeMillis();
  private @Nullable HttpFront front;
  private @Nullable Announcer announcer;
  private int opsPort = ProxySettings.OFF;
  private int mqttPort = ProxySettings.OFF;

  private ProxyServer(ProxySettings settings) {
    this.settings = settings;
  }

  /**
   * Starts a proxy and returns when its ports are open. The cluster may come later.
   *
   * @throws StartException if it cannot
   */
  public static ProxyServer start(LoadedConfig<ProxySettings> loaded) {
    return start(loaded.config());
  }

  /**
   * The same with settings of which is not known where they come from.
   *
   * @throws StartException if it cannot
   */
  public static ProxyServer start(ProxySettings settings) {
    ProxyServer server = new ProxyServer(settings);
    try {
      server.open();
      return server;
    } catch (RuntimeException e) {
      server.release();
      throw e;
    }
  }

  /** The port for HTTP. */
  public int httpPort() {
    HttpFront bound = front;
    return bound == null ? ProxySettings.OFF : bound.port();
  }

  /** The port of metrics and health. */
  public int opsPort() {
    return opsPort;
  }

  /** The port for MQTT; {@link ProxySettings#OFF}: there is none. */
  public int mqttPort() {
    return mqttPort;
  }

  /** Waits until it has stopped. */
  public void awaitStopped() throws InterruptedException {
    stopped.await();
  }

  /** Sends clients away and stops. */
  @Override
  public void close() {
    if (!isClosing.compareAndSet(false, true)) {
      return;
    }
    LOG.info("{} proxy {} sends its clients away and stops", ProxyLogId.STOPPING, settings.id());
    HttpFront bound = front;
    Announcer telling = announcer;
    if (telling != null) {
      telling.stopping();
    }
    if (bound != null && !bound.sendAway(settings.stopLimit())) {
      LOG.warn(
          "{} not everything that was under way is answered after {} ms",
          ProxyLogId.CUT_SHORT,
          settings.stopLimit().toMillis());
    }
    release();
    LOG.info("{} proxy {} has stopped", ProxyLogId.STOPPED, settings.id());
    stopped.countDown();
  }

  private void open() {
    Encryption encryption = encryption();
    Rehearsal.run();
    ProxyMeters meters = keep(new ProxyMeters(encryption));
    Callers callers = keep(new Callers(settings));
    meters.gauge("feige.proxy.callers", "Users and tokens that are logged in", callers::count);
    meters.counter(
        "feige.proxy.not.authenticated",
        "Callers whose credentials the cluster did not accept",
        callers::refused);
    Following following = new Following();
    Broadcasts broadcasts = new Broadcasts(callers);
    meters.gauge(
        "feige.proxy.broadcasts",
        "Topics that are read once for all who follow them with the same credentials",
        broadcasts::count);
    meters.gauge(
        "feige.proxy.listeners",
        "Those who follow a topic, as streams or in sessions",
        following::count);
    Subscribers subscribers = new Subscribers(callers, following, broadcasts);
    Sessions sessions = new Sessions(subscribers, settings.limits().bodyBytes());
    show(meters, sessions);
    MqttSessions mqtt =
        keep(new MqttSessions(callers, settings.mqtt(), settings.limits().bodyBytes()));
    mqtt.show(meters);
    int threads = Runtime.getRuntime().availableProcessors();
    HttpFront clients =
        bind(
            settings.listen(),
            encryption,
            ProxyRoutes.forClients(
                subscribers,
                sessions::begin,
                settings.mqtt().listen().isOn()
                    ? Optional.of(MqttFront.overWebSocket(mqtt))
                    : Optional.empty(),
                settings.hasSample(),
                this::isStopping),
            meters,
            threads);
    clients.front().show(meters);
    front = clients;
    if (settings.mqtt().listen().isOn()) {
      mqttPort = openMqtt(clients, encryption, mqtt);
    }
    if (settings.ops().isOn()) {
      Router routes = ProxyRoutes.forOperators(meters::scrape, this::isStopping);
      opsPort = bind(settings.ops(), Encryption.NONE, routes, meters, 1).port();
    }
    announcer =
        keep(
            Announcer.start(
                settings,
                (state, done) -> report(state, done, clients, callers.count(), encryption),
                new Tasks(clients.front().state(), this::drain)));
    log(clients.port());
  }

  /** As a signal does. */
  private void drain() {
    var _ = Thread.ofPlatform().name("feige-drain").start(this::close);
  }

  private ReportProxy report(
      ProxyState state,
      Optional<ProxyDone> done,
      HttpFront clients,
      int callers,
      Encryption encryption) {
    FrontState of = clients.front().state();
    return new ReportProxy(
        settings.id(),
        instance,
        settings.addresses("http", clients.port()),
        startedAtMillis,
        state,
        of.connections(),
        callers,
        of.requestsTaken(),
        encryption
            .certificate()
            .map(own -> own.getNotAfter().toInstant().toEpochMilli())
            .orElse(0L),
        done);
  }

  private static void show(ProxyMeters meters, Sessions sessions) {
    meters.gauge("feige.proxy.sessions", "Sessions over WebSocket", sessions::open);
    meters.gauge(
        "feige.proxy.subscriptions", "Subscriptions of these sessions", sessions::subscriptions);
    meters.counter(
        "feige.proxy.session.operations", "What sessions have asked for", sessions::operations);
    meters.counter(
        "feige.proxy.session.messages", "Messages that sessions were told", sessions::messages);
  }

  private boolean isStopping() {
    return isClosing.get();
  }

  private HttpFront bind(
      ProxySettings.Listen listen,
      Encryption encryption,
      Router router,
      ProxyMeters meters,
      int threads) {
    try {
      FrontSetup setup = new FrontSetup(listen, settings.limits(), encryption, router, meters);
      return keep(HttpFront.bind(setup, threads));
    } catch (IOException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
  }

  private int openMqtt(HttpFront clients, Encryption encryption, MqttSessions sessions) {
    try {
      return MqttFront.open(clients.front(), settings.mqtt().listen(), encryption, sessions);
    } catch (IOException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
  }

  private Encryption encryption() {
    Optional<TlsFiles> files =
        settings.tls().identity().map(own -> new TlsFiles(Optional.of(own), settings.tls().ca()));
    try {
      SecurityConfig security = new SecurityConfig("", false, files, false, true);
      return keep(ProcessTls.start(security, TLS_IDS, () -> {})).encryption();
    } catch (TlsException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
  }

  private void log(int port) {
    boolean isEncrypted = settings.tls().identity().isPresent();
    LOG.info(
        "{} proxy {} serves {}://{}:{} for the cluster at {}",
        ProxyLogId.STARTED,
        settings.id(),
        isEncrypted ? "https" : "http",
        settings.listen().host(),
        port,
        settings.cluster().admins());
    if (mqttPort != ProxySettings.OFF) {
      LOG.info(
          "{} proxy {} serves {}://{}:{} by topic {}",
          ProxyLogId.STARTED,
          settings.id(),
          isEncrypted ? "mqtts" : "mqtt",
          settings.listen().host(),
          mqttPort,
          settings.mqtt().topic());
    }
    if (settings.allowInsecure() && !Loopback.contains(settings.listen().host())) {
      LOG.warn(
          "{} other machines can reach this proxy, and security.allowInsecure lets them {}",
          ProxyLogId.INSECURE,
          isEncrypted
              ? "come without a log-in where the cluster asks for none"
              : "come unencrypted");
    }
  }

  private <T extends AutoCloseable> T keep(T part) {
    opened.push(part);
    return part;
  }

  private void release() {
    while (!opened.isEmpty()) {
      AutoCloseable part = opened.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} {} was not closed well", ProxyLogId.INTERNAL_FAULT, part, e);
      }
    }
  }
}
