package io.feige.broker.server.link;

import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.tls.Strangers;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Who has connected and proved nothing yet: few, and not for long. A peer needs a few round trips,
 * so when others wait a stranger keeps his place for half a second only. Only on the loop.
 */
final class Entrants {
  static final int MOST = 64;
  static final long DEADLINE_MILLIS = 5_000;

  private static final RateLimitedLog EVICTED =
      RateLimitedLog.of(LoggerFactory.getLogger(Entrants.class), LogId.STRANGER_EVICTED);

  /** The one who dials proves something after it has been asked, and may be far away. */
  private static final Strangers.Patience PATIENCE =
      new Strangers.Patience(Duration.ofMillis(500), Duration.ofMillis(500));

  private final EventLoop loop;
  private final Strangers strangers = new Strangers(MOST, PATIENCE, Entrants::evicted);
  private final Map<LinkSocket, Future<?>> deadlines = new HashMap<>();

  Entrants(EventLoop loop) {
    this.loop = loop;
  }

  /** Those of them who are connected, TLS or not; any thread. */
  Strangers strangers() {
    return strangers;
  }

  void enter(LinkSocket entrant) {
    deadlines.put(
        entrant,
        loop.schedule(
            () -> entrant.close("no handshake within " + DEADLINE_MILLIS + " ms"),
            DEADLINE_MILLIS,
            TimeUnit.MILLISECONDS));
  }

  /** It has proved who it is, or ended. */
  void leave(LinkSocket entrant) {
    strangers.known(entrant.channel());
    Future<?> deadline = deadlines.remove(entrant);
    if (deadline != null) {
      deadline.cancel(false);
    }
  }

  int count() {
    return deadlines.size();
  }

  private static void evicted(Channel stranger) {
    String why = "more than " + MOST + " connections that have proved nothing";
    LinkSocket socket = stranger.pipeline().get(LinkSocket.class);
    if (socket != null) {
      EVICTED.warn(socket.peer(), why);
      socket.close(why);
    }
  }
}
