package io.feige.broker.sim.client;

import io.feige.broker.sim.net.Wire;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Trace;

/** What all clients share. */
public final class Stage {
  private final Timeline timeline;
  private final Trace trace;
  private final Wire wire;
  private boolean isDraining;

  public Stage(Timeline timeline, Trace trace, Wire wire) {
    this.timeline = timeline;
    this.trace = trace;
    this.wire = wire;
  }

  public Timeline timeline() {
    return timeline;
  }

  public Trace trace() {
    return trace;
  }

  Wire wire() {
    return wire;
  }

  /** Nothing new begins; what is there is brought to its end, and nobody misbehaves any more. */
  public boolean isDraining() {
    return isDraining;
  }

  public void drain() {
    isDraining = true;
  }
}
