package io.feige.admin.http;

import static io.feige.access.Right.ADMINISTRATOR;
import static io.feige.access.Right.OPERATOR;
import static io.feige.access.Right.READ;
import static io.feige.access.Right.VIEWER;

import io.feige.access.AccessException;
import io.feige.admin.json.Json;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.store.StoreException;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The REST interface. Where credentials are wanted, everything but health wants them. Every error
 * is JSON: a code, what happened, what to do.
 */
public final class AdminHttp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminHttp.class);
  private static final long MAX_REQUEST_BYTES = 64 << 10;
  private static final int MAX_CONNECTIONS = 512;
  private static final String CONTENT_POLICY =
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
          + " form-action 'self'; frame-ancestors 'none'";

  /** What browsers are to make sure of. */
  static final Map<String, String> PROTECTING =
      Map.of(
          "Content-Security-Policy", CONTENT_POLICY,
          "X-Content-Type-Options", "nosniff",
          "Referrer-Policy", "no-referrer",
          "Cache-Control", "no-store");

  private final HttpSettings settings;
  private final AdminMetrics metrics;
  private final Reads reads;
  private final Live live;
  private final EventReads events;
  private final Operations operations;
  private final Callers callers;
  private final LogIn logIn;
  private final AccessChanges changes;
  private final Users users;
  private final Quotas quotas;
  private final Topics topics;
  private final Clients clients;
  private final Proxies proxies;
  private final NodeReads nodeReads;
  private final Groups groups;
  private final Messages messages;
  private final Letters letters;
  private final MailboxCalls mailboxes;
  private final Figures figures;
  private final StoredReads stored;
  private final Javalin server;

  private AdminHttp(HttpSettings settings, Cluster cluster) {
    this.settings = settings;
    Relay relay = new Relay(cluster, settings);
    this.callers = new Callers(settings);
    this.logIn = new LogIn(settings.access(), callers);
    this.changes = new AccessChanges(settings.access(), callers, cluster, relay);
    this.users = new Users(settings.access(), changes);
    this.quotas = new Quotas(settings.access(), changes);
    NodeCalls nodes = new NodeCalls(settings.clients(), callers);
    this.topics = new Topics(nodes);
    this.clients = new Clients(nodes, cluster);
    this.proxies = new Proxies(cluster.proxies(), relay, callers);
    this.nodeReads = new NodeReads(nodes, cluster, relay, settings);
    this.groups = new Groups(nodes);
    this.messages = new Messages(nodes);
    this.letters = new Letters(nodes);
    this.mailboxes = new MailboxCalls(nodes);
    this.metrics = new AdminMetrics(cluster, settings);
    this.reads = new Reads(cluster, relay, metrics);
    this.figures = new Figures(settings.history(), cluster, relay, nodes);
    this.stored = new StoredReads(settings.stored());
    this.live = new Live(reads, settings.access(), callers);
    this.events = new EventReads(cluster, relay, settings.access(), callers);
    this.operations = new Operations(cluster, relay, callers);
    this.server = Javalin.create(this::configure);
  }

  /**
   * Binds the port and answers.
   *
   * @throws IOException if the port cannot be had
   */
  public static AdminHttp start(HttpSettings settings, Cluster cluster) throws IOException {
    AdminHttp http = new AdminHttp(settings, cluster);
    try {
      var _ = http.server.start(settings.listen().host(), settings.listen().port());
      return http;
    } catch (JavalinBindException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The port that was bound. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    live.close();
    events.close();
    var _ = server.stop();
    metrics.close();
  }

  private void configure(JavalinConfig config) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.concurrency.useVirtualThreads = true;
    config.http.maxRequestSize = MAX_REQUEST_BYTES;
    config.http.prefer405over404 = true;
    config.requestLogger.http(metrics::answered);
    config.jetty.modifyServer(jetty -> {
      jetty.setErrorHandler(new EarlyErrors());
      var _ = jetty.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, jetty));
      var _ = jetty.addBean(new QuietConnections(jetty, MAX_CONNECTIONS, live.streams()));
    });
    settings
        .encryption()
        .platform()
        .ifPresent(tls -> config.jetty.addConnector((jetty, http) -> encrypted(jetty, http, tls)));
    routes(config.routes);
    Console.addTo(config.routes);
  }

  private Connector encrypted(Server jetty, HttpConfiguration http, SSLContext tls) {
    SslContextFactory.Server certificates = new SslContextFactory.Server();
    certificates.setSslContext(tls);
    certificates.setNeedClientAuth(settings.security().mustShow());
    certificates.setWantClientAuth(!settings.security().mustShow());
    // Whether the certificate is the right one for the name is for the caller to say.
    http.addCustomizer(new SecureRequestCustomizer(false));
    ServerConnector connector =
        new ServerConnector(
            jetty,
            new SslConnectionFactory(certificates, HttpVersion.HTTP_1_1.asString()),
            new HttpConnectionFactory(http));
    connector.setHost(settings.listen().host());
    connector.setPort(settings.listen().port());
    return connector;
  }

  private void routes(RoutesConfig routes) {
    routes
        .before(callers::locate)
        .before(AdminHttp::protect)
        .before(AdminHttp::refuseTooLong)
        .before(AdminHttp::refuseForeignChanges)
        .beforeMatched(AdminHttp::requireJson)
        .beforeMatched(KnownQueries::require)
        .before("/api/v1/*", callers::authenticateUnlessAsked)
        .before("/metrics", callers::authenticateForFigures)
        .after("/api/*", callers::leave)
        .after("/metrics", callers::leave);
    ofTheCluster(routes);
    ofTopics(routes);
    ofUsers(routes);
    routes
        .get("/health/live", reads::live)
        .get("/health/ready", reads::ready)
        .get("/metrics", callers.with(VIEWER, reads::metrics))
        .get("/openapi.yaml", AdminHttp::description)
        .exception(Problem.class, (problem, context) -> tell(context, problem))
        .exception(AccessException.class, (e, context) -> tell(context, Users.problem(e)))
        .exception(StoreException.class, (e, context) -> tell(context, Problem.storeUnreachable()))
        .exception(HttpResponseException.class, AdminHttp::refused)
        .exception(EofException.class, (e, context) -> LOG.debug("a caller hung up", e))
        .exception(Exception.class, AdminHttp::fault);
  }

  private void ofTheCluster(RoutesConfig routes) {
    routes
        .get("/api/v1/status", callers.with(VIEWER, reads::status))
        .get("/api/v1/alerts", callers.with(VIEWER, reads::alerts))
        .get("/api/v1/events", callers.with(VIEWER, events::show))
        .get("/api/v1/history", callers.with(VIEWER, figures::ofCluster))
        .get("/api/v1/totals", callers.with(VIEWER, reads::totals))
        .get("/api/v1/live", callers.with(VIEWER, live::follow))
        .get("/api/v1/pairs", callers.with(VIEWER, reads::pairs))
        .get("/api/v1/pairs/{pair}", callers.with(VIEWER, reads::pair))
        .get("/api/v1/pairs/{pair}/history", callers.with(VIEWER, reads::history))
        .post("/api/v1/pairs/{pair}/switch", callers.with(OPERATOR, operations::switchPair))
        .get("/api/v1/pairs/{pair}/drill", callers.with(VIEWER, operations::drill))
        .post("/api/v1/pairs/{pair}/drill", callers.with(OPERATOR, operations::beginDrill))
        .get("/api/v1/pairs/{pair}/promote", callers.with(VIEWER, operations::showPromotion))
        .post("/api/v1/pairs/{pair}/promote", callers.with(OPERATOR, operations::promote))
        .get("/api/v1/pairs/{pair}/disk", topics::disk)
        .get("/api/v1/clients", callers.with(VIEWER, clients::list))
        .get("/api/v1/proxies/{proxy}/sessions", callers.with(VIEWER, proxies::sessions))
        .delete("/api/v1/proxies/{proxy}/sessions/{session}", byOperators(proxies::endSession))
        .post("/api/v1/proxies/{proxy}/notice", callers.with(OPERATOR, proxies::tell))
        .post("/api/v1/proxies/{proxy}/drain", callers.with(OPERATOR, proxies::drain))
        .get("/api/v1/nodes", callers.with(VIEWER, nodeReads::list))
        .get("/api/v1/nodes/{node}", callers.with(VIEWER, nodeReads::describe))
        .get("/api/v1/nodes/{node}/figures", callers.with(VIEWER, figures::ofNode))
        .get("/api/v1/nodes/{node}/settings", callers.with(OPERATOR, nodeReads::nodeSettings))
        .get("/api/v1/admins/{admin}/settings", callers.with(OPERATOR, nodeReads::adminSettings))
        .get("/api/v1/salvage", callers.with(VIEWER, nodeReads::salvage));
  }

  private void ofTopics(RoutesConfig routes) {
    routes
        .get("/api/v1/topics", topics::list)
        .post("/api/v1/topics", topics::create)
        .get("/api/v1/topics/{topic}", topics::describe)
        .patch("/api/v1/topics/{topic}", topics::alter)
        .delete("/api/v1/topics/{topic}", topics::delete)
        .get("/api/v1/topics/{topic}/figures", figures::ofTopic)
        .get("/api/v1/topics/{topic}/messages", messages::find)
        .post("/api/v1/topics/{topic}/messages", messages::publish)
        .get("/api/v1/topics/{topic}/messages/{pair}/{offset}/groups", messages::trace)
        .get("/api/v1/topics/{topic}/history", ofReaders(stored::find))
        .get("/api/v1/topics/{topic}/history/{pair}/{offset}", ofReaders(stored::show))
        .get("/api/v1/topics/{topic}/delayed", messages::delayed)
        .delete("/api/v1/topics/{topic}/delayed/{pair}/{id}", messages::cancel)
        .get("/api/v1/topics/{topic}/letters", letters::list)
        .get("/api/v1/topics/{topic}/letters/reasons", letters::reasons)
        .post("/api/v1/topics/{topic}/letters/replay", letters::replay)
        .post("/api/v1/topics/{topic}/letters/drop", letters::drop)
        .post("/api/v1/topics/{topic}/letters/{pair}/{offset}/replay", letters::replayEdited)
        .get("/api/v1/topics/{topic}/mailboxes", mailboxes::list)
        .get("/api/v1/topics/{topic}/mailboxes/{identity}", mailboxes::describe)
        .get("/api/v1/topics/{topic}/mailboxes/{identity}/messages", mailboxes::read)
        .delete("/api/v1/topics/{topic}/mailboxes/{identity}", mailboxes::delete)
        .get("/api/v1/groups", groups::find)
        .get("/api/v1/topics/{topic}/groups", groups::list)
        .get("/api/v1/topics/{topic}/groups/{group}", groups::describe)
        .get("/api/v1/topics/{topic}/groups/{group}/figures", figures::ofGroup)
        .post("/api/v1/topics/{topic}/groups/{group}/reset", groups::reset)
        .delete("/api/v1/topics/{topic}/groups/{group}", groups::delete);
  }

  private void ofUsers(RoutesConfig routes) {
    routes
        .get("/api/v1/whoami", Users::whoAmI)
        .get("/api/v1/session", logIn::show)
        .post("/api/v1/session", logIn::begin)
        .delete("/api/v1/session", logIn::end)
        .get("/api/v1/users", callers.with(ADMINISTRATOR, users::list))
        .post("/api/v1/users", change(users::create))
        .patch("/api/v1/users/{user}", change(users::alter))
        .post("/api/v1/users/{user}/password", change(users::givePassword))
        .delete("/api/v1/users/{user}", change(users::delete))
        .get("/api/v1/tokens", callers.with(ADMINISTRATOR, users::tokens))
        .post("/api/v1/tokens", change(users::createToken))
        .delete("/api/v1/tokens/{token}", change(users::revokeToken))
        .get("/api/v1/quotas", callers.with(VIEWER, quotas::list))
        .put("/api/v1/quotas/{of}", change(quotas::put))
        .delete("/api/v1/quotas/{of}", change(quotas::delete))
        .get("/api/v1/audit", callers.with(ADMINISTRATOR, users::audit));
  }

  private Handler byOperators(Handler handler) {
    return callers.with(OPERATOR, handler);
  }

  private Handler ofReaders(Handler handler) {
    return callers.withTopic(READ, handler);
  }

  private Handler change(Handler handler) {
    return callers.with(ADMINISTRATOR, changes.byTheLeader(handler));
  }

  private static void protect(Context context) {
    PROTECTING.forEach(context::header);
  }

  /** Before any of it is waited for. */
  private static void refuseTooLong(Context context) {
    if (context.req().getContentLengthLong() > MAX_REQUEST_BYTES) {
      var _ = context.header("Connection", "close");
      throw new Problem(
          413,
          "TOO_LARGE",
          "a body may have " + MAX_REQUEST_BYTES + " bytes",
          "Send less at a time.");
    }
  }

  /** What a page of somebody else's could have a browser send, with its owner's certificate. */
  private static void refuseForeignChanges(Context context) {
    if (context.header("X-HTTP-Method-Override") != null) {
      throw Problem.badRequest("the header X-HTTP-Method-Override is not taken");
    }
    if (LogIn.READS.contains(context.method())) {
      return;
    }
    if ("cross-site".equals(context.header("Sec-Fetch-Site"))) {
      throw Problem.foreignPage();
    }
  }

  /** The same for browsers that do not say where a change comes from: a form is not JSON. */
  private static void requireJson(Context context) {
    if (!LogIn.READS.contains(context.method()) && !context.method().equals(HandlerType.DELETE)) {
      Body.requireJson(context);
    }
  }

  private static void description(Context context) {
    try (InputStream yaml = AdminHttp.class.getResourceAsStream("/io/feige/admin/openapi.yaml")) {
      if (yaml == null) {
        throw new IllegalStateException("openapi.yaml is not in the jar");
      }
      context.contentType("application/yaml").result(yaml.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void refused(HttpResponseException e, Context context) {
    if (e.getStatus() == HttpStatus.NOT_FOUND.getCode() && Console.isView(context)) {
      Console.view(context);
      return;
    }
    if (e.getStatus() == HttpStatus.METHOD_NOT_ALLOWED.getCode()) {
      e.getDetails().values().forEach(methods -> context.header("Allow", methods));
    }
    String code =
        switch (e.getStatus()) {
          case 404 -> "NOT_FOUND";
          case 405 -> "METHOD_NOT_ALLOWED";
          case 413 -> "TOO_LARGE";
          default -> "BAD_REQUEST";
        };
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    tell(
        context,
        new Problem(e.getStatus(), code, message, "GET /openapi.yaml says what there is."));
  }

  private static void fault(Exception e, Context context) {
    LOG.error(
        "{} {} {} met a fault", AdminLogId.INTERNAL_FAULT, context.method(), context.path(), e);
    tell(
        context,
        new Problem(
            500, "INTERNAL", "Admin met a fault of its own", "Report it with Admin's log."));
  }

  private static void tell(Context context, Problem problem) {
    if (problem.status() == HttpStatus.UNAUTHORIZED.getCode()) {
      // Basic is taken, too; naming it here would have browsers ask in a window of their own.
      var _ = context.header("WWW-Authenticate", "Bearer realm=\"feige\"");
      // Who is not let in does not hold a connection that others could have.
      var _ = context.header("Connection", "close");
    }
    context.status(problem.status()).contentType(Problem.TYPE).result(Json.bytes(problem.json()));
  }
}
