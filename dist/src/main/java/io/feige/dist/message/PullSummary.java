package io.feige.dist.message;

import io.feige.dist.cli.Human;

/** How a pull ended; the JSON that scripts read, so names and order stay. */
record PullSummary(long delivered, long acked, long redelivered, long elapsedMillis) {
  /**
   * For a person.
   *
   * @param busyNanos from the start to the last message: waiting for none is not part of the rate
   */
  String words(String topic, String group, long busyNanos) {
    long nanos = Math.max(1, elapsedMillis) * 1_000_000;
    return Human.count(delivered)
        + (delivered == 1 ? " message of " : " messages of ")
        + topic
        + " written for group "
        + group
        + ", "
        + Human.count(acked)
        + " acked, "
        + Human.count(redelivered)
        + " of them delivered before, "
        + Human.nanos(nanos)
        + (delivered == 0 ? "" : ", " + Human.count(perSecond(busyNanos)) + " a second");
  }

  private long perSecond(long busyNanos) {
    return Human.perSecond(delivered, Math.max(1_000_000, busyNanos));
  }
}
