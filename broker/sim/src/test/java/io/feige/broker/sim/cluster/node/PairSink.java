package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.server.journal.FrameDraft;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.sim.cluster.check.CursorName;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.check.ReplicaView;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.frame.FrameStamp;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Selection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Carries out what a replica decides for clients, under the eyes of the checker. */
final class PairSink implements Sink {
  private static final int MOST_HELD = 20_000;

  private record Held(long position, Ticket ticket, Answer answer) {}

  private final Journal journal;
  private final int longestReservation;
  private final PairChecker checker;
  private final ReplicaView replica;
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private final Map<Ticket, Asked> asked = new HashMap<>();
  private long committed;

  PairSink(Journal journal, int longestReservation, PairChecker checker, ReplicaView replica) {
    this.journal = journal;
    this.longestReservation = longestReservation;
    this.checker = checker;
    this.replica = replica;
  }

  void asked(Asked request) {
    Asked twice = asked.put(request.ticket(), request);
    Violation.unless(twice == null, "%s is asked twice", request.ticket());
  }

  /** Nobody waits for the session's answers any more. */
  void closed(long session) {
    asked.keySet().removeIf(ticket -> ticket.session() == session);
  }

  @Override
  public boolean hasRoomFor(long bytes) {
    return journal.reserve(Math.min(bytes, longestReservation));
  }

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    FrameStamp stamp =
        new FrameStamp(
            draft.kind(),
            draft.flags(),
            draft.partition(),
            epoch,
            0,
            0,
            timeMillis,
            draft.baseOffset(),
            draft.recordFirst(),
            draft.recordCount());
    return journal.append(
        new FrameDraft(
            stamp,
            epoch,
            draft.extension(),
            draft.batch() == null ? FrameDraft.NOTHING : draft.batch()));
  }

  @Override
  public long end() {
    return journal.end();
  }

  @Override
  public void answer(Ticket ticket, Answer answer) {
    send(ticket, answer, 0);
  }

  @Override
  public void answerWhenCommitted(Ticket ticket, Answer answer) {
    if (journal.end() <= committed && held.isEmpty()) {
      send(ticket, answer, journal.end());
    } else {
      held.add(new Held(journal.end(), ticket, answer));
      Violation.unless(held.size() <= MOST_HELD, "%d answers are held back", held.size());
    }
  }

  /** Everything below the position is confirmed. */
  void commit(long position) {
    committed = position;
    while (!held.isEmpty() && held.peek().position() <= position) {
      Held next = held.remove();
      send(next.ticket(), next.answer(), next.position());
    }
  }

  /** Who waits for a commit is told that nobody knows whether it will come. */
  void giveUpHeld(Answer unknown) {
    while (!held.isEmpty()) {
      refuse(held.remove().ticket(), unknown);
    }
  }

  void refuse(Ticket ticket, Answer refusal) {
    Asked request = asked.remove(ticket);
    if (request != null) {
      request.from().answer(ticket.correlation(), refusal);
    }
  }

  private void send(Ticket ticket, Answer answer, long position) {
    Asked request = asked.remove(ticket);
    if (request == null) {
      return;
    }
    if (answer instanceof Published published && request.event() instanceof Event.Publish publish) {
      BatchHead head = BatchHead.at(publish.batch(), publish.batch().position());
      checker.published(replica, head, published);
      checker.epochs(replica, request.epoch());
    } else if (answer instanceof Settled settled
        && request.event() instanceof Event.Ask(Ticket _, Settle settle)) {
      checker.settled(replica, settle, settled, position);
      checker.epochs(replica, request.epoch());
    }
    request.from().answer(ticket.correlation(), answer);
  }

  @Override
  public boolean canTake(Ticket ticket) {
    Asked request = asked.get(ticket);
    return request != null && request.from().canTake();
  }

  @Override
  public void fault(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) cause;
  }

  @Override
  public void handOut(Ticket ticket, Handed handed) {
    @Nullable Asked request = asked.remove(ticket);
    if (request == null) {
      Violation.unless(handed.handouts().isEmpty(), "messages for nobody: %s", ticket);
      return;
    }
    if (!(handed instanceof Handed.ToConsumer pulled
        && request.event() instanceof Event.Ask(Ticket _, Pull pull))) {
      throw new Violation("messages for " + request.event());
    }
    CursorName to = new CursorName(pull.topic(), pull.group(), pulled.generation());
    List<Delivered.Run> runs = new ArrayList<>();
    for (Handout handout : handed.handouts()) {
      StoredFrame frame = journal.frameAt(handout.position());
      for (Selection selection : handout.selections()) {
        long first = frame.baseOffset() + selection.first() - frame.recordFirst();
        long last = first + selection.count() - 1;
        Delivered.Run run = new Delivered.Run(first, last, selection.attempt());
        checker.handed(replica, to, frame, run);
        runs.add(run);
      }
    }
    if (!runs.isEmpty()) {
      checker.epochs(replica, request.epoch());
    }
    request.from().deliver(ticket.correlation(), new Delivered(pulled.generation(), 0, runs));
  }
}
