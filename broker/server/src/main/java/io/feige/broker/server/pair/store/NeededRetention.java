package io.feige.broker.server.pair.store;

import io.feige.broker.core.turn.Needed;
import io.feige.broker.journal.live.Retention;

/** What the state needs, as the journal asks for it. */
public record NeededRetention(Needed needed) implements Retention {
  @Override
  public long keepFromPosition() {
    return needed.keepFromPosition();
  }

  @Override
  public long startsAt() {
    return needed.startsAt();
  }

  @Override
  public boolean needs(int partition, long lastOffset, long lastTimeMillis, long bytesAfter) {
    return needed.needs(partition, lastOffset, lastTimeMillis, bytesAfter);
  }
}
