package io.feige.protocol.model;

/**
 * Who serves a pair.
 *
 * @param pair the pair's name
 * @param epoch epoch of its present activation
 * @param nodeId the node that is active
 * @param host where it listens; a name or an address
 * @param port its port, 1 to 65,535
 * @param acceptsPublishes false: it serves pulls only
 */
public record PairRoute(
    String pair, long epoch, String nodeId, String host, int port, boolean acceptsPublishes) {
  /**
   * Refuses what is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public PairRoute {
    Range.requireNotNegative("epoch", epoch);
    Range.require("port", port, 1, 65_535);
  }
}
