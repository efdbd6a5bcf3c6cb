package io.feige.admin.history;

import io.feige.client.DiskUse;
import io.feige.client.GroupDescription;
import io.feige.client.GroupInPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the nodes said at one moment, as far as somebody may have to be told.
 *
 * @param at when that was, by this Admin's clock
 * @param backlogs of groups that have not settled everything
 * @param disks of nodes that serve a pair
 */
public record Look(Instant at, List<Backlog> backlogs, List<Disk> disks) {
  /** Nobody has been asked yet, or none has answered. */
  public static final Look NOTHING = new Look(Instant.EPOCH, List.of(), List.of());

  /** Nodes that are away for a while leave it as it is; after this it is not known any more. */
  static final Duration GOOD = Duration.ofMinutes(1);

  /** Takes copies of the lists. */
  public Look {
    backlogs = List.copyOf(backlogs);
    disks = List.copyOf(disks);
  }

  /**
   * Messages that a group has not settled.
   *
   * @param oldest when the oldest of them was stored, by the clock of the node that stored it
   */
  public record Backlog(String pair, String topic, String group, Instant oldest) {}

  /**
   * The disk of a journal.
   *
   * @param freeBytes of it
   * @param reserveBytes that publishes leave free
   * @param storedBytes of the journal
   */
  public record Disk(String node, long freeBytes, long reserveBytes, long storedBytes) {}

  /** The same as long as it is good, then nothing. */
  public Look asOf(Instant now) {
    return now.isAfter(at.plus(GOOD)) ? NOTHING : this;
  }

  static Look of(Instant at, List<GroupDescription> groups, List<DiskUse> disks) {
    return new Look(
        at,
        groups.stream()
            .flatMap(group -> group.pairs().stream().flatMap(part -> backlog(group, part).stream()))
            .toList(),
        disks.stream()
            .map(use ->
                new Disk(use.nodeId(), use.diskFreeBytes(), use.reserveBytes(), use.storedBytes()))
            .toList());
  }

  private static Optional<Backlog> backlog(GroupDescription group, GroupInPair part) {
    return part.oldestUnsettled()
        .map(oldest -> new Backlog(part.pair(), group.topic(), group.group(), oldest));
  }
}
