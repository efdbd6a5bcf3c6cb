package io.feige.broker.sim.cluster.wire;

import io.feige.broker.sim.pairnet.Net;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Trace;

/** What everything in a simulated cluster finds around it. */
public record World(Timeline timeline, Trace trace, Chance chance, Net net) {
  /** The wall clock when time begins. */
  public static final long WALL_MILLIS = 1_700_000_000_000L;

  /** The same with chances of its own. */
  public World split() {
    return new World(timeline, trace, chance.split(), net);
  }

  /** The wall clock of somebody whose clock is right. */
  public long wallMillis() {
    return WALL_MILLIS + timeline.millis();
  }
}
