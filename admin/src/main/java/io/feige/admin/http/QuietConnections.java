package io.feige.admin.http;

import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Ends connections on which no request comes: after 20 s, and after 2 s while there are as many
 * connections as may be, so that who is silent does not keep others out. A request counts when its
 * head has come whole; until then bytes that drip are silence, too. One that is being answered has
 * 60 s, more than any operation takes.
 */
final class QuietConnections extends AbstractLifeCycle {
  private static final long LOOK_MILLIS = 250;
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long QUIET_WHEN_FULL_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** How often it asked and was answered at the last look, and since when that is so. */
  private record Seen(long requests, long answers, long sinceNanos) {}

  private final Server server;
  private final int most;
  private final Set<Connection> streams;
  private IdentityHashMap<EndPoint, Seen> seen = new IdentityHashMap<>();
  private Scheduler.@Nullable Task next;

  /**
   * Of a server.
   *
   * @param streams connections whose answers take as long as their callers stay
   */
  QuietConnections(Server server, int most, Set<Connection> streams) {
    this.server = server;
    this.most = most;
    this.streams = streams;
  }

  @Override
  protected void doStart() {
    lookLater();
  }

  @Override
  protected void doStop() {
    Scheduler.Task task = next;
    if (task != null) {
      var _ = task.cancel();
    }
  }

  private void lookLater() {
    next = server.getScheduler().schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    IdentityHashMap<EndPoint, Seen> now = new IdentityHashMap<>();
    for (Connector connector : server.getConnectors()) {
      for (EndPoint each : connector.getConnectedEndPoints()) {
        now.put(each, look(each));
      }
    }
    seen = now;
    now.forEach((each, what) -> endIfLate(each, what, now.size()));
    if (isRunning() || isStarting()) {
      lookLater();
    }
  }

  private Seen look(EndPoint each) {
    Connection http = http(each);
    long requests = http == null ? 0 : http.getMessagesIn();
    long answers = http == null ? 0 : http.getMessagesOut();
    Seen before = seen.get(each);
    return before != null && before.requests == requests && before.answers == answers
        ? before
        : new Seen(requests, answers, System.nanoTime());
  }

  private static @Nullable Connection http(EndPoint each) {
    Connection connection = each.getConnection();
    return connection instanceof SslConnection tls
        ? tls.getSslEndPoint().getConnection()
        : connection;
  }

  /**
   * How long a connection may be as it is.
   *
   * @param isAsked whether a request of it is being answered
   * @param connections how many there are
   * @param most how many there may be
   */
  static long limitNanos(boolean isAsked, int connections, int most) {
    if (isAsked) {
      return ANSWER_NANOS;
    }
    // Jetty counts those that it has not set up yet, too; one less keeps on the safe side.
    return connections >= most - 1 ? QUIET_WHEN_FULL_NANOS : QUIET_NANOS;
  }

  private void endIfLate(EndPoint each, Seen what, int connections) {
    Connection http = http(each);
    if (http != null && streams.contains(http)) {
      return;
    }
    long limit = limitNanos(what.requests > what.answers, connections, most);
    if (System.nanoTime() - what.sinceNanos > limit) {
      each.close(new TimeoutException("no request came"));
    }
  }
}
