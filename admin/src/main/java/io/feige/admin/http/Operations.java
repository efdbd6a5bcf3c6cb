package io.feige.admin.http;

import io.feige.access.AuditEntry;
import io.feige.admin.drill.Drill;
import io.feige.admin.drill.Drills;
import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import io.feige.admin.log.AdminLogId;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an operator can do. Only the leader does it; the others ask the leader. */
final class Operations {
  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration RELAY_LIMIT = LIMIT.plusSeconds(5);

  private final Cluster cluster;
  private final Relay relay;
  private final Callers callers;

  Operations(Cluster cluster, Relay relay, Callers callers) {
    this.cluster = cluster;
    this.relay = relay;
    this.callers = callers;
  }

  void switchPair(Context context) {
    Body.requireJson(context);
    String pair = known(context);
    if (isElsewhere(context)) {
      return;
    }
    LOG.info(
        "{} {} asks to switch pair {}", AdminLogId.OPERATOR_ASKED, Callers.address(context), pair);
    OperatorAnswer answer = audited(context, "", cluster.controller().switchPair(pair));
    require(context, answer);
    tell(context, answer);
  }

  void beginDrill(Context context) throws InterruptedException {
    Body.requireJson(context);
    String pair = known(context);
    if (isElsewhere(context)) {
      return;
    }
    LOG.info(
        "{} {} asks for a drill of pair {}",
        AdminLogId.OPERATOR_ASKED,
        Callers.address(context),
        pair);
    String outcome = AuditEntry.UNKNOWN;
    try {
      switch (cluster.drills().begin(pair)) {
        case Drills.Outcome.Begun(Drill drill) -> {
          outcome = AuditEntry.DONE;
          Reads.answer(context.status(HttpStatus.ACCEPTED), DrillJson.write(drill));
        }
        case Drills.Outcome.NotBegun(String why) -> {
          outcome = why;
          throw notDone(context, why);
        }
      }
    } finally {
      callers.audit(context, "", "", outcome);
    }
  }

  void drill(Context context) {
    String pair = known(context);
    if (isElsewhere(context)) {
      return;
    }
    Drill drill = cluster.drills().latest(pair).orElseThrow(() -> Problem.noDrill(pair));
    Reads.answer(context, DrillJson.write(drill));
  }

  void promote(Context context) {
    String pair = known(context);
    Fields body = Body.read(context, Set.of("node", "shown"));
    String node = Body.value(() -> body.text("node"));
    boolean isShown = Body.value(() -> body.flag("shown", false));
    promote(context, pair, node, isShown);
  }

  /** Says what may be missing if the node is promoted, and changes nothing. */
  void showPromotion(Context context) {
    String pair = known(context);
    String node = context.queryParam("node");
    if (node == null) {
      throw Problem.badRequest("node is missing");
    }
    promote(context, pair, node, false);
  }

  private void promote(Context context, String pair, String node, boolean isShown) {
    if (isElsewhere(context)) {
      return;
    }
    LOG.info(
        "{} {} asks to promote {} in pair {}, what may be missing was {}shown",
        AdminLogId.OPERATOR_ASKED,
        Callers.address(context),
        printable(node),
        pair,
        isShown ? "" : "not ");
    CompletableFuture<OperatorAnswer> asked = cluster.controller().promote(pair, node, isShown);
    OperatorAnswer answer = isShown ? audited(context, printable(node), asked) : await(asked);
    // Showing what may be missing is what was asked for, and so not a conflict.
    if (isShown) {
      require(context, answer);
    }
    tell(context, answer);
  }

  private OperatorAnswer audited(
      Context context, String after, CompletableFuture<OperatorAnswer> asked) {
    String outcome = AuditEntry.UNKNOWN;
    try {
      OperatorAnswer answer = await(asked);
      outcome = answer.isDone() ? AuditEntry.DONE : answer.words();
      return answer;
    } finally {
      callers.audit(context, "", after, outcome);
    }
  }

  private boolean isElsewhere(Context context) {
    return relay.isElsewhere(context, RELAY_LIMIT);
  }

  private static void tell(Context context, OperatorAnswer answer) {
    Reads.answer(
        context, Json.object().put("done", answer.isDone()).put("message", answer.words()));
  }

  private static void require(Context context, OperatorAnswer answer) {
    if (!answer.isDone()) {
      throw notDone(context, answer.words());
    }
  }

  private static Problem notDone(Context context, String words) {
    String pair = context.path().replaceAll("/[^/]*$", "");
    return new Problem(409, "NOT_DONE", words, "Look at the pair: GET " + pair);
  }

  private static OperatorAnswer await(CompletableFuture<OperatorAnswer> answer) {
    try {
      return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.outcomeUnknown();
    } catch (TimeoutException e) {
      throw Problem.outcomeUnknown();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the controller met a fault", e);
    }
  }

  private String known(Context context) {
    String name = context.pathParam("pair");
    if (cluster.table().pairs().stream().noneMatch(pair -> pair.pair().equals(name))) {
      throw Problem.noSuchPair(name);
    }
    return name;
  }

  private static String printable(String text) {
    String shown = text.replaceAll("[^\\x20-\\x7E]", "?");
    return shown.substring(0, Math.min(shown.length(), 100));
  }
}
