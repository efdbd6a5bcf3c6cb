package io.feige.admin.json;

import io.feige.client.DiskHolder;
import io.feige.client.DiskUse;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who holds how much of a pair's journal, for scripts. */
public record DiskJson(
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
    @Nullable String lookedAt,
    List<Holder> holders,
    int moreHolders) {
  /** One of them. */
  public record Holder(
      String kind,
      String topic,
      String name,
      long bytes,
      long heldBytes,
      long position,
      @Nullable String since) {
    static Holder of(DiskHolder holder) {
      return new Holder(
          holder.kind().name().toLowerCase(Locale.ROOT),
          holder.topic(),
          holder.name(),
          holder.bytes(),
          holder.heldBytes(),
          holder.position(),
          holder.since().map(Instant::toString).orElse(null));
    }
  }

  /** What the client tells. */
  public static DiskJson of(DiskUse use) {
    return new DiskJson(
        use.pair(),
        use.nodeId(),
        use.role().name(),
        use.journalStart(),
        use.journalEnd(),
        use.storedBytes(),
        use.neededBytes(),
        use.limitBytes(),
        use.diskFreeBytes(),
        use.reserveBytes(),
        use.carriesForward(),
        use.lookedAt().map(Instant::toString).orElse(null),
        use.holders().stream().map(Holder::of).toList(),
        use.moreHolders());
  }
}
