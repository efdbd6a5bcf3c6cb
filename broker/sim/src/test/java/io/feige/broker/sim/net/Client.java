package io.feige.broker.sim.net;

import io.feige.protocol.command.Answer;

/** Whoever holds one end of a {@link Line}. */
public interface Client {
  void answered(int correlation, Answer answer);

  void delivered(int correlation, Delivered delivered);

  /** The line is cut; answers that were under way do not come any more. */
  void disconnected();
}
