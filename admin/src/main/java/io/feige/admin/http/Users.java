package io.feige.admin.http;

import io.feige.access.AccessException;
import io.feige.access.AccessTable;
import io.feige.access.ApiToken;
import io.feige.access.AuditEntry;
import io.feige.access.Grant;
import io.feige.access.Passwords;
import io.feige.access.User;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** Users and tokens. Secrets are told once and stand in no log. */
final class Users {
  private static final int AUDIT_LINES = 100;
  private static final int MOST_AUDIT_LINES = 1_000;
  private static final long MAX_TOKEN_SECONDS = 3_653L * 24 * 3_600;
  private static final int CREATED = 201;

  private final AdminAccess access;
  private final AccessChanges changes;

  Users(AdminAccess access, AccessChanges changes) {
    this.access = access;
    this.changes = changes;
  }

  /** Who calls, and what it may. */
  static void whoAmI(Context context) {
    Reads.answer(
        context,
        Json.object()
            .put("who", Callers.of(context).identity().toString())
            .put("user", Callers.of(context).identity().user())
            .set("grants", Json.texts(Callers.of(context).grants().texts())));
  }

  void list(Context context) {
    AccessTable table = access.table();
    Versions.tell(context, version(table));
    Reads.answer(
        context,
        Json.object()
            .put("version", table.mark().version())
            .put("letIn", access.letsUsersIn())
            .set("users", Json.array(table.users(), Users::json)));
  }

  void create(Context context) {
    User made =
        read(
            context,
            Set.of("name", "password", "grants", "certificates"),
            body -> {
              User bare =
                  User.of(body.text("name"))
                      .withGrants(grants(body))
                      .withCertificates(certificates(body));
              return body.has("password")
                  ? Passwords.give(bare, body.text("password"), false)
                  : bare;
            });
    var _ = changes.make(context, "", made.toString(), table -> table.create(made));
    Reads.answer(context.status(CREATED), json(made));
  }

  /** Lets in or not, replaces rights, replaces names of certificates: what the body has. */
  void alter(Context context) {
    String name = context.pathParam("user");
    UnaryOperator<User> alteration =
        read(
            context,
            Set.of("enabled", "grants", "certificates"),
            body -> {
              Optional<Boolean> enabled = optional(body, "enabled", () -> body.flag("enabled"));
              Optional<List<Grant>> grants = optional(body, "grants", () -> grants(body));
              Optional<List<String>> certificates =
                  optional(body, "certificates", () -> certificates(body));
              return user -> {
                User changed = enabled.map(user::enabled).orElse(user);
                changed = grants.map(changed::withGrants).orElse(changed);
                return certificates.map(changed::withCertificates).orElse(changed);
              };
            });
    AtomicReference<String> before = new AtomicReference<>("");
    AccessTable after =
        changes.make(
            context,
            before,
            table -> {
              Versions.require(context, version(table));
              User user = table.require(name);
              before.set(user.toString());
              return table.change(alteration.apply(user));
            },
            table -> table.require(name).toString());
    Reads.answer(context, json(after.require(name)));
  }

  void givePassword(Context context) {
    String name = context.pathParam("user");
    record Wanted(String password, boolean keepsOld) {}
    Wanted wanted =
        read(
            context,
            Set.of("password", "keepOld"),
            body -> new Wanted(body.text("password"), body.flag("keepOld", false)));
    AccessTable after =
        changes.make(
            context,
            new AtomicReference<>(""),
            table ->
                table.change(
                    Passwords.give(table.require(name), wanted.password(), wanted.keepsOld())),
            table -> wanted.keepsOld() ? "a new password beside the old one" : "a new password");
    Reads.answer(context, json(after.require(name)));
  }

  void delete(Context context) {
    String name = context.pathParam("user");
    var _ =
        changes.make(
            context,
            access.table().user(name).map(User::toString).orElse(""),
            "",
            table -> table.remove(name));
    Reads.answer(context, Json.object().put("done", true));
  }

