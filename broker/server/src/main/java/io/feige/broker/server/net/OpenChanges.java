package io.feige.broker.server.net;

import io.feige.access.AuditEntry;
import io.feige.access.Identity;
import io.feige.broker.server.access.NodeAccess;
import io.feige.protocol.command.Request;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a connection has asked for and that are not answered yet. What came of each is
 * written down when it is answered, or when nobody can be answered any more. Any thread.
 */
final class OpenChanges {
  /** Beyond them a change is written down when it is asked for. */
  private static final int MOST = 1_000;

  private static final int MAX_REQUEST = 500;

  private record Change(String who, String from, String what) {}

  private final NodeAccess access;
  private final Map<Integer, Change> open = new ConcurrentHashMap<>();

  OpenChanges(NodeAccess access) {
    this.access = access;
  }

  void asked(int correlationId, Identity who, String from, Request request) {
    String what = request.toString();
    Change change =
        new Change(who.toString(), from, what.substring(0, Math.min(what.length(), MAX_REQUEST)));
    Change unknown = open.size() < MOST ? open.put(correlationId, change) : change;
    write(unknown, AuditEntry.UNKNOWN);
  }

  /** Whether a change of that id waits for its answer. */
  boolean isOpen(int correlationId) {
    return open.containsKey(correlationId);
  }

  void answered(int correlationId, String outcome) {
    if (!open.isEmpty()) {
      write(open.remove(correlationId), outcome);
    }
  }

  /** The connection has ended. */
  void over() {
    open.keySet().forEach(id -> answered(id, AuditEntry.UNKNOWN));
  }

  private void write(@Nullable Change change, String outcome) {
    if (change != null) {
      access.audit(AuditEntry.change(change.who, change.from, change.what, "", "", outcome));
    }
  }
}
