package io.feige.client.internal.net;

import io.feige.client.FeigeException;

/** Who wants to know whether the node can be reached. Called on the loop. */
public interface LinkListener {
  /**
   * There is a connection. What was outstanding on the one before has been told to its handlers as
   * lost.
   */
  void connected(Connection connection);

  /** The connection is gone; another one is being made. */
  void disconnected();

  /** The servers refuse this client for good (version, credentials). Attempts go on, slowly. */
  void refused(FeigeException failure);
}
