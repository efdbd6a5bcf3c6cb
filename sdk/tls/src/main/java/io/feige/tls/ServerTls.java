package io.feige.tls;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * TLS of a server: looks every few seconds whether the files have changed, and signs on threads of
 * its own, so that a storm of callers holds up no loop.
 */
public final class ServerTls implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);
  private static final int SIGNING_THREADS = 2;
  private static final Duration SOON = Duration.ofDays(14);

  /** Certificates that live for hours are told of in their last fifth. */
  private static final int SHARE_OF_LIFE = 5;

  /** Hears what became of the files. Called on a thread of its own; must not throw. */
  public interface Listener {
    /** New certificates hold for connections from now on. */
    void renewed(TlsContext context);

    /** What is there now cannot be used; what was before still holds. Told once for each reason. */
    void refused(TlsException why);

    /** The certificate expires before long, and nobody has replaced it yet. Told once for each. */
    void expiresSoon(TlsContext context);
  }

  private final TlsContext context;
  private final Listener listener;
  private final ExecutorService signing;
  private final ScheduledExecutorService looking;
  private String refusedBecause = "";
  private Instant toldToExpire = Instant.MIN;

  private ServerTls(TlsContext context, Listener listener, ExecutorService signing) {
    this.context = context;
    this.listener = listener;
    this.signing = signing;
    this.looking = Executors.newSingleThreadScheduledExecutor(daemons("feige-tls-files"));
  }

  /**
   * Reads and checks the files, and keeps looking at them.
   *
   * @throws TlsException if they cannot be used
   */
  public static ServerTls start(TlsFiles files, Listener listener) throws TlsException {
    return start(files, listener, LOOK_EVERY);
  }

  static ServerTls start(TlsFiles files, Listener listener, Duration lookEvery)
      throws TlsException {
    ExecutorService signing = Executors.newFixedThreadPool(SIGNING_THREADS, daemons("feige-tls"));
    try {
      ServerTls tls = new ServerTls(TlsContext.load(files, signing), listener, signing);
      long period = lookEvery.toMillis();
      var unused =
          tls.looking.scheduleWithFixedDelay(tls::look, period, period, TimeUnit.MILLISECONDS);
      return tls;
    } catch (TlsException e) {
      signing.shutdownNow();
      throw e;
    }
  }

  /** What connections are made with. */
  public Encryption encryption() {
    return Encryption.by(context);
  }

  /** The newest certificates. */
  public TlsContext context() {
    return context;
  }

  /** Looks no more; connections that are open stay. */
  @Override
  public void close() {
    looking.shutdownNow();
    signing.shutdown();
  }

  private void look() {
    try {
      boolean isNew = context.refresh();
      refusedBecause = "";
      if (isNew) {
        listener.renewed(context);
      }
      context.certificate().ifPresent(this::tellIfItExpires);
    } catch (TlsException e) {
      String why = String.valueOf(e.getMessage());
      if (!why.equals(refusedBecause)) {
        refusedBecause = why;
        listener.refused(e);
      }
    }
  }

  private void tellIfItExpires(X509Certificate own) {
    Instant begin = own.getNotBefore().toInstant();
    Instant end = own.getNotAfter().toInstant();
    Duration part = Duration.between(begin, end).dividedBy(SHARE_OF_LIFE);
    Duration soon = part.compareTo(SOON) < 0 ? part : SOON;
    if (!end.equals(toldToExpire) && Instant.now().plus(soon).isAfter(end)) {
      toldToExpire = end;
      listener.expiresSoon(context);
    }
  }

  private static ThreadFactory daemons(String name) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
