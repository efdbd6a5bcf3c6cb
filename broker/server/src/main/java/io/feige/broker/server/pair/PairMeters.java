package io.feige.broker.server.pair;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.pair.store.HeapShares;
import io.feige.broker.store.tail.TailStatus;
import io.feige.protocol.model.DiskHolderKind;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Tells the node's meters where to read how a pair is. */
final class PairMeters {
  private PairMeters() {}

  static void register(PairSetup setup, ReplicaWorld world, NodeWatch watch, WhoHolds whoHolds) {
    NodeMetrics.OfPair meters = setup.metrics().ofPair(setup.pair());
    meters.journal(
        () -> world.store().start(), () -> world.store().end(), () -> world.store().durable());
    meters.pendingBytes(() -> watch.pendingBytes(world.store().end()));
    meters.parkedPulls(() -> world.machine().parkedPulls());
    HeapShares shares = HeapShares.ofThisProcess();
    meters.outstanding(() -> world.machine().outstanding(), shares::outstanding);
    meters.delayedBatches(() -> world.machine().state().delayed().size(), shares::delayedBatches);
    meters.receipts(() -> world.machine().state().receiptBytes(), shares::receiptBytes);
    NodeConfig.Limits limits = setup.config().limits();
    meters.topics(() -> world.machine().state().partitions().size(), limits.maxTopics());
    meters.groups(() -> world.machine().state().groupCount(), limits.maxGroups());
    meters.mailboxBytes(() -> world.machine().state().mail().bytes(), shares::mailboxBytes);
    meters.mailboxes(
        () -> world.machine().state().mail().count(),
        () -> world.machine().state().mail().held(),
        () -> world.machine().state().mail().waiting());
    meters.delayed(() -> world.machine().state().delayed().messages());
    meters.diskFree(() -> watch.room().freeBytes());
    meters.scrub(
        () -> world.store().scrub().readBytes(),
        () -> world.store().scrub().passes(),
        () -> world.store().scrub().damagedPlaces(),
        () -> world.store().scrub().mendedBytes());
    meters.neededBytes(whoHolds::neededBytes);
    for (DiskHolderKind kind : DiskHolderKind.values()) {
      meters.held(
          kind.name().toLowerCase(Locale.ROOT),
          () -> whoHolds.heldBytes(kind),
          () -> age(whoHolds.sinceMillis(kind)));
    }
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

  /** Zero where there is nothing. */
  private static long age(long sinceMillis) {
    return sinceMillis == 0 ? 0 : Math.max(0, System.currentTimeMillis() - sinceMillis);
  }

  /** Zero while another node writes. */
  private static long of(ReplicaWorld world, ToLongFunction<TailStatus> part) {
    TailStatus status = world.rows().status();
    return status == null ? 0 : part.applyAsLong(status);
  }
}
