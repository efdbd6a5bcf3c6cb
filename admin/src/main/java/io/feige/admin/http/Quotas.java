package io.feige.admin.http;

import io.feige.access.Quota;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.json.Fields;
import io.feige.admin.json.Json;
import io.javalin.http.Context;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.node.ObjectNode;

/** How much users and topics may have of each node. */
final class Quotas {
  private static final String PUBLISH = "publishBytesPerSecond";
  private static final String PULL = "pullBytesPerSecond";
  private static final String STORED = "storedBytes";

  private final AdminAccess access;
  private final AccessChanges changes;

  Quotas(AdminAccess access, AccessChanges changes) {
    this.access = access;
    this.changes = changes;
  }

  void list(Context context) {
    Reads.answer(
        context, Json.object().set("quotas", Json.array(access.table().quotas(), Quotas::json)));
  }

  void put(Context context) {
    Fields body = Body.read(context, Set.of(PUBLISH, PULL, STORED));
    Quota quota =
        Body.value(() ->
            Quota.of(
                context.pathParam("of"),
                limit(body, PUBLISH),
                limit(body, PULL),
                limit(body, STORED)));
    AtomicReference<String> before = new AtomicReference<>("");
    var _ =
        changes.make(
            context,
            before,
            table -> {
              table.quotas().stream()
                  .filter(each -> each.of().equals(quota.of()))
                  .forEach(each -> before.set(each.toString()));
              return table.limit(quota);
            },
            table -> quota.toString());
    Reads.answer(context, json(quota));
  }

  void delete(Context context) {
    String of = context.pathParam("of");
    var _ = changes.make(context, "quota of " + of, "", table -> table.unlimit(of));
    Reads.answer(context, Json.object().put("done", true));
  }

  private static long limit(Fields body, String field) {
    return body.has(field) ? body.number(field) : 0;
  }

  private static ObjectNode json(Quota quota) {
    return Json.object()
        .put("of", quota.of())
        .put(PUBLISH, quota.publishBytes())
        .put(PULL, quota.pullBytes())
        .put(STORED, quota.storedBytes());
  }
}
