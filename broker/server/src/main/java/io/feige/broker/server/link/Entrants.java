package io.feige.broker.server.link;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Who has connected and proved nothing yet: few, and not for long. When there are too many the
 * oldest has to go, so that a stranger who opens connections and is silent cannot keep a peer out;
 * a peer needs one round trip. Only on the loop.
 */
final class Entrants {
  static final int MOST = 64;
  static final long DEADLINE_MILLIS = 5_000;

  private final EventLoop loop;
  private final Map<LinkSocket, Future<?>> deadlines = new LinkedHashMap<>();

  Entrants(EventLoop loop) {
    this.loop = loop;
  }

  void enter(LinkSocket entrant) {
    if (deadlines.size() >= MOST) {
      LinkSocket oldest = deadlines.keySet().iterator().next();
      leave(oldest);
      oldest.close("more than " + MOST + " connections that have proved nothing");
    }
    deadlines.put(
        entrant,
        loop.schedule(
            () -> entrant.close("no handshake within " + DEADLINE_MILLIS + " ms"),
            DEADLINE_MILLIS,
            TimeUnit.MILLISECONDS));
  }

  /** It has proved who it is, or ended. */
  void leave(LinkSocket entrant) {
    Future<?> deadline = deadlines.remove(entrant);
    if (deadline != null) {
      deadline.cancel(false);
    }
  }

  int count() {
    return deadlines.size();
  }
}
