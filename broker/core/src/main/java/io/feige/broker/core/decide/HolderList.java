package io.feige.broker.core.decide;

import io.feige.broker.core.group.Holder;
import io.feige.broker.core.group.Lease;
import io.feige.broker.core.group.RangeMap;
import io.feige.broker.core.port.Now;
import io.feige.protocol.model.GroupDescription;
import io.feige.protocol.model.GroupHolder;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names the consumers of a group, those that have most first. */
final class HolderList {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private HolderList() {}

  static List<GroupHolder> of(ActiveGroup group, Now now) {
    List<Holder> listed =
        group.holders().all().stream()
            .sorted(Comparator.comparingLong((Holder holder) -> -holder.messages()))
            .limit(GroupDescription.MAX_HOLDERS)
            .toList();
    Map<Holder, Long> since = new HashMap<>();
    for (RangeMap.Entry<Lease> lease : group.dispatcher().leases()) {
      since.merge(lease.value().holder(), lease.value().sinceNanos(), Math::min);
    }
    return listed.stream().map(holder -> describe(holder, since, now)).toList();
  }

  private static GroupHolder describe(Holder holder, Map<Holder, Long> since, Now now) {
    Long sinceNanos = since.get(holder);
    long oldest =
        sinceNanos == null
            ? 0
            : now.millis() - Math.max(0, now.nanos() - sinceNanos) / NANOS_PER_MILLI;
    return new GroupHolder(
        holder.name(),
        holder.id(),
        (int) holder.unstarted().count(),
        (int) holder.claimed(),
        (int) holder.started(),
        holder.waitingPulls(),
        oldest,
        holder.isConnected());
  }
}
