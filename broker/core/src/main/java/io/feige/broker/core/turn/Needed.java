package io.feige.broker.core.turn;

import io.feige.broker.core.state.RetentionNeeds;

/**
 * What of the journal is needed: by what was judged when the removal was wanted, or by what is so
 * now. A group that was moved back meanwhile needs more, one whose ack a crash undoes did.
 *
 * @param keptFrom from where on the other member, or the message store, has yet to be given it
 */
public record Needed(RetentionNeeds judged, RetentionNeeds present, long keptFrom) {
  /** Everything from this position on stays. */
  public long keepFromPosition() {
    return Math.min(keptFrom, Math.min(judged.keepFromPosition(), present.keepFromPosition()));
  }

  /** Nothing before this position is needed: what is was carried forward, and that is durable. */
  public long startsAt() {
    return judged.startsAt();
  }

  /** See {@link RetentionNeeds#needs}. */
  public boolean needs(int partition, long lastOffset, long lastTimeMillis, long bytesAfter) {
    return judged.needs(partition, lastOffset, lastTimeMillis, bytesAfter)
        || present.needs(partition, lastOffset, lastTimeMillis, bytesAfter);
  }
}
