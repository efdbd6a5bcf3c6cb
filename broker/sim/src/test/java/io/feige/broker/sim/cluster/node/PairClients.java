package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.turn.Clients;
import io.feige.broker.sim.cluster.check.CursorName;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.check.ReplicaView;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.turn.Gate;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Selection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The clients of a simulated replica; the checker sees what they are told. */
final class PairClients implements Clients {
  private static final int MOST_ASKED = 20_000;

  private final PairChecker checker;
  private final ReplicaView replica;
  private final Gate gate;
  private final Runnable effect;
  private final Map<Ticket, Asked> asked = new HashMap<>();

  PairClients(PairChecker checker, ReplicaView replica, Gate gate, Runnable effect) {
    this.checker = checker;
    this.replica = replica;
    this.gate = gate;
    this.effect = effect;
  }

  void asked(Asked request) {
    Asked twice = asked.put(request.ticket(), request);
    Violation.unless(twice == null, "%s is asked twice", request.ticket());
    Violation.unless(asked.size() <= MOST_ASKED, "%d requests have no answer", asked.size());
  }

  /** Nobody waits for the session's answers any more. */
  void closed(long session) {
    asked.keySet().removeIf(ticket -> ticket.session() == session);
    gate.forget(session);
  }

  @Override
  public void answer(Ticket ticket, Answer answer, long position) {
    effect.run();
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
    } else if (request.event() instanceof Event.Ask(Ticket _, CancelDelayed cancel)) {
      checker.cancelled(replica, cancel, answer, position);
    }
    request.from().answer(ticket.correlation(), answer);
  }

  @Override
  public boolean canTake(Ticket ticket) {
    Asked request = asked.get(ticket);
    return request != null && request.from().canTake();
  }

  @Override
  public boolean isMemoryShort(Ticket ticket) {
    return false;
  }

  @Override
  public boolean holdsBack(Ticket ticket, Request request) {
    return false;
  }

  @Override
  public void stopReading(long session) {
    gate.stop(session);
  }

  @Override
  public void resumeReading() {
    gate.resume();
  }

  @Override
  public void handOut(Ticket ticket, Handed handed) {
    effect.run();
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
      StoredFrame frame = replica.journal().frameAt(handout.position());
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
