package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.replica.ReplicaNote;
import io.feige.broker.core.turn.TurnWatch;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.command.Answer;

/** Tells the checker and the story what a simulated replica's turn does. */
final class PairWatch implements TurnWatch {
  private final SimReplica replica;
  private final PairChecker checker;
  private final PairClients clients;
  private final Runnable effect;

  PairWatch(SimReplica replica, PairChecker checker, PairClients clients, Runnable effect) {
    this.clients = clients;
    this.replica = replica;
    this.checker = checker;
    this.effect = effect;
  }

  @Override
  public void serves(boolean isServing) {
    replica.tell(
        isServing ? "serves as epoch %d" : "serves no more as epoch %d", replica.epoch(), 0);
    checker.serves(replica, isServing);
  }

  @Override
  public void published(int records, long bytes) {}

  @Override
  public void settled(long messages) {}

  @Override
  public void written(long position) {}

  @Override
  public void confirmed(long position) {
    effect.run();
    checker.committed(replica, position);
  }

  @Override
  public void room(String because, boolean isNews) {
    if (isNews) {
      replica.tell(because.isEmpty() ? "has room again" : "has no room", 0, 0);
    }
  }

  @Override
  public void takesNone(String because) {}

  @Override
  public void removed(int parts) {
    replica.tell("removes %d segments", parts, 0);
  }

  @Override
  public void swept(Now now) {}

  @Override
  public void decided(Ticket ticket, Answer answer) {
    clients.decided(ticket, answer);
  }

  @Override
  public void fault(Throwable cause) {
    if (cause instanceof Poison) {
      effect.run();
      replica.met(cause);
      return;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    throw new Violation("a decision fails: " + cause, cause);
  }

  @Override
  public void note(ReplicaNote note, String words) {
    effect.run();
    replica.tell(words.replace("%", "%%"), 0, 0);
  }
}
