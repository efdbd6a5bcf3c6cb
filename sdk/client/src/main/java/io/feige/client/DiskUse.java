package io.feige.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Who holds how much of a pair's journal, as the active node sees its own.
 *
 * @param pair the pair's name
 * @param nodeId the node's name
 * @param role what it does now
 * @param journalStart oldest position held in its journal
 * @param journalEnd end of its journal
 * @param neededBytes of the journal, by an estimate; what was not looked at yet counts
 * @param limitBytes what the journal is to keep within, where needed messages are carried forward;
 *     0: nothing but the disk limits it
 * @param diskFreeBytes free on the journal's disk
 * @param reserveBytes that publishes leave free
 * @param carriesForward whether needed messages are carried forward, so that old segments can go
 * @param lookedAt when the last look through the whole journal ended; empty: there was none yet,
 *     and {@code holders} lacks topics, groups and messages that wait
 * @param holders those that hold most first
 * @param moreHolders how many are not listed
 */
public record DiskUse(
    String pair,
    String nodeId,
    NodeRole role,
    long journalStart,
    long journalEnd,
    long neededBytes,
    long limitBytes,
    long diskFreeBytes,
    long reserveBytes,
    boolean carriesForward,
    Optional<Instant> lookedAt,
    List<DiskHolder> holders,
    int moreHolders) {
  /** As many holders as can be asked for. */
  public static final int MAX_LIMIT = 1_000;

  /** Takes a copy of the list. */
  public DiskUse {
    holders = List.copyOf(holders);
  }

  /** Bytes of the journal. */
  public long storedBytes() {
    return journalEnd - journalStart;
  }
}
