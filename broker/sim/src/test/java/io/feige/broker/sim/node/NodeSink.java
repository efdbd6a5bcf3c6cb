package io.feige.broker.sim.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.server.journal.FrameDraft;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.sim.check.Checker;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.net.Wire;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Trace;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Selection;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Carries out decisions as the node does, under the eyes of the checker. */
final class NodeSink implements Sink {
  private static final int REUSED_EVERY = 40;

  private final Journal journal;
  private final PartitionMachine machine;
  private final Trace trace;
  private final Wire wire;
  private final Checker checker;
  private final Mutation mutation;
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private int batches;
  private long effects;

  NodeSink(Journal journal, PartitionMachine machine, Surroundings world, Mutation mutation) {
    this.journal = journal;
    this.machine = machine;
    this.trace = world.trace();
    this.wire = world.wire();
    this.checker = world.checker();
    this.mutation = mutation;
  }

  /** Counts what decisions have brought about. */
  long effects() {
    return effects;
  }

  @Override
  public boolean hasRoomFor(long bytes) {
    return journal.reserve(bytes);
  }

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    effects++;
    RecordDraft sound = mutation == Mutation.REUSE_OFFSET ? withOffsetReused(draft) : draft;
    FrameStamp stamp =
        new FrameStamp(
            sound.kind(),
            sound.flags(),
            sound.partition(),
            epoch,
            0,
            0,
            timeMillis,
            sound.baseOffset(),
            sound.recordFirst(),
            sound.recordCount());
    ByteBuffer batch = sound.batch();
    long position =
        journal.append(
            new FrameDraft(
                stamp, epoch, sound.extension(), batch == null ? FrameDraft.NOTHING : batch));
    checker.appended(sound, epoch, timeMillis, position);
    if (sound.kind() == FrameKind.START) {
      checker.removed(sound.extension().getLong(sound.extension().position()), machine.state());
    }
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
  public long end() {
    return journal.end();
  }

  @Override
  public void answer(Ticket ticket, Answer answer) {
    effects++;
    checker.decided(ticket, answer, machine.state());
    send(ticket, answer, 0);
  }

  private void send(Ticket ticket, Answer answer, long position) {
    trace.note(
        "node answers " + wordsOf(ticket, answer) + " %d of session %d, safe at %d",
        ticket.correlation(),
        ticket.session(),
        position);
    checker.answered(ticket, answer, position);
    wire.answer(ticket, answer);
  }

  private static String wordsOf(Ticket ticket, Answer answer) {
    return answer instanceof Refusal refusal
        ? ticket.command() + " with " + refusal.code()
        : ticket.command().toString();
  }

  @Override
  public void answerWhenCommitted(Ticket ticket, Answer answer) {
    effects++;
    checker.decided(ticket, answer, machine.state());
    if (journal.end() <= journal.durable() && held.isEmpty()) {
      send(ticket, answer, journal.end());
    } else {
      held.add(new Held(journal.end(), ticket, answer));
    }
  }

  /** The journal is safe up to there. */
  void release(long committed) {
    while (!held.isEmpty() && held.peek().position() <= committed) {
      Held next = held.remove();
      if (checker.awaits(next.ticket())) {
        send(next.ticket(), next.answer(), next.position());
      }
    }
  }

  @Override
  public boolean canTake(Ticket ticket) {
    return wire.canTake(ticket.session());
  }

  @Override
  public void handOut(Ticket ticket, Handed handed) {
    effects++;
    if (!handed.handouts().isEmpty()) {
      trace.note(
          "node hands %d frames to %d of session %d",
          handed.handouts().size(), ticket.correlation(), ticket.session());
    }
    checker.handed(ticket, handed, machine.state(), journal.start());
    List<Delivered.Run> runs = new ArrayList<>();
    for (Handout handout : handed.handouts()) {
      StoredFrame frame = journal.frameAt(handout.position());
      for (Selection selection : handout.selections()) {
        long first = frame.baseOffset() + selection.first() - frame.recordFirst();
        runs.add(new Delivered.Run(first, first + selection.count() - 1, selection.attempt()));
      }
    }
    switch (handed) {
      case Handed.ToConsumer pulled ->
          wire.deliver(ticket, new Delivered(pulled.generation(), 0, runs));
      case Handed.ToReader read -> wire.deliver(ticket, new Delivered(0, read.nextOffset(), runs));
    }
  }
}