  void tokens(Context context) {
    Reads.answer(
        context, Json.object().set("tokens", Json.array(access.table().tokens(), Users::json)));
  }

  void createToken(Context context) {
    long now = System.currentTimeMillis();
    ApiToken.Fresh fresh =
        read(
            context,
            Set.of("user", "expiresInSeconds", "note"),
            body ->
                ApiToken.make(
                    body.text("user"), now, now + lifeMillis(body), body.text("note", "")));
    var _ =
        changes.make(
            context,
            "",
            "token " + fresh.token().id() + " of " + fresh.token().user(),
            table -> table.create(fresh.token(), now));
    Reads.answer(context.status(CREATED), json(fresh.token()).put("token", fresh.text()));
  }

  void revokeToken(Context context) {
    String id = context.pathParam("token");
    var _ = changes.make(context, "token " + id, "", table -> table.revoke(id));
    Reads.answer(context, Json.object().put("done", true));
  }

  /** What was done here, or was tried and refused. */
  void audit(Context context) {
    int most = Query.number(context, "limit", AUDIT_LINES, 1, MOST_AUDIT_LINES);
    AuditEntry.Kind kind =
        switch (Query.text(context, "of", "changes")) {
          case "changes" -> AuditEntry.Kind.CHANGE;
          case "refused" -> AuditEntry.Kind.REFUSED;
          default -> throw Problem.badRequest("of must be changes or refused");
        };
    try {
      var lines = access.audited(kind, most);
      Reads.answer(context, Json.object().set("lines", Json.array(lines, Json::line)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lifeMillis(Fields body) {
    long seconds = body.number("expiresInSeconds");
    if (seconds < 1 || seconds > MAX_TOKEN_SECONDS) {
      throw Problem.badRequest("expiresInSeconds must be from 1 to " + MAX_TOKEN_SECONDS);
    }
    return seconds * 1_000;
  }

  private static List<Grant> grants(Fields body) {
    return body.has("grants")
        ? body.texts("grants").stream().map(Grant::parse).toList()
        : List.of();
  }

  private static List<String> certificates(Fields body) {
    return body.has("certificates") ? body.texts("certificates") : List.of();
  }

  private static <T> Optional<T> optional(Fields body, String field, Supplier<T> value) {
    return body.has(field) ? Optional.of(value.get()) : Optional.empty();
  }

  private static <T> T read(Context context, Set<String> known, Function<Fields, T> reading) {
    Fields body = Body.read(context, known);
    return Body.value(() -> reading.apply(body));
  }

  /** The table's, which changes with every change of any user. */
  private static String version(AccessTable table) {
    return table.mark().lineage() + "." + table.mark().version();
  }

  private static ObjectNode json(User user) {
    return Json.object()
        .put("name", user.name())
        .put("enabled", user.isEnabled())
        .put("passwords", user.passwords().size())
        .set("certificates", Json.texts(user.certificates()))
        .set("grants", Json.texts(user.grants().stream().map(Grant::toString).toList()));
  }

  private static ObjectNode json(ApiToken token) {
    return Json.object()
        .put("id", token.id())
        .put("user", token.user())
        .put("created", Instant.ofEpochMilli(token.createdAt()).toString())
        .put("expires", Instant.ofEpochMilli(token.expiresAt()).toString())
        .put("expired", token.expiresAt() <= System.currentTimeMillis())
        .put("note", token.note());
  }

  /** What is told of a change that is not made. */
  static Problem problem(AccessException e) {
    String message = String.valueOf(e.getMessage());
    return switch (e.kind()) {
      case INVALID -> Problem.badRequest(message);
      case NOT_FOUND ->
          new Problem(
              404,
              "NOT_FOUND",
              message,
              "'feige user list' names users, 'feige quota list' quotas.");
      case EXISTS ->
          new Problem(409, "ALREADY_EXISTS", message, "Change it, or choose another name.");
      case NOT_POSSIBLE ->
          new Problem(409, "NOT_POSSIBLE", message, "Nothing was changed; see the message.");
    };
  }
}
