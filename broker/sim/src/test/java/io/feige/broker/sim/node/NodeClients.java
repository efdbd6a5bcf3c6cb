package io.feige.broker.sim.node;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.turn.Clients;
import io.feige.broker.sim.check.Checker;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.net.Wire;
import io.feige.broker.sim.turn.Gate;
import io.feige.broker.sim.turn.SimStore;
import io.feige.broker.sim.world.Mutation;
import io.feige.broker.sim.world.Trace;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.Selection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The clients of a simulated node; the checker sees what they are told. */
final class NodeClients implements Clients {
  private final SimStore store;
  private final Trace trace;
  private final Wire wire;
  private final Checker checker;
  private final Gate gate;
  private final Mutation mutation;
  private final Runnable effect;
  private final Set<Long> gone = new HashSet<>();

  NodeClients(SimStore store, Surroundings world, Mutation mutation, Gate gate, Runnable effect) {
    this.store = store;
    this.trace = world.trace();
    this.wire = world.wire();
    this.checker = world.checker();
    this.mutation = mutation;
    this.gate = gate;
    this.effect = effect;
  }

  /** A session has ended: what it is told now is for nobody. */
  void closed(long session) {
    gone.add(session);
    gate.forget(session);
  }

  @Override
  public void answer(Ticket ticket, Answer answer, long position) {
    effect.run();
    if (gone.contains(ticket.session())) {
      return;
    }
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
  public boolean canTake(Ticket ticket) {
    return mutation == Mutation.READERS_ARE_NOT_LOOKED_AT || wire.canTake(ticket.session());
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
    if (!handed.handouts().isEmpty()) {
      trace.note(
          "node hands %d frames to %d of session %d",
          handed.handouts().size(), ticket.correlation(), ticket.session());
    }
    Violation.unless(
        handed.handouts().isEmpty() || wire.canTake(ticket.session()),
        "messages for session %d, which does not read its answers",
        ticket.session());
    checker.handed(ticket, handed, store.machine().state(), store.start());
    List<Delivered.Run> runs = new ArrayList<>();
    for (Handout handout : handed.handouts()) {
      StoredFrame frame = store.journal().reader().frameAt(handout.position());
      for (Selection selection : handout.selections()) {
        long first = frame.baseOffset() + selection.first() - frame.recordFirst();
        runs.add(new Delivered.Run(first, first + selection.count() - 1, selection.attempt()));
      }
    }
    switch (handed) {
      case Handed.ToConsumer pulled ->
          wire.deliver(ticket, new Delivered(pulled.generation(), 0, runs));
      case Handed.ToOwner mail ->
          wire.deliver(ticket, new Delivered(0, mail.head().next(), runs, mail.head()));
      case Handed.ToReader read -> wire.deliver(ticket, new Delivered(0, read.nextOffset(), runs));
    }
  }
}
