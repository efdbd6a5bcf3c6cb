package io.feige.dist.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.dist.cli.Human;

/**
 * How a publish ended; the JSON that scripts read, so names and order stay.
 *
 * @param duplicates of the confirmed ones those that were stored before; left out where there are
 *     none
 */
record PublishSummary(
    long sent,
    long confirmed,
    long failed,
    long unknown,
    long elapsedMillis,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long duplicates) {
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
        + " unknown"
        + (duplicates == 0 ? "" : ", " + Human.count(duplicates) + " stored before")
        + "), "
        + Human.nanos(nanos)
        + ", "
        + Human.count(Human.perSecond(confirmed, nanos))
        + " a second";
  }
}
