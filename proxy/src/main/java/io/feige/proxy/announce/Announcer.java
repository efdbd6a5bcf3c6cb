package io.feige.proxy.announce;

import io.feige.access.AccessControl;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.LeaderTalk;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ProxyHeard;
import io.feige.protocol.command.ProxyTask;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.ProxyState;
import io.feige.protocol.model.Secret;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.log.ProxyLogId;
import io.feige.tls.Dialler;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the leading Admin every few seconds that this proxy is there and how it is, on a thread of
 * its own. Clients are served whether or not an Admin hears of it. Any thread.
 */
public final class Announcer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);
  private static final int CONNECT_MILLIS = 1_000;
  private static final int ANSWER_MILLIS = 2_000;
  private static final int LAST_WORD_MILLIS = 5_000;
  private static final long RETRY_MILLIS = 1_000;
  private static final long LEAST_PAUSE_MILLIS = 100;
  private static final long MOST_PAUSE_MILLIS = 60_000;

  private final String proxy;
  private final LeaderTalk talk;
  private final BiFunction<ProxyState, Optional<ProxyDone>, ReportProxy> reports;
  private final Function<ProxyTask, ProxyDone> tasks;
  private final Thread thread = new Thread(this::run, "feige-announce");
  private ProxyState state = ProxyState.SERVING;

  /** Whether an Admin has taken the last report; of the announcer's thread. */
  private boolean isKnown;

  /** What came of the last task, until it is told; of the announcer's thread. */
  private Optional<ProxyDone> done = Optional.empty();

  /** Why no Admin took the last report, as it was logged; of the announcer's thread. */
  private String refusal = "";

  private Announcer(
      ProxySettings settings,
      BiFunction<ProxyState, Optional<ProxyDone>, ReportProxy> reports,
      Function<ProxyTask, ProxyDone> tasks) {
    this.proxy = settings.id();
    this.reports = reports;
    this.tasks = tasks;
    Secret token = settings.cluster().token();
    Hello hello =
        new Hello(
            ProtocolVersion.MIN,
            ProtocolVersion.MAX,
            ClientKind.PROXY,
            "feige-proxy",
            "",
            token.length() == 0 ? "" : AccessControl.TOKEN,
            token);
    Optional<TlsFiles> tls =
        settings.tls().ca().map(ca -> new TlsFiles(Optional.empty(), Optional.of(ca)));
    Dialler dialler = new Dialler(tls, CONNECT_MILLIS, ANSWER_MILLIS);
    this.talk = new LeaderTalk(settings.cluster().each(), hello, dialler::dial);
  }

  /**
   * Begins to tell.
   *
   * @param reports makes the report of a state, with what came of the last task
   * @param tasks does what the Admin wants, and must not take long; like the reports on the
   *     announcer's thread
   */
  public static Announcer start(
      ProxySettings settings,
      BiFunction<ProxyState, Optional<ProxyDone>, ReportProxy> reports,
      Function<ProxyTask, ProxyDone> tasks) {
    Announcer announcer = new Announcer(settings, reports, tasks);
    announcer.thread.setDaemon(true);
    announcer.thread.start();
    return announcer;
  }

  /** From now on it tells that the proxy sends its clients away. */
  public void stopping() {
    become(ProxyState.STOPPING);
  }

  /** Says as its last word that the proxy has stopped, if an Admin hears it within five seconds. */
  @Override
  public void close() {
    become(ProxyState.STOPPED);
    try {
      thread.join(LAST_WORD_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void become(ProxyState next) {
    state = next;
    notifyAll();
  }

  private synchronized ProxyState state() {
    return state;
  }

  private void run() {
    try {
      ProxyState told;
      do {
        told = state();
        awaitOther(told, tell(told));
      } while (told != ProxyState.STOPPED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      talk.close();
    }
  }

  /** Returns sooner if the state changes. */
  private synchronized void awaitOther(ProxyState told, long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    long left = millis;
    while (state == told && told != ProxyState.STOPPED && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
  }

  /** Tells once; returns how long it is until the next time. */
  private long tell(ProxyState now) {
    try {
      Answer answer = talk.ask(reports.apply(now, done));
      if (answer instanceof ProxyHeard heard) {
        taken();
        done = heard.task().flatMap(this::carryOut);
        return done.isPresent()
            ? LEAST_PAUSE_MILLIS
            : Math.clamp(heard.nextMillis(), LEAST_PAUSE_MILLIS, MOST_PAUSE_MILLIS);
      }
      if (answer instanceof Refusal refused) {
        return refused(refused);
      }
      throw new IOException("PROXY was answered with " + answer.getClass().getSimpleName());
    } catch (IOException e) {
      LOG.debug("no Admin hears of proxy {}: {}", proxy, e.getMessage());
      return RETRY_MILLIS;
    } catch (RuntimeException e) {
      LOG.error("{} a report of proxy {} met a fault", ProxyLogId.INTERNAL_FAULT, proxy, e);
      return MOST_PAUSE_MILLIS;
    }
  }

  private Optional<ProxyDone> carryOut(ProxyTask task) {
    LOG.info(
        "{} Admin has proxy {} do {}", ProxyLogId.TASK, proxy, task.getClass().getSimpleName());
    try {
      return Optional.of(tasks.apply(task));
    } catch (RuntimeException e) {
      LOG.error("{} a task of proxy {} met a fault", ProxyLogId.INTERNAL_FAULT, proxy, e);
      return Optional.empty();
    }
  }

  private void taken() {
    if (!isKnown) {
      LOG.info("{} Admin knows proxy {}", ProxyLogId.ANNOUNCED, proxy);
    }
    isKnown = true;
    refusal = "";
  }

  private long refused(Refusal refused) {
    isKnown = false;
    if (refused.code() == ErrorCode.NOT_LEADER) {
      return refused.hint().isEmpty() ? RETRY_MILLIS : LEAST_PAUSE_MILLIS;
    }
    if (!refusal.equals(refused.message())) {
      refusal = refused.message();
      LOG.warn(
          "{} Admin does not take the reports of proxy {}: {}. Clients are served all the same, but"
              + " status and alerts do not show this proxy: set cluster.token to a token of a user"
              + " with the right announce",
          ProxyLogId.NOT_ANNOUNCED,
          proxy,
          refused.message());
    }
    return RETRY_MILLIS;
  }
}
