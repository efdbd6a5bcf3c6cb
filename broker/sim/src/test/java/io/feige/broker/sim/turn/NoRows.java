package io.feige.broker.sim.turn;

import io.feige.broker.core.turn.Rows;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;

/** A replica without a message store. */
public final class NoRows implements Rows {
  @Override
  public Refusal whyNotStored() {
    return Refusal.of(ErrorCode.DURABILITY_UNAVAILABLE, "there is no message store");
  }

  @Override
  public void activated(long epoch, long end) {}

  @Override
  public void retired() {}

  @Override
  public void confirmed(long position, boolean isAwaited) {}

  @Override
  public void durable(long position) {}

  @Override
  public long keepFrom(boolean isFull) {
    return Long.MAX_VALUE;
  }

  @Override
  public String keeps() {
    return "";
  }

  @Override
  public StoreLag lag() {
    return StoreLag.NONE;
  }

  @Override
  public long sharedEnd() {
    return 0;
  }
}
