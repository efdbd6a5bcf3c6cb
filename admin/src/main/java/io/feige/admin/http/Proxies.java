package io.feige.admin.http;

import io.feige.access.AuditEntry;
import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import io.feige.admin.json.ProxyJson;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.proxies.ProxySight;
import io.feige.admin.proxies.ProxyTable;
import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ProxyTask;
import io.feige.protocol.model.ProxySession;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is wanted of proxies. A proxy does it when it reports next, to the leader; the others ask
 * the leader.
 */
final class Proxies {
  private static final Logger LOG = LoggerFactory.getLogger(Proxies.class);
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Duration RELAY_LIMIT = LIMIT.plusSeconds(5);

  private final ProxyTable table;
  private final Relay relay;
  private final Callers callers;

  Proxies(ProxyTable table, Relay relay, Callers callers) {
    this.table = table;
    this.relay = relay;
    this.callers = callers;
  }

  void sessions(Context context) {
    long after = id(Query.text(context, "after", "0"));
    int limit = Query.number(context, "limit", ProxySession.MAX_PAGE, 1, ProxySession.MAX_PAGE);
    if (relay.isElsewhere(context, RELAY_LIMIT)) {
      return;
    }
    ProxyDone done =
        ask(named(context), number -> new ProxyTask.ListSessions(number, after, limit));
    ObjectNode json =
        Json.object().set("sessions", Json.array(done.sessions(), ProxyJson::session));
    if (done.hasMore()) {
      json.put("next", Long.toString(done.sessions().getLast().id()));
    }
    Reads.answer(context, json);
  }

  void endSession(Context context) {
    long session = id(context.pathParam("session"));
    if (relay.isElsewhere(context, RELAY_LIMIT)) {
      return;
    }
    if (session == 0) {
      throw Problem.noSuchSession(session);
    }
    ProxyDone done = audited(context, "", number -> new ProxyTask.EndSession(number, session));
    if (done.count() == 0) {
      throw Problem.noSuchSession(session);
    }
    tell(context, done);
  }

  void tell(Context context) {
    Fields body = Body.read(context, Set.of("text"));
    String text = Body.value(() -> body.text("text"));
    if (text.isEmpty() || text.length() > ProxyTask.MAX_NOTICE) {
      throw Problem.badRequest("text must have 1 to " + ProxyTask.MAX_NOTICE + " characters");
    }
    if (relay.isElsewhere(context, RELAY_LIMIT)) {
      return;
    }
    tell(context, audited(context, text, number -> new ProxyTask.Notice(number, text)));
  }

  void drain(Context context) {
    Body.requireJson(context);
    if (relay.isElsewhere(context, RELAY_LIMIT)) {
      return;
    }
    tell(context, audited(context, "", ProxyTask.Drain::new));
  }

  private static void tell(Context context, ProxyDone done) {
    Reads.answer(context, Json.object().put("sessions", done.count()));
  }

  private static long id(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw Problem.badRequest("the id of a session is a number of at most 18 digits");
    }
    return Long.parseLong(text);
  }

  private ProxyDone audited(Context context, String after, LongFunction<ProxyTask> task) {
    String proxy = named(context);
    LOG.info(
        "{} {} asks for {} {}",
        AdminLogId.OPERATOR_ASKED,
        Callers.address(context),
        context.method(),
        context.path());
    String outcome = AuditEntry.UNKNOWN;
    try {
      ProxyDone done = ask(proxy, task);
      outcome = AuditEntry.DONE;
      return done;
    } finally {
      callers.audit(context, "", after, outcome);
    }
  }

  private String named(Context context) {
    String name = context.pathParam("proxy");
    ProxySight proxy =
        table.all().stream()
            .filter(known -> known.id().equals(name))
            .findFirst()
            .orElseThrow(() -> Problem.noSuchProxy(name));
    if (proxy.state() == ProxySight.State.AWAY) {
      throw Problem.proxyAway(name);
    }
    return name;
  }

  private ProxyDone ask(String proxy, LongFunction<ProxyTask> task) {
    CompletableFuture<ProxyDone> asked =
        table.ask(proxy, task).orElseThrow(Problem::tooManyCallers);
    try {
      return asked.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.proxySilent(proxy);
    } catch (TimeoutException | CancellationException e) {
      throw Problem.proxySilent(proxy);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a proxy's answer met a fault", e);
    } finally {
      asked.cancel(false);
    }
  }
}
