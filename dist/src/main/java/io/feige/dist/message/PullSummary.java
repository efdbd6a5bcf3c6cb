package io.feige.dist.message;

import io.feige.dist.cli.Human;

/** How a pull ended; the JSON that scripts read, so names and order stay. */
record PullSummary(long delivered, long acked, long redelivered, long elapsedMillis) {
  String words(String topic, String group) {
    long nanos = Math.max(1, elapsedMillis) * 1_000_000;
    return Human.count(delivered)
        + " messages of "
        + topic
        + " written for group "
        + group
        + ", "
        + Human.count(acked)
        + " acked, "
        + redelivered
        + " of them delivered before, "
        + Human.nanos(nanos)
        + ", "
        + Human.count(Human.perSecond(delivered, nanos))
        + " a second";
  }
}
