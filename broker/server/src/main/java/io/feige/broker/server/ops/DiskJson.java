package io.feige.broker.server.ops;

import io.feige.protocol.command.DiskUse;
import io.feige.protocol.model.DiskHolder;
import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Who holds how much of the journals of a node, as JSON. */
final class DiskJson {
  private DiskJson() {}

  static String of(SortedMap<String, DiskUse> pairs) {
    return pairs.entrySet().stream()
        .map(entry -> of(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(",", "{\"pairs\":[", "]}\n"));
  }

  private static String of(String pair, DiskUse use) {
    return "{\"pair\":"
        + text(pair)
        + ",\"node\":"
        + text(use.nodeId())
        + ",\"role\":"
        + text(use.role().name())
        + ",\"journalStart\":"
        + use.journalStart()
        + ",\"journalEnd\":"
        + use.journalEnd()
        + ",\"storedBytes\":"
        + (use.journalEnd() - use.journalStart())
        + ",\"neededBytes\":"
        + use.neededBytes()
        + ",\"limitBytes\":"
        + use.limitBytes()
        + ",\"freeBytes\":"
        + use.diskFreeBytes()
        + ",\"reserveBytes\":"
        + use.reserveBytes()
        + ",\"carriesForward\":"
        + use.carriesForward()
        + ",\"lookedAtMillis\":"
        + use.lookedAtMillis()
        + ",\"holders\":"
        + use.holders().stream().map(DiskJson::of).collect(Collectors.joining(",", "[", "]"))
        + ",\"moreHolders\":"
        + use.moreHolders()
        + "}";
  }

  private static String of(DiskHolder holder) {
    return "{\"kind\":"
        + text(holder.kind().name().toLowerCase(Locale.ROOT))
        + ",\"topic\":"
        + text(holder.topic())
        + ",\"name\":"
        + text(holder.name())
        + ",\"bytes\":"
        + holder.bytes()
        + ",\"heldBytes\":"
        + holder.heldBytes()
        + ",\"position\":"
        + holder.position()
        + ",\"sinceMillis\":"
        + holder.sinceMillis()
        + "}";
  }

  private static String text(String text) {
    return "\"" + JsonText.escape(text) + "\"";
  }
}
