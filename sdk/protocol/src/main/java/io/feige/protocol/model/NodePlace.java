package io.feige.protocol.model;

/**
 * Where clients find a node.
 *
 * @param host a name or an address; empty, with port 0: it is the one that answers, and does not
 *     say where it was found
 */
public record NodePlace(String nodeId, String host, int port) {
  /** The one that answers. */
  public static NodePlace here(String nodeId) {
    return new NodePlace(nodeId, "", 0);
  }

  /** Whether it is the one that answers. */
  public boolean isHere() {
    return host.isEmpty();
  }
}
