package io.feige.broker.server.pair;

import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.store.tail.TailStatus;
import java.util.function.ToLongFunction;

/** Tells the node's meters where to read how a pair is. */
final class PairMeters {
  private PairMeters() {}

  static void register(PairSetup setup, ReplicaWorld world, NodeWatch watch) {
    NodeMetrics.OfPair meters = setup.metrics().ofPair(setup.pair());
    meters.journal(
        () -> world.store().start(), () -> world.store().end(), () -> world.store().durable());
    meters.pendingBytes(() -> watch.pendingBytes(world.store().end()));
    meters.parkedPulls(() -> world.machine().parkedPulls());
    meters.topics(() -> world.machine().state().partitions().size());
    meters.groups(() -> world.machine().state().groupCount());
    meters.delayed(() -> world.machine().state().delayed().messages());
    meters.diskFree(() -> watch.room().freeBytes());
    if (world.rows().isOn()) {
      meters.storeLag(
          () -> of(world, TailStatus::lagBytes), () -> of(world, TailStatus::ageMillis));
      meters.storeLagRows(() -> of(world, TailStatus::lagRows));
      meters.storedRows(() -> of(world, TailStatus::rows));
      meters.storeProblemRows(() -> of(world, TailStatus::problemRows));
      meters.storeTrouble(() -> of(world, status -> status.trouble().isEmpty() ? 0 : 1));
      meters.storeMissed(world.rows()::missedBytes);
    }
  }

  /** Zero while another node writes. */
  private static long of(ReplicaWorld world, ToLongFunction<TailStatus> part) {
    TailStatus status = world.rows().status();
    return status == null ? 0 : part.applyAsLong(status);
  }
}
