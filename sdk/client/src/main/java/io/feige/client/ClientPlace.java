package io.feige.client;

/**
 * A place in the list of those who are connected, which goes by node and number of the connection.
 *
 * @param nodeId the node; empty: before the first
 * @param connection behind the connection of this number; 0: before the first
 */
public record ClientPlace(String nodeId, long connection) {
  /** Where the list begins. */
  public static final ClientPlace START = new ClientPlace("", 0);

  /**
   * Refuses what is no place.
   *
   * @throws IllegalArgumentException if the number is negative
   */
  public ClientPlace {
    if (connection < 0) {
      throw new IllegalArgumentException("a connection's number is not negative");
    }
  }
}
