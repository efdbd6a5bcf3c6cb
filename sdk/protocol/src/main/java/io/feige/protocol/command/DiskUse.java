package io.feige.protocol.command;

import io.feige.protocol.model.DiskHolder;
import io.feige.protocol.model.NodeRole;
import java.util.List;

/**
 * Answer to {@link GetDisk}.
 *
 * @param journalStart position of the oldest frame held
 * @param journalEnd position behind the newest frame
 * @param neededBytes of the journal, by an estimate; what was not looked at yet counts
 * @param limitBytes what the journal is to keep within, where needed messages are carried forward;
 *     0: nothing but the disk limits it
 * @param diskFreeBytes free on the journal's disk
 * @param reserveBytes that publishes leave free
 * @param carriesForward whether needed messages are carried forward, so that old segments can go
 * @param lookedAtMillis when the last look through the whole journal ended, in milliseconds since
 *     1970; 0: there was none yet, and {@code holders} lacks topics, groups and messages that wait
 * @param holders those that hold most first
 * @param moreHolders how many are not listed
 */
public record DiskUse(
    String nodeId,
    NodeRole role,
    long journalStart,
    long journalEnd,
    long neededBytes,
    long limitBytes,
    long diskFreeBytes,
    long reserveBytes,
    boolean carriesForward,
    long lookedAtMillis,
    List<DiskHolder> holders,
    int moreHolders)
    implements Result {
  /** Takes a copy of the list. */
  public DiskUse {
    holders = List.copyOf(holders);
  }

  @Override
  public CommandType type() {
    return CommandType.DISK;
  }
}
