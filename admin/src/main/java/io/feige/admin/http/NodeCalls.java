package io.feige.admin.http;

import io.feige.access.AuditEntry;
import io.feige.access.Identity;
import io.feige.admin.client.UserClients;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.RetryClass;
import io.javalin.http.Context;
import java.util.function.Function;

/** Asks nodes for the caller. Nodes decide whether it may; what they refuse, it is told. */
final class NodeCalls {
  private static final int FORBIDDEN = 403;

  private final UserClients clients;
  private final Callers callers;

  NodeCalls(UserClients clients, Callers callers) {
    this.clients = clients;
    this.callers = callers;
  }

  /** The answer to a question. */
  <T> T ask(Context context, Function<FeigeClient, T> question) {
    Identity who = Callers.of(context).identity();
    if (who.kind() == Identity.Kind.SETUP) {
      callers.denied(context, "the set-up secret is for making users");
      throw Problem.notAuthorized("the set-up secret is for making users, and nothing else");
    }
    try {
      return clients.ask(who, question).orElseThrow(Problem::tooManyCallers);
    } catch (FeigeException e) {
      if (e.code() == ErrorCode.NOT_AUTHORIZED) {
        callers.denied(context, String.valueOf(e.getMessage()));
      }
      throw problem(e);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The same of a change, which is written down.
   *
   * @param after how it is to become
   */
  <T> T change(Context context, String after, Function<FeigeClient, T> change) {
    String outcome = AuditEntry.UNKNOWN;
    boolean isPermitted = true;
    try {
      T done = ask(context, change);
      outcome = AuditEntry.DONE;
      return done;
    } catch (Problem e) {
      outcome = String.valueOf(e.getMessage());
      isPermitted = e.status() != FORBIDDEN;
      throw e;
    } finally {
      if (isPermitted) {
        callers.audit(context, "", after, outcome);
      }
    }
  }

  private static Problem problem(FeigeException e) {
    ErrorCode code = e.code();
    String all = String.valueOf(e.getMessage());
    String detail = all.replace(code.name() + ": ", "").replace(code.whatToDo(), "").strip();
    return new Problem(status(e), code.name(), detail, code.whatToDo());
  }

  private static int status(FeigeException e) {
    return switch (e.code()) {
      case NOT_AUTHENTICATED, NOT_AUTHORIZED -> FORBIDDEN;
      case TOPIC_NOT_FOUND, GROUP_NOT_FOUND, DELAYED_NOT_FOUND, NO_SUCH_PAIR, NODE_NOT_FOUND -> 404;
      case TOPIC_EXISTS, NO_CHANNELS, TOPIC_REPLACED -> 409;
      case QUOTA_EXCEEDED -> 429;
      case NAME_INVALID, INVALID_ARGUMENT, OFFSET_OUT_OF_RANGE, DELAY_TOO_LONG, BATCH_TOO_LARGE ->
          400;
      default -> e.retryClass() == RetryClass.OUTCOME_UNKNOWN ? 504 : 503;
    };
  }
}
