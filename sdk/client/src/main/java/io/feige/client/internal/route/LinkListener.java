package io.feige.client.internal.route;

import io.feige.client.FeigeException;
import io.feige.client.internal.net.Connection;

/** Who wants to know whether the active node of a pair can be reached. Called on the loop. */
public interface LinkListener {
  /**
   * There is a connection, possibly to another node than before. What was outstanding on the one
   * before has been told to its handlers as lost.
   */
  void connected(Connection connection);

  /** The connection is gone; another one is being made. */
  void disconnected();

  /**
   * The pair is known to have been activated anew: what came before is of an activation that is
   * over. What is outstanding may still be answered. Usually there is nothing to send on until
   * {@link #connected}.
   */
  default void superseded() {}

  /** Whether the pair takes publishes has changed. */
  default void acceptsChanged() {}

  /** The node refuses this client for good (version, credentials). Attempts go on. */
  void refused(FeigeException failure);
}
