package io.feige.admin.proxies;

import static java.util.function.Predicate.not;

import io.feige.protocol.command.ProxyDone;
import io.feige.protocol.command.ProxyHeard;
import io.feige.protocol.command.ProxyTask;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.model.ProxyState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The proxies that the leading Admin hears of. Nothing of it is stored: an Admin that begins to
 * lead knows all that run within {@link #NEXT}. Any thread.
 */
public final class ProxyTable {
  /** Within which a proxy is asked to report again. */
  public static final Duration NEXT = Duration.ofSeconds(2);

  /** Silence after which it is away. */
  static final Duration AWAY = Duration.ofSeconds(10);

  /** Silence after which it is forgotten. */
  static final Duration FORGOTTEN = Duration.ofHours(1);

  /** As many are known at a time. */
  static final int MOST = 1_000;

  private final LongSupplier nanos;
  private final Map<String, Entry> entries = new TreeMap<>();
  private final Map<String, ProxyTasks> tasks = new HashMap<>();

  /** Knows none yet. */
  public ProxyTable() {
    this(System::nanoTime);
  }

  ProxyTable(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Takes a report.
   *
   * @param host where it comes from
   * @param software as the proxy said in its handshake
   * @return the answer; empty: as many proxies are known as may be, and none is away
   */
  public synchronized Optional<ProxyHeard> hear(ReportProxy report, String host, String software) {
    long now = nanos.getAsLong();
    Entry known = entries.get(report.proxy());
    if (report.state() == ProxyState.STOPPED) {
      if (known != null && known.report.instance() == report.instance()) {
        entries.remove(report.proxy());
        endTasks(report.proxy());
      }
      return Optional.of(heard(Optional.empty()));
    }
    if (known == null && entries.size() >= MOST && !forgetOneThatIsAway(now)) {
      return Optional.empty();
    }
    entries.put(report.proxy(), new Entry(report, host, software, now, known));
    return Optional.of(heard(nextTask(report)));
  }

  private static ProxyHeard heard(Optional<ProxyTask> task) {
    return new ProxyHeard((int) NEXT.toMillis(), task);
  }

  private Optional<ProxyTask> nextTask(ReportProxy report) {
    ProxyTasks wanted = tasks.get(report.proxy());
    if (wanted == null) {
      return Optional.empty();
    }
    Optional<ProxyTask> next = wanted.next(report);
    if (wanted.isEmpty()) {
      tasks.remove(report.proxy());
    }
    return next;
  }

  /**
   * Has a proxy do something when it reports next.
   *
   * @param task makes it of its number
   * @return what came of it; cancelled if the proxy cannot say. Empty: as much is wanted of it as
   *     may be, or it is not known
   */
  public synchronized Optional<CompletableFuture<ProxyDone>> ask(
      String proxy, LongFunction<ProxyTask> task) {
    if (!entries.containsKey(proxy)) {
      return Optional.empty();
    }
    long number = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    return tasks.computeIfAbsent(proxy, _ -> new ProxyTasks()).add(task.apply(number));
  }

  private void endTasks(String proxy) {
    ProxyTasks wanted = tasks.remove(proxy);
    if (wanted != null) {
      wanted.end();
    }
  }

  /** All that are known, by name. */
  public synchronized List<ProxySight> all() {
    long now = nanos.getAsLong();
    entries.values().removeIf(entry -> entry.silence(now).compareTo(FORGOTTEN) > 0);
    List.copyOf(tasks.keySet()).stream().filter(not(entries::containsKey)).forEach(this::endTasks);
    return entries.values().stream().map(entry -> entry.sight(now)).toList();
  }

  /** Forgets all: this Admin does not lead any more. */
  public synchronized void clear() {
    entries.clear();
    List.copyOf(tasks.keySet()).forEach(this::endTasks);
  }

  private boolean forgetOneThatIsAway(long now) {
    Optional<Entry> silent =
        entries.values().stream()
            .filter(entry -> entry.isAway(now))
            .max(Comparator.comparing(entry -> entry.silence(now)));
    silent.ifPresent(entry -> entries.remove(entry.report.proxy()));
    return silent.isPresent();
  }

  /** A proxy's last report, and what follows from those before it. */
  private static final class Entry {
    private final ReportProxy report;
    private final String host;
    private final String software;
    private final long heardAt;
    private final double perSecond;

    /** The process that reported under the name before this one; this one, if there was none. */
    private final long formerInstance;

    /** When a process reported again after another one of its name; empty: that never happened. */
    private final Optional<Long> twiceAt;

    Entry(ReportProxy report, String host, String software, long now, @Nullable Entry before) {
      this.report = report;
      this.host = host;
      this.software = software;
      this.heardAt = now;
      long instance = report.instance();
      if (before == null) {
        formerInstance = instance;
        twiceAt = Optional.empty();
        perSecond = 0;
      } else if (before.report.instance() == instance) {
        formerInstance = before.formerInstance;
        twiceAt = before.twiceAt;
        perSecond = rate(before, now);
      } else {
        // One that was started anew does not come back.
        formerInstance = before.report.instance();
        twiceAt = before.formerInstance == instance ? Optional.of(now) : before.twiceAt;
        perSecond = 0;
      }
    }

    private double rate(Entry before, long now) {
      long requests = Math.max(0, report.requests() - before.report.requests());
      long nanos = now - before.heardAt;
      return nanos <= 0 ? before.perSecond : requests * 1e9 / nanos;
    }

    Duration silence(long now) {
      return Duration.ofNanos(now - heardAt);
    }

    boolean isAway(long now) {
      return silence(now).compareTo(AWAY) > 0;
    }

    private boolean isTwice(long now) {
      return twiceAt.filter(at -> now - at <= AWAY.toNanos()).isPresent();
    }

    private ProxySight.State state(long now) {
      if (isAway(now)) {
        return ProxySight.State.AWAY;
      }
      return report.state() == ProxyState.STOPPING
          ? ProxySight.State.STOPPING
          : ProxySight.State.SERVING;
    }

    ProxySight sight(long now) {
      return new ProxySight(
          report.proxy(),
          report.addresses(),
          host,
          software,
          state(now),
          Instant.ofEpochMilli(report.startedAtMillis()),
          silence(now).toMillis(),
          report.connections(),
          report.callers(),
          report.requests(),
          isAway(now) ? 0 : perSecond,
          report.certificateEndMillis() == 0
              ? Optional.empty()
              : Optional.of(Instant.ofEpochMilli(report.certificateEndMillis())),
          isTwice(now));
    }
  }
}
