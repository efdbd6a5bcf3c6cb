package io.feige.broker.sim.pairnet;

import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import java.util.ArrayList;
import java.util.List;

/** The way from one machine to another: it may be cut while the way back is not. */
public final class Path {
  private static final long FASTEST_NANOS = 15 * Timeline.MICRO;
  private static final long SLOWEST_NANOS = 600 * Timeline.MICRO;

  private final Chance chance;
  private final List<Lane> stuck = new ArrayList<>();
  private boolean isCut;
  private int spikePercent;
  private long spikeNanos;

  Path(Chance chance) {
    this.chance = chance;
  }

  public boolean isCut() {
    return isCut;
  }

  public void cut() {
    isCut = true;
  }

  /** What was sent meanwhile comes through after a while, where nobody has given up. */
  public void heal() {
    isCut = false;
    List<Lane> lanes = List.copyOf(stuck);
    stuck.clear();
    lanes.forEach(Lane::retransmit);
  }

  /** So many of a hundred messages take up to so much longer. */
  public void slowDown(int percent, long nanos) {
    spikePercent = percent;
    spikeNanos = nanos;
  }

  long delay() {
    long delay = chance.skewed(FASTEST_NANOS, SLOWEST_NANOS);
    return spikePercent > 0 && chance.percent(spikePercent)
        ? delay + chance.between(0L, spikeNanos)
        : delay;
  }

  void await(Lane lane) {
    stuck.add(lane);
  }
}
