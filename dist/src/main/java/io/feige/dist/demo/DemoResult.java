package io.feige.dist.demo;

import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;

/**
 * How the demonstration ended; also its JSON.
 *
 * @param redelivered came twice because the kill took their ack
 * @param pauseMillis from the kill to the first message after it
 */
record DemoResult(
    String input,
    int published,
    int confirmed,
    int delivered,
    int redelivered,
    int ackedAndRedelivered,
    int lost,
    long pauseMillis,
    long elapsedMillis) {
  boolean kept() {
    return lost == 0
        && ackedAndRedelivered == 0
        && confirmed == published
        && delivered == published;
  }

  String words() {
    return new Table("what", "messages")
        .row("published", Human.count(published))
        .row("confirmed: on disk, said the node", Human.count(confirmed))
        .row("delivered to the group", Human.count(delivered))
        .row("delivered twice: not acked when it was killed", Human.count(redelivered))
        .row("delivered again after their ack", Human.count(ackedAndRedelivered))
        .row("lost", Human.count(lost))
        .row("pause, from the kill to the next message", Human.nanos(pauseMillis * 1_000_000))
        .text();
  }
}
