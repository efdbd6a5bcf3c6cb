package io.feige.broker.sim.check;

import io.feige.broker.core.port.BatchLog;
import io.feige.protocol.frame.StoredFrame;

/** A machine that only replays looks at nothing. */
final class NoLog implements BatchLog {
  @Override
  public StoredFrame find(int partition, long offset) {
    throw new UnsupportedOperationException();
  }

  @Override
  public StoredFrame at(long position) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long firstOffset(int partition) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long offsetAtTime(int partition, long millis) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long bytes(int partition) {
    throw new UnsupportedOperationException();
  }
}
