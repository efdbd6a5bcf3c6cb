package io.feige.broker.sim.cluster.node;

import io.feige.broker.server.journal.Journal;
import io.feige.broker.sim.cluster.wire.World;

/**
 * What is done for a replica's journal beside its loop: once per burst everything is written, then
 * the disk is forced along, with whatever is written meanwhile being the next group.
 */
final class DiskWork {
  private final SimReplica replica;
  private final ReplicaWorld port;
  private final PairDisk disk;
  private final World world;
  private final Runnable moved;
  private boolean isScheduled;
  private boolean isForcing;
  private boolean isKeptUp;

  /**
   * @param moved told when more is written, or durable
   */
  DiskWork(SimReplica replica, ReplicaWorld port, PairDisk disk, World world, Runnable moved) {
    this.replica = replica;
    this.port = port;
    this.disk = disk;
    this.world = world;
    this.moved = moved;
  }

  /** Something was appended: it is written at the end of the burst. */
  void drainSoon() {
    if (!isScheduled) {
      isScheduled = true;
      replica.afterTrue(world.chance().between(0L, 30_000L), this::drain);
    }
  }

  private void drain() {
    isScheduled = false;
    if (!port.isMoving()) {
      Journal journal = port.store().journal();
      journal.write();
      port.housekeeping().appended();
      force(port.store());
      if (journal.upkeepDue() && !isKeptUp) {
        isKeptUp = true;
        Store store = port.store();
        replica.afterTrue(world.chance().between(0L, 200_000L), () -> keepUp(store));
      }
    }
    moved.run();
  }

  private boolean isOpen(Store store) {
    return !port.isMoving() && port.store() == store;
  }

  /** Anything between none and all of what is written meanwhile is forced along. */
  private void force(Store store) {
    if (isForcing || store.journal().written() <= store.journal().durable()) {
      return;
    }
    isForcing = true;
    long slow = disk.slowBy(world.timeline().nanos());
    long takes = slow + world.chance().skewed(50_000, replica.setup().slowestForceNanos());
    long part = world.chance().between(0L, takes);
    replica.afterTrue(
        part,
        () -> {
          if (isOpen(store)) {
            store.journal().force();
          }
          replica.afterTrue(takes - part, () -> forced(store));
        });
  }

  private void forced(Store store) {
    isForcing = false;
    if (isOpen(store)) {
      port.housekeeping().proceed(store.journal().durable());
      moved.run();
    }
    if (!port.isMoving()) {
      force(port.store());
    }
  }

  private void keepUp(Store store) {
    isKeptUp = false;
    if (isOpen(store)) {
      long pause = store.journal().upkeep();
      if (pause != Journal.IDLE) {
        isKeptUp = true;
        replica.afterTrue(Math.max(pause, 20_000), () -> keepUp(store));
      }
    }
  }
}
