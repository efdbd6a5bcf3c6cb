package io.feige.dist.admin;

import java.util.List;

/**
 * What was decided about a pair and what came of it, the newest first; also what {@code pair
 * history --json} prints.
 */
public record PairHistory(String pair, List<Decision> decisions, List<Report> reports) {
  public PairHistory {
    decisions = List.copyOf(decisions);
    reports = List.copyOf(reports);
  }

  /**
   * A change of the pair.
   *
   * @param atMillis the leading Admin's clock, milliseconds since 1970
   * @param evidence why, one sentence each
   */
  public record Decision(
      String kind,
      String pair,
      long fromEpoch,
      long toEpoch,
      String fromNode,
      String toNode,
      long atMillis,
      List<String> evidence) {
    public Decision {
      evidence = List.copyOf(evidence);
    }
  }

  /**
   * An activation and what it cost; -1 where something is not known.
   *
   * @param confirmedBefore position that the new active knew to be confirmed before
   * @param confirmedAfter position that was confirmed when it began to serve
   * @param unconfirmedBytes what it held beyond, and kept
   * @param salvagedBytes what the old active had to cut when it joined
   * @param redelivered messages that were handed out marked as perhaps delivered before
   * @param pauseMillis from the last sign that the old active served until the new one did
   * @param complete the new active serves and the old one has joined again
   */
  public record Report(
      String pair,
      String kind,
      long epoch,
      String fromNode,
      String toNode,
      long atMillis,
      List<Moment> timeline,
      long confirmedBefore,
      long confirmedAfter,
      long unconfirmedBytes,
      long salvagedBytes,
      long redelivered,
      long pauseMillis,
      boolean complete) {
    public Report {
      timeline = List.copyOf(timeline);
    }
  }

  /** One line of a timeline. */
  public record Moment(long atMillis, String words) {}
}
