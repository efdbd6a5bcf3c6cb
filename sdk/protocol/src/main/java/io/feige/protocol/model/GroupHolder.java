package io.feige.protocol.model;

/**
 * A consumer of a group, as the broker sees it now.
 *
 * @param consumer its name, as it pulled; cut at {@link #MAX_NAME} characters
 * @param holder the number it pulled with; 0: it has none
 * @param unstarted messages that were fetched ahead and that no handler has
 * @param claimed messages that a handler may have any moment
 * @param started messages that a handler has
 * @param waitingPulls its pulls that wait for messages
 * @param oldestMillis since when it has what it got first of these, milliseconds since 1970; 0: it
 *     has nothing
 * @param isConnected whether the connection it was last heard of is open
 */
public record GroupHolder(
    String consumer,
    long holder,
    int unstarted,
    int claimed,
    int started,
    int waitingPulls,
    long oldestMillis,
    boolean isConnected) {
  /** The most characters of a name that are said. */
  public static final int MAX_NAME = 200;

  /** How many messages it has. */
  public int messages() {
    return unstarted + claimed + started;
  }
}
