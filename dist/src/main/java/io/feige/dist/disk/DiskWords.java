package io.feige.dist.disk;

import io.feige.client.DiskHolder;
import io.feige.client.DiskUse;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Who holds how much of a pair's journal, as a person reads it. */
final class DiskWords {
  private DiskWords() {}

  static String of(DiskUse use, Instant now) {
    return use.pair()
        + " at "
        + use.nodeId()
        + " ("
        + use.role().name().toLowerCase(Locale.ROOT)
        + "): "
        + Human.bytes(use.storedBytes())
        + " stored, about "
        + Human.bytes(use.neededBytes())
        + " needed; "
        + Human.bytes(use.diskFreeBytes())
        + " of the disk free, "
        + Human.bytes(use.reserveBytes())
        + " reserved.\n"
        + carrying(use)
        + asOf(use, now)
        + (use.holders().isEmpty() ? "\n\nNobody holds anything." : "\n\n" + table(use, now))
        + (use.moreHolders() == 0
            ? ""
            : "\nand " + Human.count(use.moreHolders()) + " more; --limit shows more");
  }

  private static String carrying(DiskUse use) {
    return use.carriesForward()
        ? "What is needed is carried forward where the journal is larger than "
            + Human.bytes(use.limitBytes())
            + "."
        : "Nothing is carried forward: whoever needs an old message keeps all that came after it.";
  }

  private static String asOf(DiskUse use, Instant now) {
    return use.lookedAt()
        .map(at -> " Looked through " + ago(at, now) + ".")
        .orElse(
            "\nThe journal was not looked through yet: topics, groups and delayed messages are"
                + " missing.");
  }

  private static String table(DiskUse use, Instant now) {
    Table table = new Table("KIND", "NAME", "HOLDS", "NEEDS", "FROM", "SINCE");
    for (DiskHolder holder : use.holders()) {
      table.row(
          kind(holder.kind()),
          name(holder),
          Human.bytes(holder.heldBytes()),
          Human.bytes(holder.bytes()),
          holder.position(),
          holder.since().map(at -> ago(at, now)).orElse("-"));
    }
    return table.text();
  }

  private static String kind(DiskHolder.Kind kind) {
    return switch (kind) {
      case TOPIC -> "topic";
      case GROUP -> "group";
      case DELAYED -> "delayed";
      case STORE -> "message store";
      case STANDBY -> "standby";
      case SNAPSHOT -> "snapshots";
    };
  }

  private static String name(DiskHolder holder) {
    if (holder.topic().isEmpty()) {
      return holder.name().isEmpty() ? "-" : holder.name();
    }
    return holder.name().isEmpty() ? holder.topic() : holder.topic() + "/" + holder.name();
  }

  private static String ago(Instant at, Instant now) {
    Duration since = Duration.between(at, now);
    return since.toMillis() < 1_000 ? "just now" : Human.nanos(since.toNanos()) + " ago";
  }
}
