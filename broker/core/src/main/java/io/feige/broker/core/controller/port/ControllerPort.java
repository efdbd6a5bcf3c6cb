package io.feige.broker.core.controller.port;

import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Beat;

/** Where the controller's decisions go. */
public interface ControllerPort {
  /** Sends a beat over the node's newest connection; without one it is dropped. */
  void beat(String node, Beat beat);

  /**
   * Stores a pair's state and the decision that led to it, in one transaction, if the stored
   * version is still {@code next.version()} and this Admin's leader epoch still holds. {@link
   * ControllerEvent.PairStored} follows in every case, when it is known how the pair is stored; at
   * most one such change per pair is under way.
   *
   * @param next the new state, under the version that it replaces
   */
  void store(PairState next, Decision decision);

  /** What is known about an activation, so far; replaces what was told of the same epoch before. */
  void tell(FailoverReport report);

  /** Answers an operator. */
  void answer(long ticket, OperatorAnswer answer);
}
