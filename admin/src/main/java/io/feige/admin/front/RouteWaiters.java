package io.feige.admin.front;

import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.Routes;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The routes, and who waits for newer ones. Waiting is bounded for each connection and in time.
 * Only on the loop.
 */
final class RouteWaiters {
  private final EventLoop loop;
  private final FrontLimits limits;
  private final Set<Waiter> waiters = new LinkedHashSet<>();
  private Routes routes = new Routes(0, List.of());

  RouteWaiters(EventLoop loop, FrontLimits limits) {
    this.loop = loop;
    this.limits = limits;
  }

  /** Answers now or later; false: this connection waits for as much as it may. */
  boolean find(Peer peer, int correlationId, FindRoute find) {
    if (routes.version() > find.knownVersion() || find.waitMillis() == 0) {
      peer.send(correlationId, routes);
      return true;
    }
    if (peer.waiting() >= limits.waiting()) {
      return false;
    }
    int waitMillis = Math.min(find.waitMillis(), limits.waitMillis());
    Waiter waiter = new Waiter(peer, correlationId, find.knownVersion());
    waiter.end = loop.schedule(() -> answer(waiter), waitMillis, TimeUnit.MILLISECONDS);
    waiters.add(waiter);
    peer.waits(1);
    return true;
  }

  /** There are newer routes; older ones are ignored. */
  void update(Routes newer) {
    if (newer.version() <= routes.version()) {
      return;
    }
    routes = newer;
    for (Waiter waiter : List.copyOf(waiters)) {
      if (newer.version() > waiter.knownVersion) {
        answer(waiter);
      }
    }
  }

  /** The connection has ended. */
  void forget(Peer peer) {
    if (peer.waiting() == 0) {
      return;
    }
    List<Waiter> gone = new ArrayList<>();
    for (Waiter waiter : waiters) {
      if (waiter.peer == peer) {
        gone.add(waiter);
      }
    }
    gone.forEach(this::remove);
  }

  private void answer(Waiter waiter) {
    if (remove(waiter)) {
      waiter.peer.send(waiter.correlationId, routes);
    }
  }

  private boolean remove(Waiter waiter) {
    if (!waiters.remove(waiter)) {
      return false;
    }
    waiter.peer.waits(-1);
    Future<?> end = waiter.end;
    if (end != null) {
      end.cancel(false);
    }
    return true;
  }

  private static final class Waiter {
    private final Peer peer;
    private final int correlationId;
    private final long knownVersion;
    private @org.jspecify.annotations.Nullable Future<?> end;

    private Waiter(Peer peer, int correlationId, long knownVersion) {
      this.peer = peer;
      this.correlationId = correlationId;
      this.knownVersion = knownVersion;
    }
  }
}
