package io.feige.admin.http;

import io.feige.access.Admission;
import io.feige.access.Right;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.access.Session;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.Connection;

/**
 * Tells those who look on how the cluster is, as Server-Sent Events: everything at once, and then
 * what has changed. However many look on, it is looked at once for all of them.
 */
final class Live {
  static final int MOST = 256;
  static final int MOST_OF_ONE = 128;

  static final long LOOK_MILLIS = 500;

  /** At the latest then something is sent, so that who hears nothing knows that it is cut off. */
  private static final long QUIET_NANOS = Duration.ofMillis(1_500).toNanos();

  /** Status and alerts as they are told, and when the status was. */
  record Seen(String status, String alerts, long atNanos) {
    static final Seen NOTHING = new Seen("", "", 0);
  }

  private final Reads reads;
  private final Callers callers;
  private final AdminAccess access;
  private final Set<Connection> streams = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> perUser = new HashMap<>();
  private final Object looking = new Object();
  private volatile Seen seen = Seen.NOTHING;
  private volatile boolean isClosed;

  Live(Reads reads, AdminAccess access, Callers callers) {
    this.reads = reads;
    this.callers = callers;
    this.access = access;
  }

  /** Connections on which an answer is written for as long as somebody looks on. */
  Set<Connection> streams() {
    return streams;
  }

  /** They end, so that the port can be closed. */
  void close() {
    isClosed = true;
  }

  /** Answers until the caller goes, or may not look on any more. */
  void follow(Context context) throws IOException, InterruptedException {
    Admission admission = Callers.of(context);
    String user = admission.identity().toString();
    enter(user);
    callers.leave(context);
    Connection connection =
        ServletContextRequest.getServletContextRequest(context.req())
            .getConnectionMetaData()
            .getConnection();
    streams.add(connection);
    try {
      context.contentType("text/event-stream; charset=utf-8");
      // A proxy in between is to pass on what comes when it comes.
      var _ = context.header("X-Accel-Buffering", "no");
      write(context, admission);
    } finally {
      streams.remove(connection);
      leave(user);
    }
  }

  private void write(Context context, Admission admission)
      throws IOException, InterruptedException {
    OutputStream out = context.res().getOutputStream();
    Seen sent = Seen.NOTHING;
    Admission now = admission;
    while (!isClosed && mayLookOn(context, now, access)) {
      StringBuilder text = new StringBuilder();
      sent = add(text, look(), sent);
      if (!text.isEmpty()) {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /**
   * Appends the events that a client which has seen {@code sent} needs now; returns what it has
   * then seen.
   */
  static Seen add(StringBuilder text, Seen next, Seen sent) {
    Seen now = sent;
    if (!next.status.equals(sent.status) || next.atNanos - sent.atNanos > QUIET_NANOS) {
      event(text, "status", next.status);
      now = new Seen(next.status, sent.alerts, next.atNanos);
    }
    if (!next.alerts.equals(sent.alerts)) {
      event(text, "alerts", next.alerts);
      now = new Seen(now.status, next.alerts, now.atNanos);
    }
    return now;
  }

  /** Whether somebody who was let in would still be, and may still look. */
  static boolean mayLookOn(Context context, Admission admission, AdminAccess access) {
    Session session = LogIn.session(context, access);
    Optional<Admission> now =
        LogIn.hasCookie(context)
            ? Optional.ofNullable(session).map(Session::admission)
            : access.renewed(admission);
    return now.filter(one -> one.grants().permit(Right.VIEWER)).isPresent();
  }

  private Seen look() {
    synchronized (looking) {
      long now = System.nanoTime();
      if (seen.status.isEmpty() || now - seen.atNanos >= LOOK_MILLIS * 900_000) {
        seen = new Seen(reads.statusNow(), reads.alertsNow(), now);
      }
      return seen;
    }
  }

  private static void event(StringBuilder text, String name, String data) {
    text.append("event: ").append(name);
    data.lines().forEach(line -> text.append("\ndata: ").append(line));
    text.append("\n\n");
  }

  private void enter(String user) {
    synchronized (perUser) {
      int all = perUser.values().stream().mapToInt(Integer::intValue).sum();
      if (all >= MOST || perUser.getOrDefault(user, 0) >= MOST_OF_ONE) {
        throw Problem.tooManyCallers();
      }
      perUser.merge(user, 1, Integer::sum);
    }
  }

  private void leave(String user) {
    synchronized (perUser) {
      var _ = perUser.computeIfPresent(user, (name, count) -> count == 1 ? null : count - 1);
    }
  }
}
