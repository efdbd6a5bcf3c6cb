package io.feige.broker.core;

import io.feige.broker.core.decide.Deciders;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.port.BatchLog;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.GroupLags;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.state.ReplicaState;
import io.feige.broker.core.state.RetentionClock;
import io.feige.broker.core.state.RetentionNeeds;
import io.feige.broker.core.state.RetentionNow;
import io.feige.broker.core.state.RetentionRule;
import io.feige.broker.core.state.SnapshotCodec;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.WorkFigures;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of one replica: append, dedup, cursors, leases, order, timers.
 *
 * <p>It owns the replica's state and, while it serves, the deliveries that are under way. {@link
 * #decide} reads both, emits effects into the sink and changes durable state only by writing a
 * record and applying it; {@link #replay} applies the records of a journal in the same way, so that
 * whoever replayed a journal is ready to serve. No clock, thread, chance or I/O inside: one thread
 * calls it.
 *
 * <pre>
 * phase      from                    event        what happens
 * replaying  construction            replay       records are applied; nothing else is decided
 * serving    Activated               Activated    EPOCH is written; who waits and who holds what begins afresh
 * serving                            any other    decided as its kind says
 * replaying  serving                 retire       who waits and who holds what is forgotten
 * </pre>
 *
 * <p>Messages are seen by consumers when {@link Event.Committed} has passed them. An answer that
 * promises something is given to the sink to be released by the commit of everything it may depend
 * on. Invariants: offsets of a partition are dense; a settled message is never handed out again;
 * what may have been handed out before says so by its attempt; every table has a bound from {@link
 * MachineLimits}.
 */
public final class PartitionMachine {
  private final MachineLimits limits;
  private final BatchLog log;
  private ReplicaState state;
  private @Nullable Deciders active;

  /**
   * @param log what is appended to the journal that the sink appends to
   */
  public PartitionMachine(MachineLimits limits, BatchLog log) {
    this.limits = limits;
    this.log = log;
    this.state = new ReplicaState(limits.receipts());
  }

  /** Begins from a snapshot; before any frame is replayed. */
  public void restore(ByteBuffer snapshot) {
    requireReplaying();
    state = SnapshotCodec.read(snapshot, limits.receipts());
    log.startsAt(state.startsAt());
  }

  /** Applies a frame of the journal, in order. */
  public void replay(StoredFrame frame) {
    requireReplaying();
    JournalRecord record = RecordCodec.read(frame);
    state.apply(record, frame.position(), frame.timeMillis());
    if (record instanceof JournalRecord.StartsAt) {
      log.startsAt(state.startsAt());
    }
  }

  /**
   * Serves no longer; the journal may be replayed on, from where it ends now.
   *
   * @return pulls and reads that wait, for whoever calls to answer; nobody else is told
   */
  public List<Ticket> retire() {
    Deciders serving = active;
    active = null;
    return serving == null ? List.of() : serving.waiting();
  }

  private void requireReplaying() {
    if (active != null) {
      throw new IllegalStateException("an active replica does not replay");
    }
  }

  /** Decides on an event; the sink is called before this returns. */
  public void decide(Event event, Now now, Sink sink) {
    if (event instanceof Event.Activated activated && active == null) {
      active = Deciders.begin(activated, state, limits, log, now, sink);
      return;
    }
    Deciders serving = active;
    if (serving == null) {
      throw new IllegalStateException("a replica that does not serve decides on nothing");
    }
    serving.decide(event, now, sink);
    if (event instanceof Event.Carry) {
      log.startsAt(state.startsAt());
    }
  }

  /** When {@link Event.TimePassed} is wanted next, monotonic; {@code Long.MAX_VALUE} when not. */
  public long nextWakeNanos(Now now) {
    return active == null ? Long.MAX_VALUE : active.nextWakeNanos(now);
  }

  /** The applied state as bytes; equal for equal states. */
  public ByteBuffer snapshot() {
    return SnapshotCodec.write(state);
  }

  /** What of the journal is needed whenever it is asked, at a time of {@link RetentionClock}. */
  public RetentionNeeds needs(long nowMillis) {
    return new RetentionNow(state, nowMillis);
  }

  /** What of the journal is still needed at a time of {@link RetentionClock}, as it is now. */
  public RetentionRule retention(long nowMillis) {
    return new RetentionRule(state, nowMillis);
  }

  public ReplicaState state() {
    return state;
  }

  /** Whether it serves. */
  public boolean isActive() {
    return active != null;
  }

  /** Says how far the oldest groups are behind, at most so many; nothing unless it serves. */
  public void tellLags(int most, GroupLags to) {
    if (active != null) {
      active.tellLags(most, to);
    }
  }

  /** Says how it goes at stages of work, at most so many; nothing unless it serves. */
  public void tellWork(int most, Now now, BiConsumer<String, WorkFigures> to) {
    if (active != null) {
      active.tellWork(most, now, to);
    }
  }

  /**
   * Messages that were handed out, since the replica began to serve, as ones that may have been
   * handed out before.
   */
  public long redelivered() {
    return active == null ? 0 : active.redelivered();
  }

  /** Messages that were settled for good since the replica began to serve. */
  public long settled() {
    return active == null ? 0 : active.settled();
  }

  /** Messages that all groups have outstanding: handed out and not settled; 0 unless it serves. */
  public long outstanding() {
    return active == null ? 0 : active.room().taken();
  }

  /** How many pulls wait. */
  public int parkedPulls() {
    return active == null ? 0 : active.parkedPulls();
  }
}
