package io.feige.broker.sim.check;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** State is a function of the journal's records: replaying them must give the same bytes. */
public final class StateAudit {
  private static final int KEPT = 3;

  private final MachineLimits limits;
  private final TreeMap<Long, ByteBuffer> snapshots = new TreeMap<>();

  public StateAudit(MachineLimits limits) {
    this.limits = limits;
  }

  /** A snapshot was stored: it must be what the frames since the one before it make of that. */
  public void stored(Journal journal, long position, List<ByteBuffer> parts) {
    ByteBuffer body = inOrder(parts);
    Map.Entry<Long, ByteBuffer> before = snapshots.lowerEntry(position);
    if (before != null && before.getKey() >= journal.start()) {
      compare(journal, before.getKey(), before.getValue(), position, body);
    } else if (journal.start() == 0) {
      compare(journal, 0, null, position, body);
    }
    snapshots.put(position, body);
    if (snapshots.size() > KEPT) {
      snapshots.pollFirstEntry();
    }
  }

  /** As it would have been written at once: the order of partitions does not matter. */
  private ByteBuffer inOrder(List<ByteBuffer> parts) {
    int bytes = parts.stream().mapToInt(ByteBuffer::remaining).sum();
    ByteBuffer whole = ByteBuffer.allocate(bytes);
    parts.forEach(part -> whole.put(part.duplicate()));
    PartitionMachine machine = new PartitionMachine(limits, new NoLog());
    machine.restore(whole.flip());
    return machine.snapshot();
  }

  /** What lies above was lost and will be written anew. */
  void forgetAbove(long end) {
    snapshots.tailMap(end, false).clear();
  }

  /**
   * Replays from the beginning, where it is still there, and from every snapshot.
   *
   * @param state as of the journal's written end
   */
  public void check(Journal journal, ByteBuffer state) {
    Map<Long, ByteBuffer> starts = new TreeMap<>(snapshots.tailMap(journal.start(), true));
    List<Long> order = new ArrayList<>(starts.keySet());
    if (journal.start() == 0) {
      compare(journal, 0, null, journal.written(), state);
    }
    for (long from : order) {
      compare(journal, from, starts.get(from), journal.written(), state);
    }
  }

  private static StoredFrame read(Journal journal, long at) {
    try {
      return journal.reader().frameAt(at);
    } catch (JournalCorruptException e) {
      throw new Violation("what was stored cannot be read", e);
    }
  }

  private void compare(
      Journal journal, long from, @Nullable ByteBuffer snapshot, long to, ByteBuffer state) {
    PartitionMachine machine = new PartitionMachine(limits, new NoLog());
    if (snapshot != null) {
      machine.restore(snapshot.duplicate());
    }
    long at = from;
    while (at < to) {
      StoredFrame frame = read(journal, at);
      machine.replay(frame);
      at += frame.length();
    }
    ByteBuffer replayed = machine.snapshot();
    Violation.unless(
        replayed.mismatch(state) == -1,
        "replaying from %d to %d gives another state (%d bytes) than the node has (%d bytes),"
            + " different from byte %d on",
        from,
        to,
        replayed.remaining(),
        state.remaining(),
        replayed.mismatch(state));
  }
}
