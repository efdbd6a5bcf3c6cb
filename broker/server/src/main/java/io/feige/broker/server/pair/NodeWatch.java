package io.feige.broker.server.pair;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.replica.ReplicaNote;
import io.feige.broker.core.turn.TurnWatch;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.GroupLag;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.broker.server.ops.StageWork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures what a replica does, and logs it. On the pair's loop where nothing else is said. */
final class NodeWatch implements TurnWatch {
  private static final Logger LOG = LoggerFactory.getLogger(NodeWatch.class);

  private final PairSetup setup;
  private final Supplier<PartitionMachine> machine;
  private final CommitTimes commitTimes;
  private final RateLimitedLog faults = RateLimitedLog.of(LOG, LogId.INTERNAL_FAULT);
  private volatile boolean isServing;
  private volatile long confirmed;
  private volatile String takesNoneBecause = "";
  private volatile Room room = new Room(0, "");

  /**
   * @param machine the one there is
   * @param confirmed up to where the journal is at least
   */
  NodeWatch(PairSetup setup, Supplier<PartitionMachine> machine, long confirmed) {
    this.setup = setup;
    this.machine = machine;
    this.confirmed = confirmed;
    this.commitTimes = new CommitTimes(setup.metrics());
  }

  /** Whether clients are served. Any thread. */
  boolean isServing() {
    return isServing;
  }

  /** What is left of the disk. Any thread. */
  Room room() {
    return room;
  }

  /** Why no publishes are taken, or none can be relied on to be; empty: they are. Any thread. */
  String takesNoneBecause() {
    String noRoom = room.noRoomBecause();
    return noRoom.isEmpty() ? takesNoneBecause : noRoom;
  }

  /** Bytes of a journal with that end that are not known to be confirmed. Any thread. */
  long pendingBytes(long end) {
    return Math.max(0, end - confirmed);
  }

  @Override
  public void serves(boolean serves) {
    isServing = serves;
  }

  @Override
  public void published(int records, long bytes) {
    setup.metrics().published(records, bytes);
  }

  @Override
  public void settled(long messages) {
    setup.metrics().settled(messages);
  }

  @Override
  public void written(long position) {
    commitTimes.written(position);
  }

  @Override
  public void confirmed(long position) {
    confirmed = position;
    commitTimes.durable(position);
  }

  @Override
  public void room(String because, boolean isNews) {
    room = new Room(setup.journalDir().toFile().getUsableSpace(), because);
    if (isNews && because.isEmpty()) {
      LOG.info("{} the disk has room again: publishes are taken", LogId.DISK_HAS_ROOM);
    } else if (isNews) {
      LOG.warn("{} {}: publishes are refused, everything else goes on", LogId.DISK_FULL, because);
    }
  }

  @Override
  public void takesNone(String because) {
    takesNoneBecause = because;
  }

  @Override
  public void removed(int segments) {
    LOG.info("{} segments were not needed any more and are removed", segments);
  }

  @Override
  public void swept(Now now) {
    List<GroupLag> lags = new ArrayList<>();
    machine
        .get()
        .tellLags(
            NodeMetrics.MAX_GROUPS_SHOWN,
            (topic, group, lag, outstanding) ->
                lags.add(new GroupLag(setup.pair(), topic, group, lag, outstanding)));
    setup.metrics().groupLags(setup.pair(), lags);
    List<StageWork> works = new ArrayList<>();
    machine
        .get()
        .tellWork(
            NodeMetrics.MAX_STAGES_SHOWN,
            now,
            (topic, figures) -> works.add(new StageWork(setup.pair(), topic, figures)));
    setup.metrics().works(setup.pair(), works);
  }

  @Override
  public void fault(Throwable cause) {
    if (faults.warn("a request", "met a fault of the node's own and was refused: " + cause)) {
      LOG.warn("where it happened", cause);
    }
  }

  @Override
  public void note(ReplicaNote note, String words) {
    ReplicaLog.note(setup.pair(), note, words);
    if (note == ReplicaNote.DISK_STALLED) {
      setup
          .supervisor()
          .happened("the disk of " + setup.pair(), "did not answer in time (" + words + ")");
    }
  }
}
