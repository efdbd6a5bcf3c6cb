package io.feige.dist.group;

import io.feige.client.GroupDescription;
import io.feige.client.GroupHolder;
import io.feige.client.GroupInPair;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.time.Instant;
import java.util.List;

/** Groups as a person reads them. */
final class GroupWords {
  private GroupWords() {}

  static String list(List<GroupDescription> groups) {
    if (groups.isEmpty()) {
      return "There are no groups. A group begins with its first pull.";
    }
    Table table = new Table("TOPIC", "GROUP", "LAG", "OUTSTANDING", "RETRYING", "WAITING", "STATE");
    for (GroupDescription group : groups) {
      table.row(
          group.topic(),
          group.group(),
          Human.count(group.lag()),
          Human.count(group.outstanding()),
          Human.count(group.retrying()),
          Human.count(group.parkedPulls()),
          state(group));
    }
    return table.text();
  }

  static String one(GroupDescription group) {
    Table table =
        new Table("GROUP", group.group() + " of topic " + group.topic())
            .row("lag", Human.count(group.lag()) + " messages not settled");
    for (GroupInPair part : group.pairs()) {
      table.row(
          part.pair(),
          "settled below "
              + part.floor()
              + ", ends at "
              + part.endOffset()
              + ", lag "
              + Human.count(part.lag())
              + (part.blockedBecause().isEmpty() ? "" : ": " + part.blockedBecause()));
    }
    return table
        .row("acked above", Human.count(group.ackedAbove()))
        .row("outstanding", Human.count(group.outstanding()) + " handed out, not settled")
        .row("retrying", Human.count(group.retrying()))
        .row("waiting pulls", Human.count(group.parkedPulls()))
        .row("oldest unsettled", group.oldestUnsettled().map(Instant::toString).orElse("none"))
        .row("cursor", "number " + group.generation() + "; a reset begins the next one")
        .row("state", state(group))
        .text();
  }

  /** Who has messages, or waits for some; empty when nobody does. */
  static String holders(GroupDescription group) {
    Table table =
        new Table(
            "CONSUMER", "PAIR", "FETCHED AHEAD", "CLAIMED", "STARTED", "WAITING", "SINCE", "STATE");
    int more = 0;
    for (GroupInPair part : group.pairs()) {
      for (GroupHolder holder : part.holders()) {
        table.row(
            holder.consumer(),
            part.pair(),
            Human.count(holder.unstarted()),
            Human.count(holder.claimed()),
            Human.count(holder.started()),
            Human.count(holder.waitingPulls()),
            holder.oldest().map(Instant::toString).orElse("-"),
            holder.isConnected() ? "connected" : "gone");
      }
      more += part.moreHolders();
    }
    boolean isEmpty = group.pairs().stream().allMatch(part -> part.holders().isEmpty());
    return (isEmpty ? "" : "\n\n" + table.text()) + (more == 0 ? "" : "\nand " + more + " more");
  }

  private static String state(GroupDescription group) {
    return group.blockedBecause().isEmpty() ? "ok" : group.blockedBecause();
  }
}
