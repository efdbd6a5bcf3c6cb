package io.feige.admin.controller;

import io.feige.admin.log.AdminLogId;
import io.feige.broker.core.controller.Decision;
import io.feige.broker.core.controller.DecisionKind;
import io.feige.broker.core.controller.FailoverReport;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells every decision with its evidence, and counts them. Any thread. */
public final class DecisionLog {
  private static final Logger LOG = LoggerFactory.getLogger(DecisionLog.class);

  private final Map<DecisionKind, LongAdder> counts = new ConcurrentHashMap<>();

  /** How many decisions of a kind this process has made. */
  public long count(DecisionKind kind) {
    LongAdder count = counts.get(kind);
    return count == null ? 0 : count.sum();
  }

  void made(Decision decision, PairState now) {
    counts.computeIfAbsent(decision.kind(), kind -> new LongAdder()).increment();
    String line =
        "{} pair {}: {}, active {} (was {}), epoch {}, in sync {}, version {}; because {}";
    Object[] values = {
      id(decision.kind()),
      decision.pair(),
      decision.kind(),
      now.active().isEmpty() ? "nobody" : now.active(),
      decision.fromNode().isEmpty() ? "nobody" : decision.fromNode(),
      now.epoch(),
      now.inSync().stream().map(Member::node).collect(Collectors.joining(", ", "[", "]")),
      now.version(),
      String.join("; ", decision.evidence())
    };
    if (isGrave(decision.kind())) {
      LOG.warn(line, values);
    } else {
      LOG.info(line, values);
    }
  }

  void refused(Decision decision, PairState stored) {
    LOG.info(
        "{} pair {}: {} was not stored; the pair is stored under version {}",
        AdminLogId.CHANGE_REFUSED,
        decision.pair(),
        decision.kind(),
        stored.version());
  }

  void reported(FailoverReport report) {
    if (report.isComplete()) {
      LOG.info(
          "{} pair {} epoch {} ({}): from {} to {}, pause {} ms, confirmed up to {} before and {}"
              + " after, {} bytes were unconfirmed and kept, {} cut and salvaged, {} redelivered",
          AdminLogId.REPORT_COMPLETE,
          report.pair(),
          report.epoch(),
          report.kind(),
          report.fromNode().isEmpty() ? "nobody" : report.fromNode(),
          report.toNode(),
          shown(report.pauseMillis()),
          shown(report.confirmedBefore()),
          shown(report.confirmedAfter()),
          shown(report.unconfirmedBytes()),
          shown(report.salvagedBytes()),
          shown(report.redelivered()));
    }
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
