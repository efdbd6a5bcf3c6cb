package io.feige.dist.pair;

import io.feige.dist.admin.PairHistory;
import io.feige.dist.admin.PairHistory.Decision;
import io.feige.dist.admin.PairHistory.Moment;
import io.feige.dist.admin.PairHistory.Report;
import io.feige.dist.cli.Human;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A pair's history as a person reads it: from the oldest to the newest, each with its reasons. */
public final class HistoryWords {
  private static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT)
          .withZone(ZoneId.systemDefault());
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

  private HistoryWords() {}

  /** All of it. */
  static String of(PairHistory history) {
    if (history.decisions().isEmpty()) {
      return "Nothing was decided about " + history.pair() + " yet.";
    }
    StringBuilder words = new StringBuilder();
    for (Decision decision : history.decisions().reversed()) {
      Optional<Report> report = report(history.reports(), decision);
      words.append(words.isEmpty() ? "" : "\n\n").append(decision(decision));
      // The timeline begins with the evidence.
      words.append(report.map(HistoryWords::report).orElseGet(() -> evidence(decision)));
    }
    return words.toString();
  }

  private static Optional<Report> report(List<Report> reports, Decision decision) {
    return reports.stream()
        .filter(report -> report.kind().equals(decision.kind()))
        .filter(report -> report.epoch() == decision.toEpoch())
        .findFirst();
  }

  private static String decision(Decision decision) {
    StringBuilder words = new StringBuilder(WHEN.format(at(decision.atMillis())));
    words.append("  ").append(decision.kind());
    if (decision.toEpoch() != decision.fromEpoch()) {
      words.append("  epoch ").append(decision.fromEpoch()).append(" -> ");
      words.append(decision.toEpoch()).append(", ").append(who(decision.fromNode()));
      words.append(" -> ").append(who(decision.toNode()));
    } else {
      words.append("  epoch ").append(decision.toEpoch()).append(", ");
      words.append(who(decision.toNode())).append(" active");
    }
    return words.toString();
  }

  private static String evidence(Decision decision) {
    return decision.evidence().stream().map(line -> "\n    " + line).collect(Collectors.joining());
  }

  private static String who(String node) {
    return node.isEmpty() ? "nobody" : node;
  }

  /** What an activation cost: lines that are indented, each with a line feed before it. */
  public static String report(Report report) {
    StringBuilder words = new StringBuilder();
    for (Moment moment : report.timeline()) {
      long after = moment.atMillis() - report.atMillis();
      words
          .append("\n    ")
          .append(CLOCK.format(at(moment.atMillis())))
          .append(String.format(Locale.ROOT, "  %+6d ms  ", after))
          .append(moment.words());
    }
    if (!report.fromNode().isEmpty()) {
      words.append("\n    pause: ").append(millis(report.pauseMillis()));
    }
    words.append("\n    confirmed: ").append(confirmed(report));
    words.append("\n    unconfirmed tail, kept: ").append(bytes(report.unconfirmedBytes()));
    if (!report.fromNode().isEmpty()) {
      words.append("\n    salvaged by ").append(report.fromNode()).append(": ");
      words.append(bytes(report.salvagedBytes()));
    }
    words
        .append("\n    handed out, marked as perhaps delivered before: ")
        .append(count(report.redelivered()));
    return report.complete() ? words.toString() : words + "\n    (not complete yet)";
  }

  private static String confirmed(Report report) {
    String positions =
        "position "
            + count(report.confirmedBefore())
            + " before, "
            + count(report.confirmedAfter())
            + " after";
    return report.kind().equals("PROMOTE")
        ? positions + "; what the other replica alone had confirmed is missing until it is replayed"
        : positions + "; 0 lost";
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  private static String millis(long millis) {
    return millis < 0 ? "not known" : Human.count(millis) + " ms";
  }

  private static String bytes(long bytes) {
    return bytes < 0 ? "not known yet" : Human.bytes(bytes);
  }

  private static String count(long count) {
    return count < 0 ? "not known" : Human.count(count);
  }
}
