package io.feige.broker.server.ops;

import io.feige.protocol.command.DiskUse;
import io.feige.protocol.model.DiskHolder;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** Who holds how much of the journals of a node, as JSON: the components in their order. */
record DiskJson(List<Pair> pairs) {
  /** One journal. */
  record Pair(
      String pair,
      String node,
      String role,
      long journalStart,
      long journalEnd,
      long storedBytes,
      long neededBytes,
      long limitBytes,
      long freeBytes,
      long reserveBytes,
      boolean carriesForward,
      long lookedAtMillis,
      List<Holder> holders,
      int moreHolders) {}

  /** One that keeps a part of it. */
  record Holder(
      String kind,
      String topic,
      String name,
      long bytes,
      long heldBytes,
      long position,
      long sinceMillis) {}

  /** What the pairs tell, by name. */
  static DiskJson of(SortedMap<String, DiskUse> pairs) {
    return new DiskJson(
        pairs.entrySet().stream().map(entry -> of(entry.getKey(), entry.getValue())).toList());
  }

  private static Pair of(String pair, DiskUse use) {
    return new Pair(
        pair,
        use.nodeId(),
        use.role().name(),
        use.journalStart(),
        use.journalEnd(),
        use.journalEnd() - use.journalStart(),
        use.neededBytes(),
        use.limitBytes(),
        use.diskFreeBytes(),
        use.reserveBytes(),
        use.carriesForward(),
        use.lookedAtMillis(),
        use.holders().stream().map(DiskJson::of).toList(),
        use.moreHolders());
  }

  private static Holder of(DiskHolder holder) {
    return new Holder(
        holder.kind().name().toLowerCase(Locale.ROOT),
        holder.topic(),
        holder.name(),
        holder.bytes(),
        holder.heldBytes(),
        holder.position(),
        holder.sinceMillis());
  }
}
