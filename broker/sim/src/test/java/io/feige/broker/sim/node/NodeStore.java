package io.feige.broker.sim.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.state.RetentionRule;
import io.feige.broker.core.turn.Needed;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.journal.Retention;
import io.feige.broker.server.pair.JournalLog;
import io.feige.broker.sim.check.Checker;
import io.feige.broker.sim.turn.SimStore;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Trace;
import io.feige.protocol.frame.FrameKind;
import java.nio.ByteBuffer;
import java.util.TreeSet;

/** The store of a simulated node: the checker looks on, and mutations break it. */
final class NodeStore extends SimStore {
  private static final int REUSED_EVERY = 40;
  private static final int KEPT_ENDS = 1_000;

  private final Mutation mutation;
  private final Checker checker;
  private final Trace trace;
  private final Beside beside;
  private final Loans loans;
  private final TreeSet<Long> ends = new TreeSet<>();
  private int batches;

  NodeStore(
      Journal journal,
      PartitionMachine machine,
      JournalLog log,
      Beside beside,
      Surroundings world,
      Mutation mutation) {
    super(journal, machine, log, beside);
    this.beside = beside;
    this.checker = world.checker();
    this.trace = world.trace();
    this.mutation = mutation;
    this.loans = new Loans();
  }

  Loans loans() {
    return loans;
  }

  @Override
  public long durable() {
    return mutation == Mutation.REPLY_BEFORE_FSYNC ? written() : super.durable();
  }

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    RecordDraft sound = mutation == Mutation.REUSE_OFFSET ? withOffsetReused(draft) : draft;
    long position = super.append(sound, epoch, timeMillis);
    checker.appended(sound, epoch, timeMillis, position);
    return position;
  }

  private RecordDraft withOffsetReused(RecordDraft draft) {
    boolean isVictim =
        draft.kind() == FrameKind.MESSAGES
            && draft.baseOffset() > 0
            && ++batches % REUSED_EVERY == 0;
    return !isVictim
        ? draft
        : new RecordDraft(
            draft.kind(),
            draft.flags(),
            draft.partition(),
            draft.baseOffset() - 1,
            draft.recordFirst(),
            draft.recordCount(),
            draft.extension(),
            draft.batch());
  }

  @Override
  public void write() {
    if (mutation == Mutation.BUFFERS_RELEASED_EARLY) {
      loans.overwrite();
    }
    long before = written();
    super.write();
    if (mutation == Mutation.FULL_DISK_IS_A_FAILURE && written() < end()) {
      throw new IllegalStateException("there is no room to write");
    }
    if (written() > before) {
      trace.note("node has written up to %d", written());
      noteEnd(written());
    }
    if (mutation == Mutation.RETENTION_BEFORE_DURABLE) {
      RetentionRule rule = machine().retention(beside.pace().millis());
      remove(new Needed(rule, rule, Long.MAX_VALUE));
    }
  }

  private void noteEnd(long end) {
    ends.add(end);
    if (ends.size() > KEPT_ENDS) {
      ends.pollFirst();
    }
  }

  @Override
  public int remove(Needed needed) {
    int removed =
        mutation == Mutation.RETENTION_FORGETS_GROUPS
            ? journal().removeSegments(new OfNoGroups(needed))
            : super.remove(needed);
    if (removed > 0) {
      trace.note("node removes %d segments, the journal starts at %d", removed, start());
      checker.removed(start(), machine().state());
    }
    return removed;
  }

  private record OfNoGroups(Needed needed) implements Retention {
    @Override
    public long keepFromPosition() {
      return needed.keepFromPosition();
    }

    @Override
    public boolean needs(int partition, long lastOffset, long lastMillis, long bytesAfter) {
      return false;
    }
  }

  @Override
  public void save(long position, ByteBuffer state) {
    Long before = mutation == Mutation.SNAPSHOT_AHEAD ? ends.lower(position) : null;
    super.save(before == null ? position : before, state);
  }

  @Override
  protected void saved(long position, ByteBuffer state) {
    trace.note("node has stored a snapshot of %d", position);
    checker.audit().stored(journal(), position, state);
  }
}
