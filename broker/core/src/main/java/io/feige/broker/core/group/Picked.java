package io.feige.broker.core.group;

import io.feige.broker.core.port.Handout;
import io.feige.protocol.model.OffsetRange;
import java.util.List;

/**
 * What a pull gets.
 *
 * @param gone what was passed over for good on the way: expired messages, and offsets whose
 *     messages retention has removed. The caller settles them with a record
 * @param missing the offset at which the pull stopped, because its message has to be fetched from
 *     the history first; -1: none
 */
public record Picked(List<Handout> handouts, List<OffsetRange> gone, long messages, long missing) {
  /** Whether a message has to be fetched first. */
  public boolean isMissing() {
    return missing >= 0;
  }
}
