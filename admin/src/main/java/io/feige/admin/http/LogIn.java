package io.feige.admin.http;

import io.feige.access.Admission;
import io.feige.access.AuditEntry;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.access.Session;
import io.feige.admin.access.Sessions;
import io.feige.admin.json.Json;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Browsers log in with what every caller shows, once, and then show a cookie that scripts cannot
 * read and other sites' pages do not send. A change wants a header besides, which only pages of
 * this Admin know.
 */
final class LogIn {
  private static final String GUARD = "Feige-Csrf";
  private static final String OR_NOBODY = "orNobody";
  static final Set<HandlerType> READS = Set.of(HandlerType.GET, HandlerType.HEAD);

  private final AdminAccess access;
  private final Callers callers;

  LogIn(AdminAccess access, Callers callers) {
    this.access = access;
    this.callers = callers;
  }

  /** The session whose cookie the caller shows, or null. */
  static @Nullable Session session(Context context, AdminAccess access) {
    String key = context.cookie(cookie(context));
    return key == null ? null : access.sessions().find(key).orElse(null);
  }

  /** Whether the caller says that it has logged in. */
  static boolean hasCookie(Context context) {
    return context.cookie(cookie(context)) != null;
  }

  /** Refuses a change that another site's page may have sent. */
  static void requireGuard(Context context, Session session) {
    if (READS.contains(context.method())) {
      return;
    }
    String shown = context.header(GUARD);
    if (shown == null || !MessageDigest.isEqual(utf8(shown), utf8(session.guard()))) {
      throw Problem.noGuard();
    }
  }

  void begin(Context context) {
    Body.requireJson(context);
    Admission admission = Callers.of(context);
    Session present = context.header("Authorization") == null ? session(context, access) : null;
    if (present != null) {
      // A session that could begin another would have no end.
      answer(context, admission, present);
      return;
    }
    Sessions.Begun begun = access.sessions().begin(admission);
    setCookie(context, begun.key(), "");
    callers.audit(context, "", "", AuditEntry.DONE);
    answer(context, admission, begun.session());
  }

  /** Whether a page asks who is logged in, and wants an answer also if nobody is. */
  static boolean asksWho(Context context) {
    return HandlerType.GET.equals(context.method())
        && context.path().equals("/api/v1/session")
        && context.header("Authorization") == null
        && "true".equals(context.queryParam(OR_NOBODY));
  }

  void show(Context context) {
    String tokenFile = Callers.tokenFileOfAnonymous(context);
    if (tokenFile == null) {
      answer(context, Callers.of(context), session(context, access));
    } else {
      ObjectNode nobody = Json.object().put("who", "").put("user", "").put("csrf", "");
      Reads.answer(
          context, nobody.put("tokenFile", tokenFile).set("grants", Json.texts(List.of())));
    }
  }

  void end(Context context) {
    String key = context.cookie(cookie(context));
    if (key != null) {
      access.sessions().end(key);
      callers.audit(context, "", "", AuditEntry.DONE);
    }
    setCookie(context, "", "; Max-Age=0");
    Reads.answer(context, Json.object().put("done", true));
  }

  private static void answer(Context context, Admission admission, @Nullable Session session) {
    ObjectNode json =
        Json.object()
            .put("who", admission.identity().toString())
            .put("user", admission.identity().user())
            .set("grants", Json.texts(admission.grants().texts()));
    json.put("csrf", session == null ? "" : session.guard());
    if (session != null) {
      json.put("expiresAt", Instant.ofEpochMilli(session.expiresAt()).toString());
    }
    Reads.answer(context, json);
  }

  private static void setCookie(Context context, String value, String more) {
    String secure = context.req().isSecure() ? "; Secure" : "";
    var _ =
        context.header(
            "Set-Cookie",
            cookie(context) + "=" + value + "; Path=/; HttpOnly; SameSite=Strict" + secure + more);
  }

  /** Cookies are a host's, whatever the port, and several Admins may run on one. */
  private static String cookie(Context context) {
    String name = "feige-" + context.req().getLocalPort();
    return context.req().isSecure() ? "__Host-" + name : name;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
