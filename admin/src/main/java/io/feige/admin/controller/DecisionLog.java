package io.feige.admin.controller;

import io.feige.admin.event.Event;
import io.feige.admin.event.Event.Kind;
import io.feige.admin.event.Event.Severity;
import io.feige.admin.event.EventSink;
import io.feige.admin.log.AdminLogId;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Tells who leads and every decision with its evidence, and counts them. Any thread. */
public final class DecisionLog {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionLog.class);

  private final Map<DecisionKind, LongAdder> counts = new ConcurrentHashMap<>();

  /** The epoch of each pair's report that was told last. */
  private final Map<String, Long> reported = new ConcurrentHashMap<>();

  private final String admin;
  private final EventSink events;

  /**
   * Tells the log, and others.
   *
   * @param admin the name of this one
   */
  public DecisionLog(String admin, EventSink events) {
    this.admin = admin;
    this.events = events;
  }

  /** How many decisions of a kind this process has made. */
  public long count(DecisionKind kind) {
    LongAdder count = counts.get(kind);
    return count == null ? 0 : count.sum();
  }

  void leads(long leaderEpoch) {
    events.leadership(leaderEpoch);
    events.tell(
        Event.of(
            Kind.LEADER, Severity.INFO, admin, admin + " leads as leader epoch " + leaderEpoch));
  }

  void leadsNoLonger() {
    events.tell(Event.of(Kind.LEADER, Severity.INFO, admin, admin + " leads no longer"));
  }

  void made(Decision decision, PairState now) {
    counts.computeIfAbsent(decision.kind(), kind -> new LongAdder()).increment();
    String what =
        "%s, active %s (was %s), epoch %d, in sync %s"
            .formatted(
                decision.kind(),
                nobodyIfEmpty(now.active()),
                nobodyIfEmpty(decision.fromNode()),
                now.epoch(),
                now.inSync().stream()
                    .map(Member::node)
                    .collect(Collectors.joining(", ", "[", "]")));
    String why = String.join("; ", decision.evidence());
    boolean isGrave = isGrave(decision.kind());
    LOG.atLevel(isGrave ? Level.WARN : Level.INFO)
        .log(
            "{} pair {}: {}, version {}; because {}",
            id(decision.kind()),
            decision.pair(),
            what,
            now.version(),
            why);
    events.tell(
        Event.of(
                Kind.DECISION,
                isGrave ? Severity.WARNING : Severity.INFO,
                decision.pair(),
                what + "; because " + why)
            .todo(isGrave ? "See 'feige pair history " + decision.pair() + "'." : ""));
  }

  void refused(Decision decision, PairState stored) {
    LOG.info(
        "{} pair {}: {} was not stored; the pair is stored under version {}",
        AdminLogId.CHANGE_REFUSED,
        decision.pair(),
        decision.kind(),
        stored.version());
  }

  /** Told once; what is counted on afterwards is in the pair's history. */
  void reported(FailoverReport report) {
    if (report.isComplete() && isNew(report)) {
      String what =
          ("epoch %d (%s): from %s to %s, pause %s ms, confirmed up to %s before and %s after,"
                  + " %s bytes were unconfirmed and kept, %s cut and salvaged")
              .formatted(
                  report.epoch(),
                  report.kind(),
                  nobodyIfEmpty(report.fromNode()),
                  report.toNode(),
                  shown(report.pauseMillis()),
                  shown(report.confirmedBefore()),
                  shown(report.confirmedAfter()),
                  shown(report.unconfirmedBytes()),
                  shown(report.salvagedBytes()));
      LOG.info("{} pair {} {}", AdminLogId.REPORT_COMPLETE, report.pair(), what);
      events.tell(Event.of(Kind.REPORT, Severity.INFO, report.pair(), what));
    }
  }

  private boolean isNew(FailoverReport report) {
    Long last = reported.put(report.pair(), report.epoch());
    return last == null || last != report.epoch();
  }

  private static String nobodyIfEmpty(String node) {
    return node.isEmpty() ? "nobody" : node;
  }

  private static String shown(long number) {
    return number < 0 ? "unknown" : Long.toString(number);
  }

  private static boolean isGrave(DecisionKind kind) {
    return switch (kind) {
      case FAILOVER, RESTART, FURTHEST, PROMOTE, SHRINK -> true;
      case FIRST, SWITCH, GROW, CANCEL -> false;
    };
  }

  private static AdminLogId id(DecisionKind kind) {
    return switch (kind) {
      case FIRST -> AdminLogId.FIRST;
      case FAILOVER -> AdminLogId.FAILOVER;
      case RESTART -> AdminLogId.RESTART;
      case FURTHEST -> AdminLogId.FURTHEST;
      case SWITCH -> AdminLogId.SWITCH;
      case PROMOTE -> AdminLogId.PROMOTE;
      case SHRINK -> AdminLogId.SHRINK;
      case GROW -> AdminLogId.GROW;
      case CANCEL -> AdminLogId.CANCEL;
    };
  }
}
