package io.feige.dist.demo;

import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;

/**
 * How the demonstration ended; also its JSON.
 *
 * @param lost confirmed and never delivered
 * @param redelivered came twice because the kill took their ack
 * @param inFlight handed out by the killed node and not acked when it was killed
 * @param ackedAndRedelivered came again after an ack that was confirmed
 * @param deliveryPauseMillis from the kill to the first message of the new active; -1: none came
 * @param confirmPauseMillis from the kill to its first confirmation; -1: none came
 * @param rejoinMillis from the killed node's new start until it was in sync again; -1: not in time
 */
record DemoResult(
    String input,
    int published,
    int confirmed,
    int delivered,
    int lost,
    int redelivered,
    long inFlight,
    int ackedAndRedelivered,
    long deliveryPauseMillis,
    long confirmPauseMillis,
    long rejoinMillis,
    long elapsedMillis) {
  boolean kept() {
    return lost == 0
        && ackedAndRedelivered == 0
        && confirmed == published
        && delivered == published
        && rejoinMillis >= 0;
  }

  String words() {
    return new Table("what", "")
        .row("published", Human.count(published))
        .row("confirmed: safe on every node in sync", Human.count(confirmed))
        .row("delivered to the group", Human.count(delivered))
        .row("lost", Human.count(lost))
        .row("delivered twice", Human.count(redelivered) + " of " + inFlight + " in flight")
        .row("delivered again after their ack", Human.count(ackedAndRedelivered))
        .row("pause, from the kill to the next message", pause(deliveryPauseMillis))
        .row("pause, from the kill to the next confirm", pause(confirmPauseMillis))
        .row("killed node in sync again after its start", pause(rejoinMillis))
        .text();
  }

  static String pause(long millis) {
    return millis < 0 ? "none came" : Human.count(millis) + " ms";
  }
}
