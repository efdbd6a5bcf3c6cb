package io.feige.broker.sim.node;

import io.feige.broker.core.port.OldFrames;
import io.feige.protocol.frame.StoredFrame;
import org.jspecify.annotations.Nullable;

/** Passes over every third frame that is to be carried forward. */
final class Forgetful implements OldFrames {
  private final OldFrames frames;
  private @Nullable StoredFrame found;
  private int seen;

  Forgetful(OldFrames frames) {
    this.frames = frames;
  }

  OldFrames frames() {
    return frames;
  }

  @Override
  public long end() {
    return frames.end();
  }

  @Override
  public @Nullable StoredFrame look(Needs needs) {
    if (found == null) {
      found = frames.look(needs);
      if (found != null && ++seen % 3 == 0) {
        frames.pass();
        found = frames.look(needs);
      }
    }
    return found;
  }

  @Override
  public void pass() {
    found = null;
    frames.pass();
  }

  @Override
  public boolean isDone() {
    return frames.isDone();
  }

  @Override
  public void restart() {
    found = null;
    frames.restart();
  }
}
