package io.feige.proxy.call;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.client.GroupDescription;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a group is.
 *
 * @param backlog messages that it has not settled
 * @param handedOut of these, how many a consumer has
 * @param retrying of these, how many wait for another attempt
 * @param oldest when the oldest of them was stored; null: there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record GroupJson(
    String topic,
    String group,
    long backlog,
    long handedOut,
    long retrying,
    @Nullable String oldest) {
  static GroupJson of(GroupDescription group) {
    return new GroupJson(
        group.topic(),
        group.group(),
        group.lag(),
        group.outstanding(),
        group.retrying(),
        group.oldestUnsettled().map(Instant::toString).orElse(null));
  }
}
