package io.feige.dist.message;

import io.feige.dist.cli.Human;

/** How a publish ended; the JSON that scripts read, so names and order stay. */
record PublishSummary(long sent, long confirmed, long failed, long unknown, long elapsedMillis) {
  String words(String topic) {
    if (sent == 0) {
      return "No line came, nothing was published to " + topic;
    }
    long nanos = Math.max(1, elapsedMillis) * 1_000_000;
    return Human.count(confirmed)
        + " of "
        + Human.count(sent)
        + " messages confirmed in "
        + topic
        + " ("
        + failed
        + " failed, "
        + unknown
        + " unknown), "
        + Human.nanos(nanos)
        + ", "
        + Human.count(Human.perSecond(confirmed, nanos))
        + " a second";
  }
}
