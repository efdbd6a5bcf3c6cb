package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.turn.Clients;
import io.feige.broker.sim.cluster.check.CursorName;
import io.feige.broker.sim.cluster.check.Handing;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.check.PairHands;
import io.feige.broker.sim.cluster.client.PairVandal;
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
  private final SimReplica replica;
  private final long room;
  private final Gate gate;
  private final Runnable effect;
  private final Map<Ticket, Asked> asked = new HashMap<>();
  private final Map<Ticket, List<PairHands.Asked>> about = new HashMap<>();
  private final Map<Ticket, Long> poisoned = new HashMap<>();

  /**
   * Of one replica.
   *
   * @param room messages that may be outstanding
   */
  PairClients(PairChecker checker, SimReplica replica, long room, Gate gate, Runnable effect) {
    this.checker = checker;
    this.replica = replica;
    this.room = room;
    this.gate = gate;
    this.effect = effect;
  }

  void asked(Asked request) {
    Asked twice = asked.put(request.ticket(), request);
    Violation.unless(twice == null, "%s is asked twice", request.ticket());
    Violation.unless(asked.size() <= MOST_ASKED, "%d requests have no answer", asked.size());
    if (request.event() instanceof Event.Ask(Ticket ticket, Request of)) {
      if (of instanceof Settle settle) {
        about.put(ticket, checker.asked(settle, replica.pace().nanos()));
      } else if (of instanceof Pull pull && pull.consumer().equals(PairVandal.POISON)) {
        poisoned.put(ticket, replica.store().end());
      }
    }
  }

  /** An answer is decided on. */
  void decided(Ticket ticket, Answer answer) {
    List<PairHands.Asked> verdicts = about.remove(ticket);
    Asked request = asked.get(ticket);
    if (verdicts != null
        && request != null
        && request.event() instanceof Event.Ask(Ticket _, Settle settle)) {
      checker.decided(settle, verdicts, answer);
    }
  }

  /** Nobody waits for the session's answers any more. */
  void closed(long session) {
    asked.keySet().removeIf(ticket -> ticket.session() == session);
    about.keySet().removeIf(ticket -> ticket.session() == session);
    poisoned.keySet().removeIf(ticket -> ticket.session() == session);
    gate.forget(session);
  }

  @Override
  public void answer(Ticket ticket, Answer answer, long position) {
    effect.run();
    poisoned.remove(ticket);
    decided(ticket, answer);
    Asked request = asked.remove(ticket);
    if (request == null) {
      return;
    }
    if (answer instanceof Published published && request.event() instanceof Event.Publish publish) {
      if (publish.topic().equals(PairChecker.TOPIC)) {
        BatchHead head = BatchHead.at(publish.batch(), publish.batch().position());
        checker.published(replica, head, published);
      }
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

  /**
   * This is where a request of a hostile client meets a fault, as long as nothing was appended for
   * it: then it is only that request's.
   */
  @Override
  public boolean canTake(Ticket ticket) {
    Long end = poisoned.get(ticket);
    if (end != null && end == replica.store().end()) {
      throw new Poison();
    }
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
    poisoned.remove(ticket);
    List<Delivered.Run> runs = runsOf(handed);
    if (!runs.isEmpty()) {
      checker.epochs(replica, request.epoch());
    }
    switch (handed) {
      case Handed.ToConsumer pulled -> {
        if (!(request.event() instanceof Event.Ask(Ticket _, Pull pull))) {
          throw new Violation("messages for " + request.event());
        }
        tell(pull, pulled, runs);
        request.from().deliver(ticket.correlation(), new Delivered(pulled.generation(), 0, runs));
      }
      case Handed.ToOwner mail ->
          request
              .from()
              .deliver(
                  ticket.correlation(), new Delivered(0, mail.head().next(), runs, mail.head()));
      case Handed.ToReader read ->
          request.from().deliver(ticket.correlation(), new Delivered(0, read.nextOffset(), runs));
    }
  }

  private List<Delivered.Run> runsOf(Handed handed) {
    List<Delivered.Run> runs = new ArrayList<>();
    for (Handout handout : handed.handouts()) {
      StoredFrame frame = replica.journal().reader().frameAt(handout.position());
      checker.shown(replica, frame);
      for (Selection selection : handout.selections()) {
        long first = frame.baseOffset() + selection.first() - frame.recordFirst();
        long last = first + selection.count() - 1;
        runs.add(new Delivered.Run(first, last, selection.attempt()));
      }
    }
    return runs;
  }

  private void tell(Pull pull, Handed.ToConsumer pulled, List<Delivered.Run> runs) {
    PartitionState partition = replica.store().machine().state().topic(pull.topic());
    GroupState group = partition == null ? null : partition.group(pull.group());
    Violation.unless(
        runs.isEmpty() || group != null, "messages for %s, which is of no group", pull);
    if (partition != null && group != null) {
      CursorName to = new CursorName(pull.topic(), pull.group(), pulled.generation());
      Handing handing =
          new Handing(pull, group, partition.spec().leaseMillis(), replica.pace().nanos());
      runs.forEach(run -> checker.handed(replica, to, handing, run));
      if (!runs.isEmpty()) {
        checker.outstanding(replica, replica.store().machine().outstanding(), room);
      }
    }
  }
}
