package io.feige.broker.sim.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.state.RetentionRule;
import io.feige.broker.core.turn.Needed;
import io.feige.broker.journal.live.Retention;
import io.feige.broker.sim.check.Checker;
import io.feige.broker.sim.turn.SimStore;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Trace;
import io.feige.protocol.frame.FrameKind;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
  private @Nullable Forgetful forgetful;
  private long emptied;
  private long retentionMillis;
  private int batches;

  NodeStore(LiveProcess.Opened opened, Beside beside, Surroundings world, NodeSetup setup) {
    super(opened.journal(), opened.machine(), opened.log(), beside, setup.spareSegments());
    this.beside = beside;
    this.checker = world.checker();
    this.trace = world.trace();
    this.mutation = setup.mutation();
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
    boolean isCopy = (sound.flags() & FrameKind.FLAG_CARRIED) != 0;
    boolean isByClock = mutation == Mutation.STAMPS_FOLLOW_THE_CLOCK && !isCopy;
    long stamp = isByClock ? beside.pace().millis() : timeMillis;
    long position = super.append(sound, epoch, stamp);
    checker.appended(sound, epoch, stamp, position);
    if (sound.kind() == FrameKind.START) {
      checker.removed(sound.extension().getLong(sound.extension().position()), machine().state());
    }
    return position;
  }

  @Override
  public Event.@Nullable Carry carry(long safe, long retentionMillis) {
    this.retentionMillis = retentionMillis;
    Event.Carry due = super.carry(safe, retentionMillis);
    if (due == null) {
      return null;
    }
    emptied = due.frames().end();
    if (mutation != Mutation.CARRY_DROPS_A_RECORD) {
      return due;
    }
    Forgetful of = forgetful;
    if (of == null || !of.frames().equals(due.frames())) {
      of = new Forgetful(due.frames());
      forgetful = of;
    }
    return new Event.Carry(of, due.maxBytes(), due.retentionMillis());
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
      RetentionRule rule = machine().retention(retentionMillis);
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
        switch (mutation) {
          case RETENTION_FORGETS_GROUPS ->
              journal().removeSegments(new Rash(needed, needed.startsAt(), true));
          case RETENTION_FOLLOWS_THE_CLOCK -> {
            RetentionRule rule = machine().retention(beside.pace().millis());
            yield super.remove(new Needed(rule, rule, needed.keptFrom()));
          }
          case ORIGINAL_GOES_FIRST -> journal().removeSegments(new Rash(needed, emptied, false));
          default -> super.remove(needed);
        };
    if (removed > 0) {
      trace.note("node removes %d segments, the journal starts at %d", removed, start());
      checker.removed(start(), machine().state());
    }
    return removed;
  }

  @Override
  public boolean mayRemove(Needed needed) {
    boolean isRash =
        mutation == Mutation.RETENTION_FORGETS_GROUPS
            || mutation == Mutation.RETENTION_FOLLOWS_THE_CLOCK
            || mutation == Mutation.ORIGINAL_GOES_FIRST;
    return isRash || super.mayRemove(needed);
  }

  private record Rash(Needed needed, long startsAt, boolean forgets) implements Retention {
    @Override
    public long keepFromPosition() {
      return needed.keepFromPosition();
    }

    @Override
    public boolean needs(int partition, long lastOffset, long lastMillis, long bytesAfter) {
      return !forgets && needed.needs(partition, lastOffset, lastMillis, bytesAfter);
    }
  }

  @Override
  public void save(long position, List<ByteBuffer> state) {
    Long before = mutation == Mutation.SNAPSHOT_AHEAD ? ends.lower(position) : null;
    super.save(before == null ? position : before, state);
  }

  @Override
  protected void saved(long position, List<ByteBuffer> state) {
    trace.note("node has stored a snapshot of %d", position);
    checker.audit().stored(journal(), position, state);
  }
}
