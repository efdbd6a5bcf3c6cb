package io.feige.admin.http;

import io.feige.access.AccessTable;
import io.feige.access.AuditEntry;
import io.feige.admin.access.AdminAccess;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Changes of the table of users, tokens and quotas. The leader makes them, because the nodes hear
 * of it from the leader; the others ask it. Each is a line of the audit log, also one that is
 * refused.
 */
final class AccessChanges {
  private static final Duration RELAY_LIMIT = Duration.ofSeconds(10);

  private final AdminAccess access;
  private final Callers callers;
  private final Cluster cluster;
  private final Relay relay;

  AccessChanges(AdminAccess access, Callers callers, Cluster cluster, Relay relay) {
    this.access = access;
    this.callers = callers;
    this.cluster = cluster;
    this.relay = relay;
  }

  /** The handler, where this Admin leads; elsewhere the leader's answer. */
  Handler byTheLeader(Handler handler) {
    return context -> {
      if (cluster.controller().leaderEpoch() > 0) {
        handler.handle(context);
      } else {
        relay.relay(context, RELAY_LIMIT);
      }
    };
  }

  /** Makes a change of which is known what was and what will be. */
  AccessTable make(
      Context context, String before, String after, UnaryOperator<AccessTable> change) {
    return make(context, new AtomicReference<>(before), change, table -> after);
  }

  /** Makes a change that says itself what was. */
  AccessTable make(
      Context context,
      AtomicReference<String> before,
      UnaryOperator<AccessTable> change,
      Function<AccessTable, String> after) {
    try {
      AccessTable changed = access.change(change);
      callers.audit(context, before.get(), after.apply(changed), AuditEntry.DONE);
      return changed;
    } catch (RuntimeException e) {
      callers.audit(context, before.get(), "", String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
