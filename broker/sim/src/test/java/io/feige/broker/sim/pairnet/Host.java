package io.feige.broker.sim.pairnet;

import java.util.ArrayList;
import java.util.List;

/** A machine: it has power or not; its processes come and go. */
public final class Host {
  private final String name;
  private final List<Lane> waitingForPower = new ArrayList<>();
  private boolean hasPower = true;

  Host(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  public boolean hasPower() {
    return hasPower;
  }

  /** Nobody is told of the end of its connections. */
  public void losePower() {
    hasPower = false;
  }

  /** Whoever still sends to it learns that nobody is there any more. */
  public void boot() {
    hasPower = true;
    List<Lane> lanes = List.copyOf(waitingForPower);
    waitingForPower.clear();
    lanes.forEach(Lane::retransmit);
  }

  void await(Lane lane) {
    waitingForPower.add(lane);
  }

  @Override
  public String toString() {
    return name;
  }
}
