package io.feige.broker.sim.cluster.node;

import io.feige.broker.sim.disk.SimDisk;
import io.feige.broker.sim.world.Chance;

/** The directories of one replica: they outlive processes and power cuts. */
public final class PairDisk implements AutoCloseable {
  private static final long DISK_BYTES = 32 << 20;

  private final SimDisk journal;
  private final SimDisk salvage;
  private int callsInNextMove = -1;

  PairDisk(Chance chance) {
    this.journal = new SimDisk(chance.split(), DISK_BYTES);
    this.salvage = new SimDisk(chance.split(), DISK_BYTES);
  }

  public SimDisk journal() {
    return journal;
  }

  public SimDisk salvage() {
    return salvage;
  }

  /** Each fsync takes so much longer until a time. */
  public void slowDown(long untilNanos, long byNanos) {
    journal.slowDown(untilNanos, byNanos);
  }

  long slowBy(long nowNanos) {
    return journal.slowBy(nowNanos);
  }

  /** The process will die while it puts its journal right, after so many calls; -1: it will not. */
  public void dieInNextMove(int calls) {
    callsInNextMove = calls;
  }

  /** After how many calls it is to die in this move; -1: it is not. */
  int takeCallsInMove() {
    int calls = callsInNextMove;
    callsInNextMove = -1;
    return calls;
  }

  void processDied() {
    journal.processDied();
    salvage.processDied();
  }

  void losePower() {
    journal.losePower();
    salvage.losePower();
  }

  @Override
  public void close() {
    journal.close();
    salvage.close();
  }
}
