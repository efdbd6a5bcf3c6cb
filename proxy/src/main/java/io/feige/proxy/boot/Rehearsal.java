package io.feige.proxy.boot;

import io.feige.proxy.broadcast.RehearsalBroadcast;
import io.feige.proxy.broadcast.Subscribers;
import io.feige.proxy.call.ProxyRoutes;
import io.feige.proxy.call.Router;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.config.ProxyConfig;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.http.FrontSetup;
import io.feige.proxy.http.HttpFront;
import io.feige.proxy.log.ProxyLogId;
import io.feige.proxy.metric.ProxyMeters;
import io.feige.proxy.session.Sessions;
import io.feige.proxy.verb.Following;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves sessions of its own for a moment, on a port that only this process knows, before the proxy
 * opens its ports. A JVM loads and compiles code when it runs, and the clients of another proxy
 * that has died come all at once: the first of them cost four times what the others do. So these
 * sessions do what those do: they go on where they were, and are told what they have missed.
 *
 * <p>There need be no cluster: the topic that these sessions follow is of this process alone.
 */
final class Rehearsal {
  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final int SESSIONS = 400;
  private static final long LIMIT_NANOS = Duration.ofSeconds(2).toNanos();
  private static final AtomicBoolean IS_DONE = new AtomicBoolean();

  private Rehearsal() {}

  /** Once in a process. What goes wrong is told in the log and of no other consequence. */
  static void run() {
    if (IS_DONE.compareAndSet(false, true)) {
      long from = System.nanoTime();
      try {
        int served = serve();
        long millis = (System.nanoTime() - from) / 1_000_000;
        LOG.info("{} {} sessions were rehearsed in {} ms", ProxyLogId.REHEARSED, served, millis);
      } catch (IOException | RuntimeException e) {
        LOG.warn("{} sessions could not be rehearsed", ProxyLogId.REHEARSED, e);
      }
    }
  }

  /**
   * Serves them one after the other, for two seconds at most.
   *
   * @return how many there were
   * @throws IOException one was not served as it should have been
   */
  static int serve() throws IOException {
    ProxySettings settings =
        ProxyConfig.load(Optional.empty(), Map.of(), Map.of("http.port", "0")).config();
    try (Callers callers = new Callers(settings);
        ProxyMeters meters = new ProxyMeters(Encryption.NONE)) {
      Subscribers subscribers = new Subscribers(callers, new Following(), new RehearsalBroadcast());
      Sessions sessions = new Sessions(subscribers, settings.limits().bodyBytes());
      Router routes =
          ProxyRoutes.forClients(
              subscribers, sessions::begin, Optional.empty(), false, () -> false);
      FrontSetup setup =
          new FrontSetup(settings.listen(), settings.limits(), Encryption.NONE, routes, meters);
      try (HttpFront front = HttpFront.bind(setup, 1)) {
        return serve(front.port());
      }
    }
  }

  private static int serve(int port) throws IOException {
    long end = System.nanoTime() + LIMIT_NANOS;
    int served = 0;
    while (served < SESSIONS && System.nanoTime() - end < 0) {
      try (RehearsalSession session = new RehearsalSession(port)) {
        session.run();
      }
      served++;
    }
    return served;
  }
}
