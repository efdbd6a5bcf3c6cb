package io.feige.admin.address;

/**
 * Where clients find a node, as it was last told.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param bootId the start of its machine that told so
 * @param version how often it has changed; of the stored node
 */
public record NodeAddress(String node, String host, int port, String bootId, int version) {
  /** Whether the other says the same, in whichever version. */
  public boolean saysTheSameAs(NodeAddress other) {
    return node.equals(other.node)
        && host.equals(other.host)
        && port == other.port
        && bootId.equals(other.bootId);
  }

  /** The same under another version. */
  public NodeAddress withVersion(int newVersion) {
    return new NodeAddress(node, host, port, bootId, newVersion);
  }
}
