package io.feige.broker.core.controller.port;

import java.util.List;

/**
 * What is known about one activation. It grows as the nodes tell more, and is complete when the new
 * active serves and the old one has joined again; -1 where something is not known.
 *
 * @param timeline what happened when, in the order of the leading Admin's clock
 * @param confirmedBefore position up to which the new active knew the journal to be confirmed
 *     before it was activated
 * @param confirmedAfter position up to which it was confirmed when it began to serve
 * @param unconfirmedBytes what the new active held beyond {@code confirmedBefore}, and kept
 * @param salvagedBytes what the old active had to cut and set aside when it joined
 * @param redelivered messages delivered again by the new active
 * @param pauseMillis from the last sign that the old active served until the new one served
 */
public record FailoverReport(
    String pair,
    DecisionKind kind,
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
    boolean isComplete) {
  public FailoverReport {
    timeline = List.copyOf(timeline);
  }

  /** One line of the timeline. */
  public record Moment(long atMillis, String words) {}
}
