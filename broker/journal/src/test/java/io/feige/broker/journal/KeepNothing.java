package io.feige.broker.journal;

import io.feige.broker.journal.live.Retention;

/** Nobody needs anything. */
record KeepNothing() implements Retention {
  @Override
  public long keepFromPosition() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean needs(int partition, long lastOffset, long lastTimeMillis, long bytesAfter) {
    return false;
  }
}
