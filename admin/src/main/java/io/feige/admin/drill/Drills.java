package io.feige.admin.drill;

import io.feige.admin.controller.ControllerLoop;
import io.feige.admin.drill.Drill.Verdict;
import io.feige.admin.event.Event;
import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.Event.Severity;
import io.feige.admin.event.EventSink;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.store.PairStore;
import io.feige.admin.store.StoreException;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ClusterView.PairView;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.broker.core.controller.port.OperatorAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rehearses failovers, one at a time, and remembers the latest of each pair. Does that while its
 * Admin leads; a drill of which the leader is lost is not judged, and the pair's history has what
 * came of it. Any thread.
 */
public final class Drills {
  private static final Logger LOG = LoggerFactory.getLogger(Drills.class);
  private static final long LOOK_MILLIS = 100;
  private static final int ANSWER_SECONDS = 10;
  private static final int LATEST_REPORTS = 3;

  private final ControllerLoop controller;
  private final PairStore store;
  private final EventSink events;
  private final Map<String, Drill> latest = new ConcurrentHashMap<>();
  private @Nullable Drill running;

  /** None goes on yet. */
  public Drills(ControllerLoop controller, PairStore store, EventSink events) {
    this.controller = controller;
    this.store = store;
    this.events = events;
  }

  /** The latest drill of a pair, as far as it is. */
  public Optional<Drill> latest(String pair) {
    return Optional.ofNullable(latest.get(pair));
  }

  /** What came of an order: a drill, or why there is none. */
  public sealed interface Outcome {
    /** The node has ended. */
    record Begun(Drill drill) implements Outcome {}

    /** Nothing was ended. */
    record NotBegun(String why) implements Outcome {}
  }

  /** Ends the active of a pair, if that may be done, and begins to judge what comes of it. */
  public Outcome begin(String pair) throws InterruptedException {
    PairView before = find(pair);
    if (before == null) {
      return new Outcome.NotBegun("this Admin leads no longer; nothing was changed");
    }
    Drill drill = of(before);
    synchronized (this) {
      Drill other = running;
      if (other != null) {
        String words = "a drill of " + other.pair() + " goes on; nothing was changed";
        return new Outcome.NotBegun(words);
      }
      running = drill;
    }
    boolean isBegun = false;
    try {
      long beginNanos = System.nanoTime();
      OperatorAnswer answer = order(drill);
      if (!answer.isDone()) {
        return new Outcome.NotBegun(answer.words());
      }
      isBegun = true;
      latest.put(pair, drill);
      tell(Severity.INFO, drill, "a drill has begun: " + drill.node() + " has ended");
      var _ = Thread.ofVirtual().name("feige-drill").start(() -> watch(drill, beginNanos));
      return new Outcome.Begun(drill);
    } finally {
      if (!isBegun) {
        ended();
      }
    }
  }

  private synchronized void ended() {
    running = null;
  }

  private static Drill of(PairView pair) {
    String node = pair.state().active();
    Drill drill =
        new Drill(
            pair.state().pair(),
            node,
            pair.state().other(node),
            pair.state().epoch(),
            System.currentTimeMillis(),
            pair.failoverBoundMillis(),
            pair.confirmed(),
            List.of());
    return drill.with(DrillRules.judge(drill, pair, Optional.empty(), Duration.ZERO));
  }

  private OperatorAnswer order(Drill drill) throws InterruptedException {
    try {
      return controller.drill(drill.pair(), drill.node()).get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the controller does not answer", e);
    }
  }

  private @Nullable PairView find(String pair) throws InterruptedException {
    ClusterView view = controller.viewIfLeading();
    return view.pairs().stream()
        .filter(each -> each.state().pair().equals(pair))
        .findFirst()
        .orElse(null);
  }

  private void watch(Drill begun, long beginNanos) {
    try {
      Drill now = begun;
      while (now.verdict() == Verdict.RUNNING) {
        Thread.sleep(LOOK_MILLIS);
        PairView pair = find(begun.pair());
        if (pair == null) {
          // Whoever leads now does not know of it.
          latest.remove(begun.pair());
          return;
        }
        Duration after = Duration.ofNanos(System.nanoTime() - beginNanos);
        now = now.with(decided(now.checks(), DrillRules.judge(now, pair, report(now), after)));
        latest.put(begun.pair(), now);
      }
      tell(now);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("{} a drill met a fault", AdminLogId.INTERNAL_FAULT, e);
      latest.remove(begun.pair());
    } finally {
      ended();
    }
  }

  private void tell(Drill over) {
    String words =
        over.checks().stream()
            .map(check -> check.kind() + " " + check.state() + ": " + check.sentence())
            .collect(Collectors.joining("; "));
    LOG.info(
        "{} pair {}: the drill has {}: {}", AdminLogId.DRILL, over.pair(), over.verdict(), words);
    boolean isWell = over.verdict() == Verdict.PASSED;
    tell(
        isWell ? Severity.INFO : Severity.WARNING,
        over,
        "the drill has " + over.verdict() + ": " + words);
  }

  private void tell(Severity severity, Drill drill, String sentence) {
    events.tell(Event.of(Kind.DRILL, severity, drill.pair(), sentence));
  }

  /** What is decided stays as it was seen first. */
  private static List<Check> decided(List<Check> before, List<Check> now) {
    List<Check> checks = new ArrayList<>();
    for (int i = 0; i < now.size(); i++) {
      Check earlier = before.get(i);
      checks.add(earlier.state() == Check.State.WAITING ? now.get(i) : earlier);
    }
    return checks;
  }

  /** The report of the activation that followed; empty too while ZooKeeper cannot be asked. */
  private Optional<FailoverReport> report(Drill drill) {
    try {
      return store.reports(drill.pair(), LATEST_REPORTS).stream()
          .filter(report -> report.epoch() == drill.epoch() + 1)
          .findFirst();
    } catch (StoreException e) {
      LOG.debug("the reports of {} cannot be read now", drill.pair(), e);
      return Optional.empty();
    }
  }
}
