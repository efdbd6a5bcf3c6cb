package io.feige.broker.server.pair;

import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.NodeMetrics;

/** Tells the node's meters where to read how a pair is. */
final class PairMeters {
  private PairMeters() {}

  static void register(PairSetup setup, ReplicaWorld world) {
    NodeMetrics.OfPair meters = setup.metrics().ofPair(setup.pair());
    meters.journal(world::start, world::end, world::durable);
    meters.pendingBytes(() -> world.serving().pendingBytes());
    meters.parkedPulls(() -> world.machine().parkedPulls());
    meters.topics(() -> world.machine().state().partitions().size());
    meters.groups(() -> world.machine().state().groupCount());
    meters.diskFree(() -> world.room().freeBytes());
  }
}
