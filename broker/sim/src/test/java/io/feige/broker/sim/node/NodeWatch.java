package io.feige.broker.sim.node;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.replica.ReplicaNote;
import io.feige.broker.core.state.ReplicaState;
import io.feige.broker.core.turn.TurnWatch;
import io.feige.broker.sim.check.Checker;
import io.feige.broker.sim.world.Trace;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.command.Answer;
import java.util.function.Supplier;

/** Tells the checker and the story what a simulated node's turn does. */
final class NodeWatch implements TurnWatch {
  private final Supplier<ReplicaState> state;
  private final Trace trace;
  private final Checker checker;

  NodeWatch(Surroundings world, Supplier<ReplicaState> state) {
    this.state = state;
    this.trace = world.trace();
    this.checker = world.checker();
  }

  @Override
  public void serves(boolean isServing) {
    trace.note(isServing ? "node serves" : "node serves no more");
  }

  @Override
  public void published(int records, long bytes) {}

  @Override
  public void settled(long messages) {}

  @Override
  public void decided(Ticket ticket, Answer answer) {
    checker.says(ticket, answer, state.get());
  }

  @Override
  public void written(long position) {}

  @Override
  public void confirmed(long position) {
    checker.committed(position);
  }

  @Override
  public void room(String because, boolean isNews) {
    if (isNews) {
      trace.note(because.isEmpty() ? "the disk has room again" : "the disk is full");
    }
  }

  @Override
  public void takesNone(String because) {}

  @Override
  public void removed(int parts) {}

  @Override
  public void swept(Now now) {}

  @Override
  public void fault(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    throw new Violation("a decision fails: " + cause, cause);
  }

  @Override
  public void note(ReplicaNote note, String words) {
    trace.note(words.replace("%", "%%"));
  }
}
