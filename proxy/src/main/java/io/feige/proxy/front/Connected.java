package io.feige.proxy.front;

import java.util.Optional;

/** A connection of a client's, as the port looks after it. Any thread. */
public interface Connected {
  /** Ends the connection if nothing comes or goes for too long. On one thread, again and again. */
  void look();

  /**
   * Ends what waits, and the connection as soon as nothing is under way.
   *
   * @param millis after so long
   */
  void sendAway(long millis);

  /** Ends the connection at once. */
  void cut();

  /** The session that it is. */
  default Optional<OpenSession> session() {
    return Optional.empty();
  }
}
