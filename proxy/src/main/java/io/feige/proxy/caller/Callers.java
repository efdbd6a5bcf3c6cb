package io.feige.proxy.caller;

import io.feige.access.HttpCredentials;
import io.feige.access.Throttle;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import io.feige.client.FeigeException;
import io.feige.config.Loopback;
import io.feige.protocol.error.ErrorCode;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.log.ProxyLogId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everybody who calls. A proxy knows no users and has no rights of its own: it shows the cluster
 * what a caller has shown, and keeps the client that was let in for as long as the caller comes
 * again within a minute. Any thread.
 */
public final class Callers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Callers.class);
  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration REQUEST = Duration.ofSeconds(30);
  private static final Duration CLOSE = Duration.ofSeconds(1);
  private static final int MOST_TRIES = 64;
  private static final long SWEEP = 10;
  private static final long NOBODY_NANOS = 1_000_000_000L;
  private static final long OPEN_NANOS = 5_000_000_000L;
  private static final String NONE_CAME = "credentials are wanted here, and none came";
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(3);

  private final ProxySettings settings;
  private final SharedPool<HttpCredentials, Caller> pool;
  private final Throttle throttle = new Throttle();
  private final Tries tries = new Tries(MOST_TRIES);
  private final ScheduledExecutorService sweeping =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("feige-callers").factory());
  private final LongAdder refused = new LongAdder();
  private final boolean mustLogIn;
  private volatile boolean asksWho;
  private final ReentrantLock probing = new ReentrantLock();
  private Optional<Long> openAtNanos = Optional.empty();
  private volatile long nobodyUntilNanos = System.nanoTime();

  /** Nobody yet. */
  public Callers(ProxySettings settings) {
    this.settings = settings;
    this.mustLogIn = !settings.allowInsecure() && !Loopback.contains(settings.listen().host());
    this.pool = new SharedPool<>(settings.limits().callers(), this::caller, System::nanoTime);
    var _ = sweeping.scheduleWithFixedDelay(this::sweep, SWEEP, SWEEP, TimeUnit.SECONDS);
  }

  /**
   * Does something for a caller.
   *
   * @throws Problem it is not let in, or there are as many as may be
   * @throws FeigeException what comes of the work, or the cluster cannot be reached
   */
  public <T> T with(Who who, Function<Caller, T> work) {
    letIn(who);
    return pool.use(
            who.shown(),
            caller -> {
              try (Caller.Turn _ = caller.begin(settings.limits().perCaller())) {
                return looked(who, caller, work);
              }
            })
        .orElseThrow(Callers::tooMany);
  }

  /**
   * Does for a caller what goes on for long and is bounded elsewhere: it is not one of the caller's
   * requests in hand.
   *
   * @throws Problem it is not let in, or there are as many as may be
   * @throws FeigeException what comes of the work, or the cluster cannot be reached
   */
  public <T> T holding(Who who, Function<Caller, T> work) {
    letIn(who);
    return pool.use(who.shown(), caller -> looked(who, caller, work)).orElseThrow(Callers::tooMany);
  }

  private <T> T looked(Who who, Caller caller, Function<Caller, T> work) {
    try {
      caller.logIn();
      return work.apply(caller);
    } catch (FeigeException e) {
      look(who, caller, e);
      throw e;
    }
  }

  /**
   * Begins something for a caller, which is in hand until it is done.
   *
   * @return fails with a {@link FeigeException} as the work does
   * @throws Problem it is not let in, or there are as many as may be
   */
  public <T> CompletableFuture<T> begin(Who who, Function<Caller, CompletableFuture<T>> work) {
    letIn(who);
    return pool.begin(
            who.shown(),
            caller -> {
              Caller.Turn turn = caller.begin(settings.limits().perCaller());
              try {
                caller.logIn();
                return work.apply(caller)
                    .whenComplete((_, failure) -> {
                      turn.close();
                      Throwable cause =
                          failure instanceof CompletionException ? failure.getCause() : failure;
                      if (cause instanceof FeigeException e) {
                        look(who, caller, e);
                      }
                    });
              } catch (RuntimeException | Error e) {
                turn.close();
                throw e;
              }
            })
        .orElseThrow(Callers::tooMany);
  }

  private static Problem tooMany() {
    return Problem.busy("be logged in: limits.callers is reached");
  }

  private void letIn(Who who) {
    HttpCredentials shown = who.shown();
    if (!shown.isPresent() && nobodyUntilNanos - System.nanoTime() > 0) {
      throw Problem.notAuthenticated(NONE_CAME);
    }
    if (mustLogIn) {
      requireLogIn(shown);
    }
    logIn(who);
  }

  private void look(Who who, Caller caller, FeigeException failure) {
    if (failure.code() == ErrorCode.NOT_AUTHENTICATED && pool.retire(who.shown(), caller)) {
      failed(who);
    }
  }

  /** Whether nobody is served who has nothing to show. */
  public boolean mustLogIn() {
    return mustLogIn;
  }

  /** How many are logged in, or about to be. */
  public int count() {
    return pool.size();
  }

  /** How often credentials were not accepted. */
  public long refused() {
    return refused.sum();
  }

  @Override
  public void close() {
    sweeping.shutdownNow();
    pool.close();
  }

  private void sweep() {
    pool.sweep();
    pool.values().forEach(Caller::sweep);
  }

  /** Those who are in need not wait for those who try. */
  private void logIn(Who who) {
    if (!isIn(who.shown())) {
      long wait = throttle.waitNanos(nameOf(who.shown()), who.from(), System.nanoTime());
      if (wait > 0) {
        throw Problem.tooManyTries(wait);
      }
      if (!tries.begin(who.shown())) {
        throw Problem.busy("log in");
      }
      try {
        boolean isDone = pool.use(who.shown(), caller -> tried(caller, who)).isPresent();
        if (!isDone) {
          throw tooMany();
        }
      } finally {
        tries.end(who.shown());
      }
    }
  }

  private boolean isIn(HttpCredentials shown) {
    return pool.present(shown)
        .filter(caller -> {
          if (caller.isStale()) {
            var _ = pool.retire(shown, caller);
          }
          return caller.isLoggedIn() && !caller.isStale();
        })
        .isPresent();
  }

  private boolean tried(Caller caller, Who who) {
    try {
      caller.logIn();
      throttle.succeeded(nameOf(who.shown()), who.from(), System.nanoTime());
      return true;
    } catch (FeigeException e) {
      // It would go on trying by itself, with what is wrong.
      boolean isFirst = pool.retire(who.shown(), caller);
      if (isFirst && e.code() == ErrorCode.NOT_AUTHENTICATED) {
        failed(who);
      }
      throw e;
    }
  }

  private void failed(Who who) {
    if (who.shown().isPresent()) {
      throttle.failed(nameOf(who.shown()), who.from(), System.nanoTime());
      refused.increment();
    } else {
      // The cluster need not be asked again for each of those who have nothing to show.
      nobodyUntilNanos = System.nanoTime() + NOBODY_NANOS;
    }
  }

  /** Tokens cannot be guessed, so one that is wrong does not slow the others down. */
  private static String nameOf(HttpCredentials shown) {
    return shown.kind() == HttpCredentials.Kind.BEARER
        ? "token " + shown.secret().hashCode()
        : shown.user();
  }

  /** What other machines can reach is not open to everybody, neither here nor behind. */
  private void requireLogIn(HttpCredentials shown) {
    if (!shown.isPresent()) {
      throw Problem.notAuthenticated(NONE_CAME);
    }
    if (asksWho) {
      return;
    }
    if (!probing.tryLock()) {
      throw Problem.busy("begin before it is known whether the cluster asks who they are");
    }
    try {
      if (!asksWho && openAtNanos.map(at -> System.nanoTime() - at < OPEN_NANOS).orElse(false)) {
        throw Problem.openCluster();
      }
      if (!asksWho && isOpen()) {
        openAtNanos = Optional.of(System.nanoTime());
        LOG.error(
            "{} the cluster at {} lets anybody in, and other machines can reach this proxy: it"
                + " serves nobody until the cluster has security.users or a security.token",
            ProxyLogId.CLUSTER_OPEN,
            settings.cluster().admins());
        throw Problem.openCluster();
      }
      asksWho = true;
    } finally {
      probing.unlock();
    }
  }

  private boolean isOpen() {
    try (FeigeClient nobody = builder().build()) {
      nobody.awaitConnected(PROBE_LIMIT);
      return true;
    } catch (FeigeException e) {
      if (e.code() == ErrorCode.NOT_AUTHENTICATED) {
        return false;
      }
      throw e;
    }
  }

  private Caller caller(HttpCredentials shown) {
    FeigeClientBuilder builder = builder();
    switch (shown.kind()) {
      case NONE -> {}
      case BEARER -> builder.token(shown.secret());
      case BASIC -> builder.user(shown.user(), shown.secret());
    }
    try {
      return new Caller(builder.build(), settings.id());
    } catch (IllegalArgumentException e) {
      // A name that no user can have, or certificates that are being replaced.
      throw Problem.badRequest(String.valueOf(e.getMessage()));
    }
  }

  private FeigeClientBuilder builder() {
    FeigeClientBuilder builder =
        FeigeClient.builder()
            .admin(settings.cluster().admins())
            .software("feige-proxy")
            .connectTimeout(CONNECT)
            .requestTimeout(REQUEST)
            .closeTimeout(CLOSE)
            .memoryLimitBytes(settings.limits().callerBytes());
    // A certificate of its own would let callers in who have shown nothing.
    settings.tls().ca().ifPresent(builder::ca);
    return builder;
  }
}
